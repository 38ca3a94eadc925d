import ForageCore
import TestWording
import Testing

@Suite("Problems in a configuration")
struct ConfigurationProblemsTests {
    @Test(
        "a problem has its line, its column and the expected value",
        arguments: [
            ("", "1:1: \(Wording.Settings.expected("JSON", found: "nothing"))"),
            ("{\"timeout\": 5,\n}", "2:1: \(Wording.Settings.strayComma)"),
            ("[1]", "1:1: \(Wording.Settings.expected("an object { }", found: "a list"))"),
            (
                #"{"timeuot": 5}"#,
                #"1:2: \#(Wording.Settings.unknownSetting("timeuot", of: "Forage", didYouMean: "timeout"))"#
            ),
            (
                "{\n  \"providers\": {\n    \"owls\": {\"enabeld\": true}\n  }\n}",
                #"3:14: \#(Wording.Settings.unknownSetting("enabeld", of: "owls", didYouMean: "enabled"))"#
            ),
            (
                #"{"compareThumbnails": true}"#,
                #"1:2: \#(Wording.Settings.removed("compareThumbnails", "photos are no longer compared by their appearance"))"#
            ),
            (#"{"limit": 5}"#, #"1:2: \#(Wording.Settings.removed("limit", "it is now defaults.limit"))"#),
            (
                #"{"defaults": {"search": {"limti": 5}}}"#,
                #"1:26: "limti" is not a default of search; \#(Wording.Usage.didYouMean("limit"))"#
            ),
            (
                #"{"defaults": {"orientation": "portrate"}}"#,
                #"1:30: \#(Wording.Settings.expected(#""landscape", "portrait", "square" or "any""#, found: #""portrate""#)); \#(Wording.Usage.didYouMean("portrait"))"#
            ),
            (
                #"{"providers": {"owl": {}}}"#,
                #"1:16: \#(Wording.Usage.notAProvider("owl", didYouMean: "owls"))"#
            ),
            (
                #"{"providers": {"zebra": {}}}"#,
                #"1:16: \#(Wording.Usage.notAProvider("zebra")); choose one of: "owls" or "gallery""#
            ),
            (#"{"providers": []}"#, "1:15: \(Wording.Settings.expected("an object { }", found: "a list"))"),
            (
                #"{"allow": {"origin": []}}"#,
                #"1:12: "origin" is not a kind of permission; \#(Wording.Usage.didYouMean("origins"))"#
            ),
            (
                #"{"timeout": "5"}"#,
                #"1:13: \#(Wording.Settings.expected("a number from 0.1 to 600", found: #""5""#))"#
            ),
            (
                #"{"timeout": 0}"#,
                "1:13: \(Wording.Settings.expected("a number from 0.1 to 600", found: "0"))"
            ),
            (
                #"{"timeout": 1e999}"#,
                "1:13: \(Wording.Settings.expected("a number from 0.1 to 600", found: "1e999"))"
            ),
            (
                #"{"defaults": {"limit": 2.5}}"#,
                "1:24: \(Wording.Settings.expected("a whole number from 1 to 500", found: "2.5"))"
            ),
            (
                #"{"defaults": {"limit": null}}"#,
                "1:24: \(Wording.Settings.expected("a whole number from 1 to 500", found: "null"))"
            ),
            (
                #"{"defaults": {"format": "jsno"}}"#,
                #"1:25: \#(Wording.Settings.expected(#""table", "json", "jsonl", "csv", "markdown" or "html""#, found: #""jsno""#)); "#
                    + Wording.Usage.didYouMean("json")
            ),
            (
                #"{"timeout": 5, "timeout": 6}"#,
                #"1:16: \#(Wording.Settings.twice("timeout"))"#
            ),
            (
                #"{"providers": {"owls": {"enabled": 1}}}"#,
                "1:36: \(Wording.Settings.expected("true or false", found: "1"))"
            ),
            (
                #"{"contact": "javascript:alert(1)"}"#,
                #"1:13: expected an address such as "https://example.com/" or "you@example.com", "#
                    + #"found "javascript:alert(1)""#
            ),
            (
                #"{"store": "postgresql://owl:secret@h/db"}"#,
                "1:11: expected the address of a database without its password, which belongs into PGPASSWORD "
                    + "or ~/.pgpass"
            ),
            (
                #"{"providers": {"owls": {"context": "a\nb"}}}"#,
                #"1:36: \#(Wording.Settings.expected("a text on one line", found: "\"a\\u{A}b\""))"#
            ),
            (
                #"{"providers": {"gallery": {"list": " "}}}"#,
                #"1:36: \#(Wording.Settings.expected("the path of a file", found: #"" ""#))"#
            ),
            (
                #"{"allow": {"origins": "https://a.example"}}"#,
                #"1:23: \#(Wording.Settings.expected(#"a list [ ] of origins such as "https://api.example.com""#, found: "a text"))"#
            ),
            (
                #"{"allow": {"origins": ["https://a.example/path"]}}"#,
                #"1:24: \#(Wording.Settings.expected(#"origins such as "https://api.example.com""#, found: #""https://a.example/path""#))"#
            ),
            (
                #"{"allow": {"variables": ["A-B"]}}"#,
                #"1:26: \#(Wording.Settings.expected(#"names of environment variables such as "EXAMPLE_KEY""#, found: #""A-B""#))"#
            ),
            (
                #"{"$schema": "urn:forage:config:2"}"#,
                #"1:13: \#(Wording.Settings.expected(#""urn:forage:config:1""#, found: #""urn:forage:config:2""#))"#
            ),
            (
                #"{"providers": {"gallery": {"count": 13}}}"#,
                "1:37: providers.gallery.count: 13 brings bad luck"
            ),
            (
                #"{"providers": {"owls": {"baseURL": "https://a.example/?q=1"}}}"#,
                "1:36: \(Wording.Settings.expected("an address without ? and #", found: "https://a.example/?q=1"))"
            ),
        ])
    func mistakes(text: String, message: String) {
        #expect(problems(.user(text, at: "c.json")) == ["c.json:" + message])
    }

    @Test("all problems of all files are reported at once, one per line")
    func allAtOnce() throws {
        let file = ConfigurationLayer.user(
            #"{"defaults": {"limit": 0}, "timeout": 0, "x": {"y": 1}}"#, at: "a.json")
        let named = ConfigurationLayer.named(#"{"contat": "json"}"#, at: "b.json")
        #expect(problems(named, file).count == 4)
        let fault = #expect(throws: ConfigurationError.self) { try Configuration(named, file) }
        let lines = try #require(fault).description.split(separator: "\n")
        #expect(lines.map { $0.prefix(6) } == ["a.json", "a.json", "a.json", "b.json"])
    }

    @Test("a problem in a variable or an option names it")
    func variablesAndFlags() {
        #expect(
            problems(environment: ["FORAGE_TIMEOUT": "soon"])
                == [
                    #"FORAGE_TIMEOUT: \#(Wording.Settings.expected("a number from 0.1 to 600", found: #""soon""#))"#
                ])
        #expect(
            problems(environment: ["FORAGE_TIMEOUT": "nan"])
                == [
                    #"FORAGE_TIMEOUT: \#(Wording.Settings.expected("a number from 0.1 to 600", found: #""nan""#))"#
                ])
        #expect(problems(environment: ["FORAGE_TIMEOUT": " ", "FORAGE_DEFAULTS_LIMIT": ""]) == [])
        #expect(
            problems(.flags([.init("--limit", sets: "defaults.limit", to: "501")]))
                == [
                    #"--limit: \#(Wording.Settings.expected("a whole number from 1 to 500", found: #""501""#))"#
                ])
        #expect(
            problems(.flags([.init("--set", sets: "providers.owls.contxt", to: "a")]))
                == [
                    #"--set: \#(Wording.Settings.unknownSetting("providers.owls.contxt", didYouMean: "providers.owls.context"))"#
                ])
    }

