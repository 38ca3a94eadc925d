import ForageCore
import TestWording
import Testing

@Suite("Origins in a configuration")
struct ConfiguredOriginsTests {
    private func base(_ url: String, of provider: String = "gallery") -> String {
        #""providers": {"\#(provider)": {"baseURL": "\#(url)"}}"#
    }

    @Test("a base URL replaces the provider's first origin")
    func base() throws {
        let configuration = try Configuration(
            .user("{\(base("http://localhost:8080/owls/", of: "owls"))}"))
        #expect(configuration["owls"]?.baseURL == "http://localhost:8080/owls/")
        #expect(
            configuration.originMap.address(for: "https://api.owls.example/a?q=1")
                == "http://localhost:8080/owls/a?q=1")
        #expect(configuration.originMap.address(for: "https://other.example/a") == "https://other.example/a")
    }

    @Test("a file alone cannot send keys to an unknown origin, and the message says how to allow it")
    func refused() {
        let text = "{" + base("https://evil.example") + "}"
        let refusal =
            "the keys of gallery would be sent to https://evil.example; if that is what you want, add "
            + #""https://evil.example" to "origins" under "allow" in your own configuration file"#
        #expect(problems(.user(text, at: "c.json")) == ["c.json:1:39: " + refusal])
        #expect(problems(.named(text, at: "c.json")) == ["c.json:1:39: " + refusal])
        #expect(
            remedies(.user(text, at: "c.json")) == [.allowOrigin(("https://evil.example" as WebURL).origin)])
        #expect(problems(.project(base("https://evil.example"))).count == 1)
        let both = base("https://evil.example") + #", "allow": {"origins": ["https://evil.example"]}"#
        #expect(problems(.project(both)).count == 2)
    }

