import ForageCore
import JSON
import Testing

@Suite("The JSON Schema of the configuration")
struct ConfigurationSchemaTests {
    private func accepts(_ text: String) throws -> Bool {
        let schema = try JSONDocument(ConfigurationSchema.json(for: Registration.madeUp), mode: .strict)
        return SchemaChecker(schema: schema.root).accepts(try JSONDocument(Array(text.utf8)).root)
    }

    /// A configuration that contains one setting of the gallery.
    private func gallery(_ member: String) -> String { "{\"providers\": {\"gallery\": {\(member)}}}" }

    @Test(
        "the schema accepts what the decoder accepts",
        arguments: [
            "{}", #"{"$schema": "urn:forage:config:1"}"#, #"{"timeout": 0.1, "defaults": {"limit": 500}}"#,
            #"{"timeout": 300, "defaults": {"format": "table"}, "contact": "HTTPS://me.example"}"#,
            #"{"allow": {"origins": [], "variables": ["A", "_b9"]}}"#,
            #"{"allow": {"origins": ["https://a.example:8443", "http://b.example/"]}}"#,
            #"{"defaults": {"licence": "commercial, cc-by-4.0", "orientation": "any", "kind": "photo,answer"}}"#,
            #"{"defaults": {"search": {"content": "any"}, "get": {"to": "owls", "name": "{title}"}}}"#,
            #"{"store": "postgresql://owl@h:5432/db?user=a%40b:c@d"}"#,
            #"{"store": "host=h dbname=passwords"}"#,
            #"{"providers": {}}"#, #"{"contact": "me+birds@mail.home.example"}"#,
            #"{"providers": {"owls": {"cacheFor": 0}, "gallery": {"cacheFor": 3600}}}"#,
            #"{"providers": {"owls": {"enabled": false, "weight": 0, "context": ""}, "gallery": {}}}"#,
        ])
    func good(text: String) throws {
        #expect(problems(.user(text)) == [])
        #expect(try accepts(text))
    }

    @Test(
        "the schema refuses what the decoder refuses",
        arguments: [
            "[]", "5", #"{"$schema": "urn:forage:config:2"}"#, #"{"timeout": 0.09}"#, #"{"timeout": 601}"#,
            #"{"timeout": "5"}"#, #"{"defaults": {"limit": 0}}"#, #"{"defaults": {"limit": 501}}"#,
            #"{"defaults": {"limit": 1.5}}"#,
            #"{"defaults": {"limit": true}}"#, #"{"limit": 5}"#,
            #"{"defaults": {"format": "text"}}"#, #"{"defaults": {"format": null}}"#,
            #"{"store": "postgresql://owl:secret@h/db"}"#, #"{"store": "host=h password = secret"}"#,
            #"{"contact": "me@home"}"#,
            #"{"contact": 1}"#, #"{"contact": "@home.example"}"#, #"{"contact": "me and@home.example"}"#,
            #"{"contact": "Me <me@home.example>"}"#, #"{"contact": "me@home.example)"}"#,
            #"{"providers": {"owls": {"cacheFor": "1h"}}}"#, #"{"providers": {"owls": {"cacheFor": -1}}}"#,
            #"{"defaults": {"orientation": "round"}}"#, #"{"defaults": {"licence": ["cc0"]}}"#,
            #"{"defaults": {"to": "owls"}}"#, #"{"defaults": {"get": {"to": ""}}}"#,
            #"{"allow": []}"#, #"{"allow": {"origins": "https://a.example"}}"#, #"{"allow": {"hosts": []}}"#,
            #"{"allow": {"origins": ["a.example"]}}"#, #"{"allow": {"origins": ["https://a.example/b"]}}"#,
            #"{"allow": {"variables": ["9A"]}}"#, #"{"allow": {"variables": ["A B"]}}"#, #"{"Timeout": 5}"#,
            #"{"providers": {"unknown": {}}}"#, #"{"providers": {"owls": {"apiKey": "${A}"}}}"#,
            #"{"providers": {"owls": true}}"#,
        ])
    func bad(text: String) throws {
        #expect(problems(.user(text)) != [])
        #expect(try !accepts(text))
    }

    @Test(
        "schema and decoder agree on every type of setting",
        arguments: [
            (#""quality": "high""#, true), (#""quality": "High""#, false), (#""quality": 1"#, false),
            (#""count": 1"#, true), (#""count": 30"#, true), (#""count": 31"#, false),
            (#""count": 3.0"#, true), (#""count": 3.5"#, false),
            (#""count": -1"#, false),
            (#""count": "1""#, false), (#""ratio": 0"#, true), (#""ratio": 1.0"#, true),
            (#""ratio": 1.1"#, false),
            (#""strict": true"#, true), (#""strict": "true""#, false), (#""strict": 0"#, false),
            (#""mirror": "https://a.example/b?c#d""#, true), (#""mirror": "ftp://a.example""#, false),
            (#""mirror": "https://""#, false), (#""mirror": "https://me@a.example""#, false),
            (#""list": "a.json""#, true), (#""list": """#, false), (#""list": "  ""#, false),
            (#""list": "a\u0000b""#, false), (#""list": []"#, false),
            (#""apiKey": "${GALLERY_API_KEY}""#, true),
            (#""apiKey": "GALLERY_API_KEY""#, false), (#""apiKey": "${}""#, false),
            (#""apiKey": "${1A}""#, false),
            (#""apiKey": "${GALLERY_API_KEY} ""#, false), (#""weight": 100"#, true),
            (#""weight": 101"#, false),
            (#""enabled": null"#, false), (#""baseURL": "https://up.gallery.example""#, true),
            (#""baseURL": "up.gallery.example""#, false), (#""unknown": 1"#, false),
        ])
    func agreement(member: String, isGood: Bool) throws {
        #expect(problems(.user(gallery(member))).isEmpty == isGood)
        #expect(try accepts(gallery(member)) == isGood)
    }

    @Test("every setting has a description, and its default if it has one")
    func described() throws {
        let schema = try JSONDocument(ConfigurationSchema.json(for: Registration.madeUp), mode: .strict).root
        #expect(schema["$id"].string == "urn:forage:config:1")
        #expect(schema["properties"]["timeout"]["default"].int == 5)
        let gallery = schema["properties"]["providers"]["properties"]["gallery"]["properties"]
        #expect(gallery["quality"]["default"].string == "low")
        #expect(gallery.members.allSatisfy { $0.value["description"].text != nil })
    }
}
