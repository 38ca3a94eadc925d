import ForageCore
import TestWording
import Testing

@Suite("Configuration layers")
struct ConfigurationLayersTests {
    @Test("without any configuration, every provider has its defaults")
    func defaults() throws {
        let configuration = try Configuration()
        #expect(configuration.timeout == .seconds(5))
        #expect(configuration.limit == 20)
        #expect(configuration.defaults().format == nil)
        #expect(configuration.contact == nil)
        #expect(configuration.cache.diskByteCount == 512_000_000)
        #expect(configuration.cache.memoryByteCount == 32_000_000)
        #expect(configuration.providers.map(\.id) == ["owls", "gallery"])
        let owls = try #require(configuration["owls"])
        #expect(owls.isEnabled)
        #expect(owls.weight == 1)
        #expect(owls.timeout == nil)
        #expect(owls.obstacle == nil)
        let provider = try #require(owls.provider as? ExampleProvider)
        #expect(provider.settings.text("applicationName") == "forage")
        #expect(provider.settings.text("context") == nil)
    }

    @Test("two providers with the same name are a problem, not a crash")
    func twins() throws {
        #expect {
            try Configuration(registrations: Registration.madeUp + Registration.madeUp)
        } throws: { fault in
            "\(fault)".contains("two providers are called \"owls\"")
        }
    }

    @Test("a stronger layer overrides a weaker one, in any order of the arguments")
    func strength() throws {
        let file = ConfigurationLayer.user(#"{"timeout": 1, "defaults": {"limit": 1, "format": "json"}}"#)
        let project = ConfigurationLayer.project(#""timeout": 2, "defaults": {"limit": 2}"#)
        let named = ConfigurationLayer.named(#"{"timeout": 3}"#)
        let flags = ConfigurationLayer.flags([.init("--timeout", sets: "timeout", to: "9.5")])

        let all = try Configuration(flags, named, file, project, environment: ["FORAGE_TIMEOUT": "4"])
        #expect(all.timeout == .seconds(9.5))
        #expect(all.limit == 2)
        #expect(all.defaults().format == .json)
        #expect(
            try Configuration(named, file, project, environment: ["FORAGE_TIMEOUT": "4"]).timeout
                == .seconds(4))
        #expect(try Configuration(named, file, project).timeout == .seconds(3))
        #expect(try Configuration(file, project).timeout == .seconds(2))
        #expect(try Configuration(file).timeout == .seconds(1))
    }

    @Test(
        "a disk cache limit below the minimum is raised, but 0 turns it off",
        arguments: [(0, 0), (1, 16_000_000), (16, 16_000_000), (600, 600_000_000)])
    func disk(megabytes: Int, byteCount: Int) throws {
        let configuration = try Configuration(.user(#"{"cache": {"disk": \#(megabytes)}}"#))
        #expect(configuration.cache.diskByteCount == byteCount)
    }

    @Test("settings of every type reach their provider, and no other")
    func settings() throws {
        let file = ConfigurationLayer.user(
            #"""
            {"contact": "https://me.example/forage", "cache": {"disk": 0, "memory": 7},
             "providers": {"gallery": {"enabled": false, "weight": 2.5, "timeout": 3,
                 "requestsPerHour": 7, "cacheFor": 3600, "quality": "high",
                 "count": 30, "ratio": 0.5, "strict": true, "mirror": "https://mirror.example",
                 "list": "lists/mine.json"}}}
            """#)
        let configuration = try Configuration(file)
        #expect(configuration.contact == "https://me.example/forage")
        #expect(configuration.cache.diskByteCount == 0)
        #expect(configuration.cache.memoryByteCount == 7_000_000)
        let gallery = try #require(configuration["gallery"])
        #expect(!gallery.isEnabled)
        #expect(gallery.weight == 2.5)
        #expect(gallery.timeout == .seconds(3))
        #expect(gallery.limits.quota == Quota(7, per: .seconds(3600), isOwn: true))
        #expect(gallery.caching.personalAge == .seconds(3600))
        #expect(configuration.personalAges == ["gallery": .seconds(3600)])
        #expect(configuration["owls"]?.limits == RequestLimits())
        let local = ConfigurationLayer.user(#"{"providers": {"owls": {"baseURL": "http://127.0.0.1/"}}}"#)
        #expect(try Configuration(local)["owls"]?.limits == RequestLimits(pace: nil))
        let settings = try #require(gallery.provider as? ExampleProvider).settings
        #expect(settings.text("quality") == "high")
        #expect(settings.integer("count") == 30)
        #expect(settings.number("ratio") == 0.5)
        #expect(settings.flag("strict"))
        #expect(settings.url("mirror") == "https://mirror.example")
        #expect(settings.file("list")?.path == "/home/me/.config/forage/lists/mine.json")
        #expect(settings.number("weight") == nil)
    }

    @Test("a variable can set any setting")
    func variables() throws {
        let configuration = try Configuration(environment: [
            "FORAGE_DEFAULTS_LIMIT": "7", "FORAGE_DEFAULTS_FORMAT": "json",
            "FORAGE_PROVIDERS_OWLS_CONTEXT": "bird",
            "FORAGE_PROVIDERS_OWLS_APPLICATION_NAME": "mine", "FORAGE_PROVIDERS_GALLERY_ENABLED": "false",
            "FORAGE_TIMEOUT": "", "FORAGE_CONFIG": "/tmp/named.json",
        ])
        #expect(configuration.limit == 7)
        #expect(configuration.defaults().format == .json)
        #expect(configuration.timeout == .seconds(5))
        #expect(configuration["gallery"]?.isEnabled == false)
        let settings = try #require(configuration["owls"]?.provider as? ExampleProvider).settings
        #expect(settings.text("context") == "bird")
        #expect(settings.text("applicationName") == "mine")
    }

    @Test("a path in a file is relative to that file, and ~ is your home folder")
    func paths() throws {
        func path(_ layer: ConfigurationLayer) throws -> String? {
            let configuration = try Configuration(layer, environment: ["HOME": "/home/me"])
            return (configuration["gallery"]?.provider as? ExampleProvider)?.settings.file("list")?.path
        }
        let file = #"{"providers": {"gallery": {"list": "PATH"}}}"#
        func named(_ given: String) -> ConfigurationLayer {
            .named(file.split(separator: "PATH").joined(separator: given), at: "/etc/forage.json")
        }
        #expect(try path(named("a.json")) == "/etc/a.json")
        #expect(try path(named("/a.json")) == "/a.json")
        #expect(try path(named("~/a.json")) == "/home/me/a.json")
        #expect(try path(.project(#""providers": {"gallery": {"list": "a.json"}}"#)) == "a.json")
        #expect(try path(.flags([.init("--list", sets: "providers.gallery.list", to: "a.json")])) == "a.json")
    }

    @Test("without a usable HOME, a path that begins with ~ is refused", arguments: [nil, "", "me"])
    func homeless(home: String?) {
        let file = #"{"providers": {"gallery": {"list": "~/a.json"}}}"#
        let environment = home.map { ["HOME": $0] } ?? [:]
        let fault = #expect(throws: ConfigurationError.self) {
            try Configuration(.named(file, at: "/etc/forage.json"), environment: environment)
        }
        #expect(fault.map { "\($0)".contains("HOME is not set to a path") } == true)
    }

    @Test("a config.json in the current folder counts only if its $schema is Forage's")
    func projectFile() throws {
        let foreign: [(String, ConfigurationFile.State)] = [
            (#"{"timeout": "soon"}"#, .unmarked), (#"{"providers": {"owls": {"weight": 2}}}"#, .unmarked),
            (#"{"$schema": "https://json-schema.org/x", "a": 1}"#, .foreign), ("not JSON", .foreign),
            ("", .foreign), (#"["urn:forage:config:1"]"#, .foreign),
            ("// \"$schema\": \"urn:forage:config:1\"", .foreign),
        ]
        for (text, state) in foreign {
            let configuration = try Configuration(.projectFile("config.json", .bytes(Array(text.utf8))))
            #expect(configuration.files.map(\.state) == [state], "\(text)")
        }
        #expect(try Configuration(.project(#""timeout": 3"#)).files.map(\.state) == [.read])
        let broken = #"{"$schema": "urn:forage:config:1", "timeout": 3"#
        #expect(problems(.projectFile("config.json", .bytes(Array(broken.utf8)))).count == 1)
    }

    @Test("the configuration lists the files that were searched and found")
    func files() throws {
        let configuration = try Configuration(
            .projectFile("config.json", .missing), .user("{}"), .named("{}"))
        #expect(
            configuration.files.map(\.layer.path) == [
                "/home/me/.config/forage/config.json", "config.json", "/tmp/named.json",
            ])
        #expect(configuration.files.map(\.state) == [.read, .missing, .read])
    }

    @Test("the files are listed even if the configuration has errors")
    func filesOfFaults() {
        let layers: [ConfigurationLayer] = [
            .user("{"), .projectFile("config.json", .bytes([])),
            .namedFile("/n", .unreadable(Wording.Files.folder)),
            .flags([]),
        ]
        #expect(
            layers.compactMap(ConfigurationFile.init).map(\.state) == [
                .read, .foreign, .unreadable(Wording.Files.folder),
            ])
        let credentials = CredentialsFile(path: "/keys", .missing, permissions: 0)
        #expect(ConfigurationFile(credentials).layer == .credentialsFile("/keys"))
        #expect(ConfigurationFile(credentials).state == .missing)
    }

    @Test("an unreadable file, or a named file that is missing, is a problem")
    func unreadable() {
        #expect(problems(.userFile("/c.json", .missing)) == [])
        #expect(problems(.namedFile("/c.json", .missing)) == ["/c.json: \(Wording.Files.missing)"])
        #expect(
            problems(.userFile("/c.json", .unreadable(Wording.Files.denied)))
                == [Wording.Files.unreadable(at: "/c.json", Wording.Files.denied)])
        // Such a file may belong to another program.
        #expect(problems(.projectFile("config.json", .unreadable(Wording.Files.folder))) == [])
    }
}