    @Test("your own file, the named file, the environment and the command line can allow an origin")
    func allowed() throws {
        let project = ConfigurationLayer.project(base("https://mirror.example:8443/api"))
        let allowing = #"{"allow": {"origins": ["https://mirror.example:8443"]}}"#
        let origin = ("https://mirror.example:8443" as WebURL).origin
        let configurations = [
            try Configuration(project, .user(allowing)),
            try Configuration(project, .named(allowing)),
            try Configuration(project, environment: ["FORAGE_ALLOW_ORIGINS": "https://mirror.example:8443"]),
            try Configuration(
                project, .flags([.init("--allow", sets: "allow.origins", to: "https://mirror.example:8443")])),
            try Configuration(
                .flags([
                    .init("--base", sets: "providers.gallery.baseURL", to: "https://mirror.example:8443/api")
                ])),
        ]
        for configuration in configurations {
            #expect(configuration.keyRing.maySendKeys(of: .gallery, to: origin))
            #expect(
                configuration.originMap.address(for: "https://api.gallery.example/x")
                    == "https://mirror.example:8443/api/x")
        }
    }

    @Test("an origin that the provider declares needs no permission")
    func declared() {
        #expect(problems(.project(base("https://up.gallery.example/v2"))) == [])
    }

    @Test(
        "keys are sent unencrypted only to this machine",
        arguments: [
            ("http://mirror.example", false), ("http://192.168.1.5:80", false),
            ("http://127.0.0.1.evil.example", false),
            ("http://127.0.0.1:8080", true), ("http://localhost:8080", true), ("http://[::1]:8080", true),
        ])
    func unencrypted(url: String, isAllowed: Bool) {
        let allowing = ConfigurationLayer.user("{\"allow\": {\"origins\": [\"\(url)\"]}}")
        #expect(problems(.project(base(url)), allowing).isEmpty == isAllowed)
        #expect(problems(.user("{\(base(url, of: "owls"))}")) == [])
    }

    @Test(
        "a project file alone cannot send requests to this machine or its network",
        arguments: [
            "http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080", "http://[fd00::1]",
            "http://192.168.1.5", "http://169.254.169.254", "http://2130706433", "http://0x7f.1",
            "http://router", "https://printer.local", "http://metadata.google.internal", "http://a.localhost",
            "http://nas.lan", "http://box.home.arpa",
        ])
    func local(url: String) throws {
        let origin = try #require(WebURL(url)).origin
        let project = base(url, of: "owls")
        let refusal =
            "config.json:1:70: requests would be sent to \(origin), which is not on the open internet; if that "
            + "is what you want, \(Wording.Settings.listed(origin.description, in: "origins"))"
        #expect(problems(.project(project)) == [refusal])
        #expect(remedies(.project(project)) == [.allowOrigin(origin)])
        #expect(problems(.project(project), .user(#"{"allow": {"origins": ["\#(url)"]}}"#)) == [])
        for layer in [ConfigurationLayer.user("{\(project)}"), .named("{\(project)}")] {
            #expect(problems(layer) == [])
        }
        let variables = ["FORAGE_PROVIDERS_OWLS_BASE_URL": url]
        #expect(problems(environment: variables) == [])
    }

    @Test("only a server that you named counts as a replacement, whatever the project file says")
    func programs() throws {
        let mirror = "https://mirror.example"
        let origin = ("https://mirror.example" as WebURL).origin
        let project = ConfigurationLayer.project(base(mirror, of: "owls"))
        let user = ConfigurationLayer.user("{\(base(mirror, of: "owls"))}")
        let allowing = ConfigurationLayer.user(#"{"allow": {"origins": ["\#(mirror)"]}}"#)
        #expect(try !Configuration(project).originMap.isReplacement(origin))
        #expect(try Configuration(user).originMap.isReplacement(origin))
        #expect(try Configuration(project, allowing).originMap.isReplacement(origin))
        let sandbox: WebURL = "http://127.0.0.1:8080/"
        #expect(OriginMap(sendingEverythingTo: sandbox).isReplacement(sandbox.origin))
    }

    @Test("a provider without keys cannot redirect another one's keys by sharing its origin")
    func sharedOrigin() throws {
        let thief = ProviderInfo(
            id: "thief", name: "Thief", summary: "Shares an origin.", site: "https://thief.example",
            kinds: [.photo], origins: ["https://api.gallery.example"], capabilities: Capabilities())
        let registrations = [
            Registration.gallery, Registration(thief) { ExampleProvider(info: thief, settings: $0) },
        ]
        let layer = ConfigurationLayer.project(base("https://evil.example", of: "thief"))
        #expect(throws: ConfigurationError.self) {
            try Configuration(layers: [layer], registrations: registrations)
        }
        let twoBases = ConfigurationLayer.user(
            #"""
            {"allow": {"origins": ["https://a.example", "https://b.example"]},
             "providers": {"thief": {"baseURL": "https://a.example"}, "gallery": {"baseURL": "https://b.example"}}}
            """#)
        #expect(throws: ConfigurationError.self) {
            try Configuration(layers: [twoBases], registrations: registrations)
        }
    }

    @Test(
        "a project file may name only files inside its own folder",
        arguments: [
            ("lists/a.json", true), ("./a.json", true), ("/etc/passwd", false), ("../a.json", false),
            ("a/../../b.json", false),
        ])
    func files(path: String, isAllowed: Bool) {
        let members = #""providers": {"gallery": {"list": "\#(path)"}}"#
        #expect(problems(.project(members)).isEmpty == isAllowed)
        #expect(problems(.user("{\(members)}")) == [])
    }

    @Test("a project file may not name a file in your home folder")
    func filesAtHome() {
        let project = ConfigurationLayer.project(#""providers": {"gallery": {"list": "~/a.json"}}"#)
        let refusal =
            "config.json:1:70: this file may name only files inside its own folder, not \"~/a.json\""
        #expect(problems(project, environment: ["HOME": "/home/me"]) == [refusal])
    }
}
