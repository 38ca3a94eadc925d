import JSON
import Platform
import TestReaders
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("forage config")
struct ConfigTests {
    private let place: Place

    init() throws { place = try Place() }

    private static let mark = #""$schema": "urn:forage:config:1""#

    @Test("show prints the whole configuration and nothing else")
    func show() async throws {
        try place.write(
            #"{ "timeout": 2.5, "providers": { "duckduckgo": { "context": "bird" } } }"#,
            to: place.ownConfiguration)
        let ending = try await forage(
            "config", "show", in: place, environment: ["FORAGE_DEFAULTS_LIMIT": "7"])
        #expect(ending.code == 0)
        let root = try ending.json
        #expect(root["timeout"].numberAsWritten == "2.5")
        #expect(root["defaults"]["limit"].int == 7)
        #expect(root["providers"]["duckduckgo"]["context"].string == "bird")
        #expect(root["providers"]["duckduckgo"]["enabled"].bool == true)
        #expect(ending.messages.isEmpty)
        #expect(
            try await forage("config", in: place, environment: ["FORAGE_DEFAULTS_LIMIT": "7"]).output
                == ending.output)
    }

    @Test("explain names the source of a setting, with line and column")
    func explain() async throws {
        let file = try place.write("{\n  \"timeout\": 2\n}", to: place.ownConfiguration)
        let ending = try await forage("config", "explain", "timeout", in: place)
        #expect(ending.output.hasPrefix("timeout = 2\n"))
        #expect(ending.output.contains("from: \(Wording.Settings.ownFile("\(file):2:14"))"))
        let stronger = try await forage(
            "config", "explain", "timeout", in: place, environment: ["FORAGE_TIMEOUT": "3"])
        #expect(stronger.output.contains("from: \(Wording.Settings.variable("FORAGE_TIMEOUT"))"))
        #expect(stronger.output.contains("overrides: \(Wording.Settings.ownFile("\(file):2:14"))"))
        let all = try await forage("config", "explain", in: place)
        #expect(all.output.contains("providers.duckduckgo.context = "))
        let some = try await forage("config", "explain", "providers.duckduckgo", in: place)
        #expect(some.output.hasPrefix("providers.duckduckgo.enabled = true"))
        #expect(!some.output.contains("\ntimeout"))
    }

    @Test("path lists where configuration files are searched, and their states")
    func path() async throws {
        let named = try place.write("{}", to: "mine.json")
        try place.write("{ \"name\": \"somebody else's\" }", to: "config.json")
        let ending = try await forage("config", "path", "--config", named, in: place)
        #expect(
            ending.outputLines == [
                "\(place.ownConfiguration)\tnot found",
                "config.json\tnot read: \(Wording.Settings.schemaMissing)",
                "\(named)\tread",
                "\(place.ownConfiguration.dropLast("config.json".count))credentials.json\tnot found",
            ])
    }

    @Test("on a terminal the states are in a column of their own")
    func pathAtTerminal() async throws {
        let screen = try PseudoTerminal(width: 200, height: 20)
        let ending = try await forage("config", "path", in: place, screen: screen)
        let lines = ending.output.replacing("\r\n", with: "\n").split(separator: "\n")
        let starts = lines.map { $0.firstRange(of: "  not found")?.lowerBound.utf16Offset(in: $0) }
        #expect(lines.count > 1 && Set(starts).count == 1 && starts[0] != nil, "\(lines)")
        #expect(!ending.output.contains("\t"))
    }

    @Test("path works even if the configuration has errors")
    func pathOfFaulty() async throws {
        try place.write("{ \"timeout\": 0 }", to: place.ownConfiguration)
        let ending = try await forage("config", "path", in: place)
        #expect(ending.code == 0)
        #expect(ending.outputLines.first == "\(place.ownConfiguration)\tread")
    }

    @Test("schema prints the JSON Schema of the file")
    func schema() async throws {
        let ending = try await forage("config", "schema", in: place)
        #expect(try ending.json["$id"].string == "urn:forage:config:1")
        #expect(try ending.json["properties"]["providers"]["properties"]["duckduckgo"].exists)
    }

    @Test("a pipe in place of a configuration is refused without waiting")
    func pipe() async throws {
        try FileManager.default.createDirectory(
            atPath: String(place.ownConfiguration.dropLast("/config.json".count)),
            withIntermediateDirectories: true)
        #expect(mkfifo(place.ownConfiguration, 0o600) == 0)
        let ending = try await forage("config", "check", in: place)
        #expect(ending.code == 78)
        #expect(ending.messages.contains(Wording.Files.notOrdinary))
    }

    @Test("check names the valid files")
    func check() async throws {
        #expect(
            try await forage("config", "check", in: place).output
                == "No configuration file is read; the defaults apply: no errors.\n")
        try place.write("{", to: "config.json")
        #expect(
            try await forage("config", "check", in: place).messages
                == "forage: config.json is not read: \(Wording.Settings.schemaMissing).\n")
        try place.write("{}", to: place.ownConfiguration)
        try place.write("{ \(Self.mark), \"timeout\": 3 }", to: "config.json")
        #expect(
            try await forage("config", "check", in: place).output
                == "\(place.ownConfiguration), config.json: no errors.\n")
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let text: String
        let message: String

        init(_ text: String, _ message: String) {
            self.text = text
            self.message = message
        }

        var testDescription: String { text }
    }

    @Test(
        "an error is reported with file, line, column and the expected value, and exit code 78",
        arguments: [
            Wrong("timeout = 5", ":1:1: \(Wording.Settings.notJSON)"),
            Wrong("{\n  // slow\n  \"timeout\": 5\n}", ":2:3: \(Wording.Settings.comments)"),
            Wrong(
                "{\n  \"timeout\": \"5\"\n}",
                ":2:14: \(Wording.Settings.expected("a number from 0.1 to 600", found: #""5""#))"),
            Wrong(
                "{ \"defaults\": { \"limit\": 501 } }",
                ":1:26: \(Wording.Settings.expected("a whole number from 1 to 500", found: "501"))"),
            Wrong(
                "{\n  \"timeuot\": 5 }",
                ":2:3: \(Wording.Settings.unknownSetting("timeuot", of: "Forage", didYouMean: "timeout"))"),
            Wrong(
                "{ \"timeout\": 5,\n  \"timeout\": 6 }", ":2:3: \(Wording.Settings.twice("timeout"))"),
            Wrong(
                "{ \"providers\": { \"duckduckg\": {} } }",
                ":1:18: \(Wording.Usage.notAProvider("duckduckg")); did you mean"),
            Wrong(
                "{ \"providers\": { \"duckduckgo\": { \"enabeld\": 1 } } }",
                Wording.Settings.unknownSetting("enabeld", of: "duckduckgo")),
            Wrong("{ \"timeout\": 5", ":1:15: "),
            Wrong("[]", ":1:1: \(Wording.Settings.expected("an object { }", found: "a list"))"),
            Wrong("", ": "),
        ],
        [["config", "check"], ["search", "owl"], ["providers"]])
    func wrong(_ wrong: Wrong, typed: [String]) async throws {
        let file = try place.write(wrong.text, to: place.ownConfiguration)
        let ending = try await RunningProgram(["forage"] + typed, in: place).ending()
        #expect(ending.code == 78)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.hasPrefix(file + ":"))
        #expect(ending.messages.contains(wrong.message))
        #expect(ending.messageLines.count == 1)
    }

    @Test("all errors are reported at once")
    func several() async throws {
        try place.write("{ \"defaults\": { \"limit\": 0 }, \"timeout\": 0 }", to: place.ownConfiguration)
        let ending = try await forage(
            "config", "check", in: place, environment: ["FORAGE_DEFAULTS_FORMAT": "jsom"])
        #expect(ending.messageLines.count == 3)
        #expect(ending.messages.contains("FORAGE_DEFAULTS_FORMAT: expected "))
    }

    @Test(
        "check names unknown variables that other commands ignore, with a suggestion",
        arguments: [
            ("FLICKR_API_KEY", "bad key", Wording.Settings.notAKey),
            ("CLOUDINARY_API_SECRET", "a b", Wording.Settings.notAKey),
            (
                "FORAGE_TIMOUT", "3",
                "\(Wording.Settings.notAVariable); \(Wording.Usage.didYouMeanVariable("FORAGE_TIMEOUT"))"
            ),
            (
                "FORAGE_SANBOX", "x",
                "\(Wording.Settings.notAVariable); \(Wording.Usage.didYouMeanVariable("FORAGE_SANDBOX"))"
            ),
            (
                "FORAGE_COMPARE_THUMBNAILS", "true",
                "\(Wording.Settings.notAVariable); \(Wording.Settings.removed("compareThumbnails", "photos are no longer compared by their appearance"))"
            ),
            (
                "FORAGE_PROVIDERS_FLIKR_ENABLED", "false",
                "\(Wording.Settings.notAVariable); \(Wording.Usage.didYouMeanVariable("FORAGE_PROVIDERS_FLICKR_ENABLED"))"
            ),
            (
                "FORAGE_PROVIDERS_FLICKR_API_KEY", "k",
                "\(Wording.Settings.notAVariable); this key is read from FLICKR_API_KEY"
            ),
        ])
    func strayVariable(name: String, value: String, message: String) async throws {
        let ending = try await forage("config", "check", in: place, environment: [name: value])
        #expect(ending.code == 78)
        #expect(ending.output.isEmpty)
        #expect(ending.messages == "\(name): \(message)\n")
        #expect(try await forage("config", "show", in: place, environment: [name: value]).code == 0)
    }

    @Test("a definition that cannot be read and an unknown variable do not hide other errors, or each other")
    func severalKinds() async throws {
        try place.write(
            "{ \"definitions\": { \"files\": [\"/nowhere/owls.json\"] }, \"timeout\": 0 }",
            to: place.ownConfiguration)
        let ending = try await forage("config", "check", in: place, environment: ["FORAGE_TIMOUT": "3"])
        #expect(ending.code == 78 && ending.messageLines.count == 3, "\(ending.messages)")
        #expect(ending.messages.contains("/nowhere/owls.json: "))
        #expect(ending.messages.contains("config.json:1:") && ending.messages.contains("FORAGE_TIMOUT: "))
    }

    @Test(
        "check ignores variables that are known, blank or of other programs",
        arguments: [
            ["FORAGE_TIMEOUT": "3", "FORAGE_PROVIDERS_FLICKR_BASE_URL": "https://flickr.example/"],
            ["FORAGE_SANDBOX": "http://127.0.0.1:1/", "FORAGE_GALLERY_TOKEN": "x", "FORAGE_CONFIG": " "],
            ["FORAGE_KEY_MUSEUM": "k", "FORAGE_DEVELOPING": "1", "FORAGE_FUZZING": "0"],
            ["FORAGE_TIMOUT": " ", "FORAGER_TIMOUT": "3", "FLICKR_API_KEY": "key"],
            ["FORAGE_OWLS_AT_NIGHT": "1", "FORAGE_PROVIDERS_MUSEUM_ENABLED": "false"],
        ])
    func knownVariables(environment: [String: String]) async throws {
        let ending = try await forage("config", "check", in: place, environment: environment)
        #expect(ending.code == 0)
        #expect(ending.messages.isEmpty)
    }

    @Test("a named file must exist and be readable")
    func named() async throws {
        for environment in [["FORAGE_CONFIG": "none.json"], [:]] {
            let typed =
                environment.isEmpty ? ["config", "check", "--config", "none.json"] : ["config", "check"]
            let ending = try await RunningProgram(["forage"] + typed, in: place, environment: environment)
                .ending()
            #expect(ending.code == 78)
            #expect(ending.messages == "none.json: \(Wording.Files.missing)\n")
        }
        let folder = try await forage("config", "check", "--config", ".", in: place)
        #expect(folder.code == 78)
        #expect(folder.messages == "\(Wording.Files.unreadable(at: ".", Wording.Files.folder))\n")
    }

    @Test("a file over a mebibyte is refused")
    func large() async throws {
        try place.write("{}" + String(repeating: " ", count: 1 << 20), to: place.ownConfiguration)
        let ending = try await forage("config", "check", in: place)
        #expect(ending.code == 78)
        #expect(
            ending.messages.contains(Wording.Files.unreadableReason("\(Wording.Downloads.largerThan) 1 MiB")))
    }

    @Test("check accepts files of any kind by path, and reports each as valid")
    func checkFiles() async throws {
        try place.write(DefinitionTests.bytes(of: "openverse"), to: "openverse.json")
        try place.write("{ \"timeout\": 3 }", to: "mine.json")
        let ending = try await forage("config", "check", "openverse.json", "mine.json", in: place)
        #expect(ending.code == 0)
        #expect(ending.output == "openverse.json: no errors.\nmine.json: no errors.\n")
    }

    @Test(
        "check reports an error in a file with its position, and exit code 78",
        arguments: [
            (
                "{ \"timeuot\": 5 }",
                "wrong.json:1:3: \(Wording.Settings.unknownSetting("timeuot", of: "Forage")); did you mean"
            ),
            (
                #"{ "$schema": "urn:forage:definition:1" }"#,
                "wrong.json:1:1: \"about\", which describes the provider, is missing"
            ),
            (
                #"{"about": {"id": "flickr", "name": "F", "summary": "F", "site": "https://f.example/", "kinds": ["photo"], "#
                    + #""hosts": ["https://f.example"]}, "program": {"command": ["sh"], "answers": ["search"]}, "#
                    + #""$schema": "urn:forage:definition:1"}"#,
                "wrong.json:1:18: a built-in provider is already called flickr"
            ),
            (
                #"{"about": {"id": "mine", "name": "F", "summary": "F", "site": "https://f.example/", "kinds": ["photo"],"#
                    + "\n"
                    + #""hosts": ["https://f.example"]}, "program": {"command": ["./no"], "answers": ["search"]},"#
                    + #""$schema": "urn:forage:definition:1"}"#,
                "wrong.json:2:58: \"./no\" \(Wording.Files.notInFolder)\n"
            ),
            ("timeout = 5", "wrong.json:1:1: \(Wording.Settings.notJSON)"),
            ("{ \"definitions\": { \"files\": [\"none.json\"] }, \"timeout\": 0 }", "expected a number"),
        ])
    func checkWrongFile(text: String, message: String) async throws {
        try place.write(text, to: "wrong.json")
        try place.write("{ \"timeout\": 0 }", to: place.ownConfiguration)
        let ending = try await forage("config", "check", "wrong.json", in: place)
        #expect(ending.code == 78)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.contains(message), "\(ending.messages)")
        #expect(ending.messageLines.count == 1)
    }

    @Test("check reports all errors of a definition at once")
    func checkWrongDefinition() async throws {
        try place.write(
            "{ \"about\": { \"id\": \"Mine\", \"nmae\": \"F\" }, \"serach\": {} }", to: "wrong.json")
        let ending = try await forage("config", "check", "wrong.json", in: place)
        #expect(ending.code == 78)
        let places = ["1:20: expected a name", "1:28: \"nmae\" is no", "1:43: \"serach\" is no"]
        for place in places {
            #expect(ending.messages.contains("wrong.json:\(place)"), "\(ending.messages)")
        }
    }

    @Test("check reports a file that is too long as such, not as truncated")
    func checkLongFile() async throws {
        let mark = #""$schema": "urn:forage:definition:1", "about": "#
        try place.write("{\(mark)\"\(String(repeating: "a", count: 9 << 20))\"}", to: "long.json")
        let ending = try await forage("config", "check", "long.json", in: place)
        #expect(ending.code == 78)
        #expect(
            ending.messages.contains(
                "long.json: \(Wording.Downloads.largerThan) 8 MiB, the limit for a definition"),
            "\(ending.messages)")
    }

    @Test("check applies the rules of project files to one, and reports unreadable files")
    func checkOtherFiles() async throws {
        try place.write(
            "{ \(Self.mark), \"allow\": { \"origins\": [\"https://elsewhere.example\"] } }", to: "config.json"
        )
        let foreign = try await forage("config", "check", "./config.json", in: place)
        #expect(foreign.code == 78 && foreign.messages.contains(Wording.Settings.onlyYouCanAllow))
        let named = try await forage("config", "check", "none.json", ".", in: place)
        #expect(
            named.messageLines == [
                "none.json: no such file", Wording.Files.unreadable(at: ".", Wording.Files.folder)[...],
            ])
        let credentials = String(place.ownConfiguration.dropLast("config.json".count)) + "credentials.json"
        try place.write("{ \"flickr\": 7 }", to: credentials)
        let keys = try await forage("config", "check", credentials, in: place)
        #expect(keys.code == 78 && keys.messages.hasPrefix(credentials))
    }

    @Test("a config.json without a $schema in the current folder is reported in one line")
    func unmarked() async throws {
        try place.write(#"{ "providers": { "duckduckgo": { "enabled": false } } }"#, to: "config.json")
        let ending = try await forageAtSandbox(["search", "owl"], in: place)
        #expect(ending.code == 0)
        let line = #"forage: config.json is not read: \#(Wording.Settings.schemaMissing)."#
        #expect(ending.messageLines.filter { $0.contains("config.json") } == [line[...]])
        try place.write(#"{ "$schema": "https://elsewhere.example/config" }"#, to: "config.json")
        #expect(try await !forageAtSandbox(["search", "owl"], in: place).messages.contains("config.json"))
    }

    @Test("a config.json of another program is ignored, even if it is broken")
    func foreign() async throws {
        try place.write("{ \"providers\": ", to: "config.json")
        #expect(try await forage("config", "check", in: place).code == 0)
    }

    @Test(
        "a project file that allows too much is refused, with the way to allow it",
        arguments: [
            (
                #""allow": { "origins": ["https://elsewhere.example"] }"#,
                "--allow-origin https://elsewhere.example"
            ),
            (#""allow": { "variables": ["AWS_SECRET_ACCESS_KEY"] }"#, "FORAGE_ALLOW_VARIABLES"),
        ])
    func foreign(text: String, way: String) async throws {
        try place.write("{ \(Self.mark), \(text) }", to: "config.json")
        let ending = try await forage("search", "owl", in: place)
        #expect(ending.code == 78)
        #expect(ending.messages.hasPrefix("config.json:1:"))
        #expect(ending.messages.contains(Wording.Settings.onlyYouCanAllow))
        #expect(ending.messages.contains(way))
        #expect(ending.messages.contains("forage config path"))
    }

    @Test("an option can allow an origin")
    func allowed() async throws {
        let ending = try await forage(
            "config", "show", "--allow-origin", "https://elsewhere.example", in: place)
        #expect(ending.output.contains("https://elsewhere.example"))
    }

    @Test(
        "an invalid origin in an option is a usage error",
        arguments: ["config show", "search owl", "serve"],
        ["", "elsewhere", "https://elsewhere.example/path"])
    func notAnOrigin(command: String, typed: String) async throws {
        let words = ["forage"] + command.split(separator: " ").map(String.init)
        let ending = try await RunningProgram(words + ["--allow-origin", typed], in: place).ending()
        #expect(ending.code == 64)
        #expect(
            ending.messages
                == "forage: \(Wording.Usage.origin("--allow-origin")), not \"\(typed)\".\n"
        )
    }
}
