import ForageCore
import Testing

@Suite("Editing a configuration")
struct ConfigurationEditorTests {
    private func edited(_ text: String, isEnabled: Bool = false) throws -> String {
        let bytes = try ConfigurationEditor(Registration.madeUp).setting(
            "providers.gallery.enabled", to: "\(isEnabled)", in: Array(text.utf8), of: .userFile("c.json"))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "disabling a provider changes no other byte",
        arguments: [
            (
                "{\r\n\t\"providers\" : { \"gallery\":{\"enabled\" :true } },\r\n\"timeout\": 5.0e0}\n\n",
                "{\r\n\t\"providers\" : { \"gallery\":{\"enabled\" :false } },\r\n\"timeout\": 5.0e0}\n\n"
            ),
            (
                "{\"providers\": {\"gallery\": {\"count\": 5}}}",
                "{\"providers\": {\"gallery\": {\"count\": 5,\"enabled\": false}}}"
            ),
            (
                "{\n  \"timeout\": 5\n}\n",
                "{\n  \"timeout\": 5,\n  \"providers\": {\n    \"gallery\": {\n      \"enabled\": false\n    }\n  }\n}\n"
            ),
        ])
    func disabling(before: String, after: String) throws {
        #expect(try edited(before) == after)
        #expect(try Configuration(.user(after))["gallery"]?.isEnabled == false)
    }

    @Test("a missing file is created")
    func newFile() throws {
        let text = try edited("", isEnabled: true)
        #expect(text.hasPrefix("{\n  \"$schema\": \"urn:forage:config:1\",\n"))
        #expect(try Configuration(.user(text))["gallery"]?.isEnabled == true)
    }

    @Test("a broken file is left unchanged", arguments: ["{", "[]", #"{"providers": 1}"#, #"{"a": 1,}"#])
    func broken(text: String) {
        let fault = #expect(throws: ConfigurationError.self) { try edited(text) }
        #expect(fault?.description.hasPrefix("c.json: ") == true)
    }

    @Test("an edit changes the strongest file that has a setting of the provider")
    func definingFile() throws {
        let user = ConfigurationLayer.user(#"{"providers": {"owls": {"weight": 2}}}"#, at: "a.json")
        let named = ConfigurationLayer.named(#"{"providers": {"gallery": {"count": 2}}}"#, at: "b.json")
        let configuration = try Configuration(
            user, named, environment: ["FORAGE_PROVIDERS_OWLS_WEIGHT": "3"])
        #expect(configuration.file(defining: "owls") == .userFile("a.json"))
        #expect(configuration.file(defining: "gallery") == .namedFile("b.json"))
        #expect(try Configuration().file(defining: "owls") == nil)
    }
}