    @Test("a removed setting is reported with what to do instead")
    func retired() throws {
        let info = ProviderInfo(
            id: "unsplash", name: "Unsplash", summary: "Photos.", site: "https://unsplash.com",
            kinds: [.photo], origins: [], capabilities: Capabilities())
        let file = ConfigurationLayer.user(
            #"{"providers": {"unsplash": {"contentFilter": "high"}}}"#, at: "c.json")
        let fault = #expect(throws: ConfigurationError.self) {
            try Configuration(
                layers: [file],
                registrations: [Registration(info) { ExampleProvider(info: info, settings: $0) }])
        }
        #expect(
            try #require(fault).description
                == #"c.json:1:29: "providers.unsplash.contentFilter" was removed in 0.1.0: "#
                + "use content:safe or content:any in the query")
    }

    @Test("quoted text from a hostile file cannot move the cursor or fill the screen")
    func hostileText() throws {
        let long = String(repeating: "x", count: 500)
        let shown = problems(.user("{\"a\\u001b[2J\\u202e\": 1, \"contact\": \"\(long)\"}")).joined()
        #expect(shown.contains(#"a\u{1B}[2J\u{202E}"#))
        #expect(!shown.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(shown.count < 450)
    }

    @Test("a file that is too large or too deep is refused early")
    func tooLarge() {
        let huge = "{\"timeout\": " + String(repeating: " ", count: 1 << 20) + "5}"
        #expect(problems(.user(huge)).count == 1)
        #expect(problems(.user(String(repeating: "[", count: 100_000))).count == 1)
    }

    @Test("a typo in any setting is reported with the correct name")
    func everyTypo() throws {
        let known = try Configuration().explanations(of: "").map(\.path)
        #expect(known.count > 20)
        for path in known where !path.hasPrefix("$") {
            var names = path.split(separator: ".").map(String.init)
            let right = names.removeLast()
            let typo = right + "x"
            var text = "{\"\(typo)\": 1}"
            for name in names.reversed() { text = "{\"\(name)\": \(text)}" }
            let found = problems(.user(text))
            #expect(found.count == 1)
            #expect(found.first?.hasSuffix(Wording.Usage.didYouMean(right)) == true, "\(path): \(found)")
        }
    }
}
