import JSON
import Platform
import TestReaders
import TestWording
import Testing

@Suite("forage config set, get and unset")
struct SettingEditTests {
    private let place: Place

    init() throws { place = try Place() }

    private func config(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        try await RunningProgram(["forage", "config"] + arguments, in: place, environment: environment)
            .ending()
    }

    private func text() throws -> String {
        try String(contentsOfFile: place.ownConfiguration, encoding: .utf8)
    }

    @Test("a setting is written into a new file, read, and removed")
    func newFile() async throws {
        let ending = try await config("set", "defaults.limit", "50")
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(ending.output == "defaults.limit is now 50 in \(place.ownConfiguration).\n")
        #expect(try await config("get", "defaults.limit").output == "50\n")
        #expect(try text().hasPrefix("{\n  \"$schema\": \"urn:forage:config:1\",\n"))
        #expect(try await config("unset", "defaults.limit").code == 0)
        #expect(try await config("get", "defaults.limit").output == "20\n")
        let again = try await config("unset", "defaults.limit")
        #expect(again.code == 1)
        #expect(again.messages == "forage: defaults.limit is not set in \(place.ownConfiguration).\n")
    }

    @Test("each value is written in its type, and no other byte changes")
    func types() async throws {
        let before = "{\r\n\t\"timeout\" : 2,\r\n\t\"contact\":\"me@home.example\" }\n"
        try place.write(before.utf8, to: place.ownConfiguration, permissions: 0o640)
        for (name, value) in [
            ("timeout", "3.5"), ("measure", "false"), ("defaults.licence", "commercial,modify"),
            ("allow.variables", "A, B"), ("providers.flickr.enabled", "false"), ("defaults.get.to", "~/owls"),
            ("providers.flickr.apiKey", "${FLICKR_API_KEY}"),
        ] {
            let ending = try await config("set", name, value)
            #expect(ending.code == 0, "\(name): \(ending.messages)")
        }
        let after = try text()
        #expect(after.hasPrefix("{\r\n\t\"timeout\" : 3.5,\r\n\t\"contact\":\"me@home.example\","))
        let root = try JSONDocument(Array(after.utf8), mode: .strict).root
        #expect(root["measure"].bool == false && root["defaults"]["licence"].string == "commercial,modify")
        #expect(root["allow"]["variables"].list.map(\.string) == ["A", "B"])
        #expect(root["providers"]["flickr"]["enabled"].bool == false)
        #expect(try await config("get", "allow.variables").output == "A\nB\n")
        #expect(try await config("get", "contact").output == "me@home.example\n")
        #expect(try LocalFile(place.ownConfiguration, upTo: 10_000).permissions & 0o777 == 0o640)
        #expect(try await config("check").code == 0)
    }

    @Test(
        "a wrong value and an unknown name are refused, and the file is unchanged",
        arguments: [
            (
                ["set", "defaults.limit", "0"], 64,
                Wording.Settings.expected("a whole number from 1 to 500", found: #""0""#)
            ),
            (
                ["set", "defaults.limti", "5"], 64,
                Wording.Settings.unknownSetting("defaults.limti", didYouMean: "defaults.limit")
            ),
            (["set", "limit", "5"], 64, Wording.Settings.removed("limit", "it is now defaults.limit")),
            (["set", "defaults.kind", "phot"], 64, Wording.Usage.didYouMean("photo")),
            (["set", "providers.flickr.apiKey", "s3cret"], 64, "a key does not belong here"),
            (["set", "providers.flickr.apiKey", "${HOME}"], 78, "The file was not changed."),
            (
                ["set", "providers.flickr.baseURL", "https://evil.example"], 78,
                "the keys of flickr would be sent"
            ),
            (["set", "defaults.get.name", "{titel}"], 78, "titel"),
            (["set", "defaults.limit"], 64, "Give a value"),
            (["set", "defaults.limit", "5", "6"], 64, "Unexpected argument \"6\""),
            (["unset", "defaults.limti"], 64, Wording.Usage.didYouMean("defaults.limit")),
            (["get", "defaults.limti"], 64, Wording.Usage.didYouMean("defaults.limit")),
        ] as [([String], Int32, String)])
    func refused(typed: [String], code: Int32, message: String) async throws {
        let before = #"{"timeout": 2}"#
        try place.write(before, to: place.ownConfiguration)
        let ending = try await RunningProgram(["forage", "config"] + typed, in: place).ending()
        #expect(ending.code == code)
        #expect(ending.messages.contains(message), "\(ending.messages)")
        #expect(!ending.messages.contains("s3cret"))
        #expect(try text() == before)
    }

    @Test("a file with problems can be mended, but not made worse")
    func mended() async throws {
        try place.write(#"{"defaults": {"limit": 0}, "timeuot": 1}"#, to: place.ownConfiguration)
        #expect(try await config("set", "defaults.limit", "7").code == 0)
        #expect(try await config("unset", "timeuot").code == 0)
        #expect(try await config("check").code == 0)
        try place.write(#"{"timeout": 1, "timeout": 2}"#, to: place.ownConfiguration)
        #expect(try await config("set", "timeout", "3").code == 78)
        #expect(try text() == #"{"timeout": 1, "timeout": 2}"#)
    }

    @Test("a link stays a link, and a stronger layer is reported")
    func link() async throws {
        let target = try place.write(#"{"timeout": 2}"#, to: "mine.json")
        try place.write("", to: place.ownConfiguration)
        try FileManager.default.removeItem(atPath: place.ownConfiguration)
        try FileManager.default.createSymbolicLink(
            atPath: place.ownConfiguration, withDestinationPath: target)
        let ending = try await config("set", "timeout", "4", environment: ["FORAGE_TIMEOUT": "9"])
        #expect(ending.code == 1)
        #expect(ending.messages.contains("\(Wording.Settings.variable("FORAGE_TIMEOUT")) takes precedence"))
        #expect(LocalPath.kind(place.ownConfiguration) == .other)
        #expect(try text() == #"{"timeout": 4}"#)
    }

    @Test("defaults apply to a search, options override them, and help shows them")
    func defaults() async throws {
        _ = try await config("set", "defaults.search.limit", "3")
        _ = try await config("set", "defaults.format", "markdown")
        _ = try await config("set", "defaults.kind", "answer")
        let usual = try await forageAtSandbox(["search", "owl"], in: place)
        #expect(usual.outputLines.allSatisfy { $0.contains("\tanswer\t") }, "\(usual.output)")
        let all = try await forageAtSandbox(["search", "owl", "-k", "any", "-n", "4"], in: place)
        #expect(all.outputLines.count == 4)
        let screen = try PseudoTerminal(width: 100, height: 30)
        let shown = try await forageAtSandbox(["search", "owl"], in: place, screen: screen)
        #expect(shown.output.contains("](<https://") || shown.output.contains("]("), "\(shown.output)")
        let help = try await forage("search", "--help", in: place)
        #expect(help.output.contains("Your defaults:\n"))
        #expect(help.output.contains("--limit 3"))
        #expect(help.output.contains("from \(Wording.Settings.ownFile(place.ownConfiguration)):"))
    }
}
