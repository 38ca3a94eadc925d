import ForageCore
import JSON
import TestWording
import Testing

@Suite("Explanations of settings")
struct ConfigurationExplainingTests {
    private let layers: [ConfigurationLayer] = [
        .user(
            "{\n  \"timeout\": 7,\n  \"allow\": {\"origins\": [\"https://a.example\"]}\n}", at: "/me/c.json"),
        .named(#"{"timeout": 8, "providers": {"gallery": {"apiKey": "${GALLERY_API_KEY}"}}}"#, at: "n.json"),
        .flags([.init("--limit", sets: "defaults.limit", to: "3")]),
    ]

    private func configuration() throws -> Configuration {
        try Configuration(
            layers: layers, registrations: Registration.madeUp,
            environment: [
                "GALLERY_API_KEY": "k3y", "FORAGE_ALLOW_ORIGINS": "https://b.example",
                "FORAGE_PROVIDERS_OWLS_CONTEXT": "bird",
            ])
    }

    @Test("a setting is explained with its value, its layer, its position, what it overrides and its default")
    func place() throws {
        let explanation = try #require(try configuration().explanations(of: "timeout").first)
        #expect(
            explanation.lines == [
                "timeout = 8", "  The time limit of a search, in seconds.",
                "  from: \(Wording.Settings.namedFile("n.json:1:13"))",
                "  overrides: \(Wording.Settings.ownFile("/me/c.json:2:14"))",
                "  allowed: a number from 0.1 to 600", "  default: 5", "  variable: FORAGE_TIMEOUT",
            ])
    }

    @Test(
        "the explanation names the layer of every setting",
        arguments: [
            ("defaults.limit", "3", "the command line, --limit"),
            ("defaults.format", nil, Wording.Settings.builtIn),
            (
                "providers.owls.context", "\"bird\"",
                Wording.Settings.variable("FORAGE_PROVIDERS_OWLS_CONTEXT")
            ),
            ("providers.owls.enabled", "true", Wording.Settings.builtIn),
            (
                "providers.gallery.apiKey", "set, from environment variable GALLERY_API_KEY",
                Wording.Settings.namedFile("n.json:1:52")
            ),
            (
                "providers.gallery.secret",
                "not set; set the variable GALLERY_SECRET to a key from https://gallery.example/keys",
                Wording.Settings.builtIn
            ),
            (
                "allow.origins", "https://a.example, https://b.example",
                Wording.Settings.variable("FORAGE_ALLOW_ORIGINS")
            ),
        ])
    func layer(path: String, value: String?, origin: String) throws {
        let explanation = try #require(try configuration().explanations(of: path).first)
        #expect(explanation.value == value)
        #expect(explanation.origin.inWords == origin)
    }

    @Test("a group of settings is explained whole, and an unknown name is refused with a suggestion")
    func names() throws {
        let configuration = try configuration()
        #expect(
            try configuration.explanations(of: "providers.owls").map(\.path) == [
                "providers.owls.enabled", "providers.owls.weight", "providers.owls.timeout",
                "providers.owls.requestsPerHour", "providers.owls.cacheFor", "providers.owls.baseURL",
                "providers.owls.applicationName", "providers.owls.context",
            ])
        let error = #expect(throws: SettingError.self) {
            try configuration.explanations(of: "provider.owls.context")
        }
        #expect(
            try #require(error).description
                == Wording.Settings.unknownSetting(
                    "provider.owls.context", didYouMean: "providers.owls.context"))
        let retired = #expect(throws: SettingError.self) {
            try configuration.explanations(of: "compareThumbnails")
        }
        #expect(
            try #require(retired).description.hasPrefix(#""compareThumbnails" was removed in 0.1.0: "#))
    }

    @Test("the whole configuration is shown as JSON, with keys only as set or missing")
    func shown() throws {
        let document = try JSONDocument(configuration().json, mode: .strict)
        #expect(document.root["timeout"].int == 8)
        #expect(document.root["format"].isMissing)
        #expect(
            document.root["allow"]["origins"].elements.compactMap(\.string) == [
                "https://a.example", "https://b.example",
            ])
        let gallery = document.root["providers"]["gallery"]
        #expect(gallery["apiKey"].string == "set, from environment variable GALLERY_API_KEY")
        #expect(gallery["quality"].string == "low")
        #expect(gallery["enabled"].bool == true)
    }
}
