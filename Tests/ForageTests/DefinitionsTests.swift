import ForageCore
import Platform
import TestWording
import Testing

@testable import Forage

@Suite("Finding definitions of providers")
final class DefinitionsTests: Sendable {
    private let root: String
    private let environment: [String: String]

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "definitions-\(UUID())").path
        environment = ["XDG_CONFIG_HOME": root, "FORAGE_DEFINITIONS_SHIPPED": "false"]
        try FileManager.default.createDirectory(
            atPath: "\(root)/forage/providers", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private static func definition(_ id: String, named name: String = "A feed") -> String {
        """
        {
          "$schema": "urn:forage:definition:1",
          "about": {"id": "\(id)", "name": "\(name)", "summary": "Talks", "site": "https://talk.example/",
            "kinds": ["episode"], "hosts": ["https://talk.example"]},
          "format": "feed",
          "browse": {"url": "https://talk.example/feed"},
          "item": {"id": "/guid", "title": "/title", "page": "/link"},
          "samples": [{"request": {"browse": "latest"},
            "body": ["<rss><channel><item><guid>1</guid><title>A</title><link>https://talk.example/1</link></item></channel></rss>"],
            "items": [{"id": "1", "title": "A", "page": "https://talk.example/1"}]}]
        }
        """
    }

    @discardableResult
    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(root)/forage/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func found(typed: String...) -> Definitions {
        let flags = typed.map { ConfigurationLayer.Flag("--definition", sets: "definitions.files", to: $0) }
        return Definitions(
            ConfigurationFiles(environment: environment), flags: flags, environment: environment)
    }

    private func names(_ definitions: Definitions) -> [String] { definitions.registrations.map(\.info.name) }

    @Test("definitions come from your own folder, your configuration and the command line")
    func places() throws {
        try write(Self.definition("one", named: "One"), to: "providers/one.json")
        try write("no definition", to: "providers/README.md")
        try write(Self.definition("two", named: "Two"), to: "two.json")
        try write(#"{"definitions": {"files": ["two.json"]}}"#, to: "config.json")
        let three = try write(Self.definition("three", named: "Three"), to: "three.json")
        let definitions = found(typed: three, three)
        #expect(names(definitions) == ["One", "Three", "Two"])
        #expect(definitions.problems.isEmpty && definitions.check().isEmpty)
    }

    @Test("a definition on the command line replaces your own or a shipped one")
    func ranks() throws {
        try write(Self.definition("one", named: "Old"), to: "providers/one.json")
        let new = try write(Self.definition("one", named: "New"), to: "new.json")
        #expect(names(found()) == ["Old"])
        #expect(names(found(typed: new)) == ["New"])
    }

    @Test("a name that is taken is refused", arguments: ["flickr", "one"])
    func collisions(name: String) throws {
        try write(Self.definition("one"), to: "providers/a.json")
        try write(Self.definition(name, named: "Twin"), to: "providers/b.json")
        let definitions = found()
        #expect(names(definitions) == ["A feed"])
        #expect(definitions.problems.map(\.description).first?.contains("already called \(name)") == true)
    }

    @Test("a name taken by another definition is refused, and that file is named")
    func collision() throws {
        let first = try write(Self.definition("one"), to: "providers/a.json")
        let second = try write(Self.definition("one", named: "Twin"), to: "providers/b.json")
        #expect(
            found().check() == [
                "\(second):3:19: the definition \(first) is already called one; choose another name"
            ])
    }

    @Test(
        "an invalid definition does not hide a valid one with the same name",
        arguments: [
            ("providers/a.json", "providers/b.json"), ("providers/b.json", "providers/a.json"),
            ("providers/a.json", "typed.json"), ("typed.json", "providers/a.json"),
        ] as [(good: String, bad: String)], [true, false])
    func refusedTwin(places: (good: String, bad: String), isLate: Bool) throws {
        let (good, bad) = places
        try write(Self.definition("one", named: "Good"), to: good)
        let text = Self.definition("one", named: "Bad")
        let path = try write(
            isLate
                ? text.replacingOccurrence(of: "/title", with: "/titel")
                : text.replacingOccurrence(of: "hosts", with: "hots"), to: bad)
        let typed = [good, bad].contains("typed.json") ? ["\(root)/forage/typed.json"] : []
        let flags = typed.map { ConfigurationLayer.Flag("--definition", sets: "definitions.files", to: $0) }
        let definitions = Definitions(
            ConfigurationFiles(environment: environment), flags: flags, environment: environment)
        #expect(names(definitions) == ["Good"])
        // A definition that is replaced causes no warning.
        let isReplaced = good == "typed.json"
        #expect(
            definitions.problems.map(\.description).contains { $0.hasPrefix("\(path):") } == !isReplaced)
        #expect(definitions.check().count == (isReplaced ? 0 : 1))
    }

    @Test("of two invalid definitions, the error of the one with precedence is shown")
    func refusedTwins() throws {
        try write("{", to: "providers/one.json")
        try write(Self.definition("one").replacingOccurrence(of: "hosts", with: "hots"), to: "typed.json")
        let definitions = found(typed: "\(root)/forage/typed.json")
        #expect(definitions.registrations.map(\.info.id) == ["one"])
        #expect(definitions.check().count == 1 && definitions.check()[0].contains("typed.json:4:"))
    }

    @Test("a missing program is reported with its position, before any request")
    func missingProgram() throws {
        let path = try write(
            """
            {"$schema": "urn:forage:definition:1", "about": {"id": "mine", "name": "Mine", "summary": "Mine",
              "site": "https://mine.example/", "kinds": ["photo"], "hosts": ["https://api.mine.example"]},
             "program": {"command": ["./mine.py"], "answers": ["search"]}}
            """, to: "providers/mine.json")
        let definitions = found()
        #expect(definitions.registrations.map(\.info.id) == ["mine"])
        #expect(
            definitions.check() == ["\(path):3:26: \"./mine.py\" is not in \(root)/forage/providers/"])
    }

    @Test("an invalid definition does not affect others, and its provider gives the reason")
    func refused() async throws {
        try write(Self.definition("good"), to: "providers/good.json")
        try write("{", to: "providers/bad.json")
        try write(
            Self.definition("late").replacingOccurrence(of: "/title", with: "/titel"),
            to: "providers/late.json")
        let definitions = found()
        #expect(definitions.registrations.map(\.info.id) == ["bad", "good", "late"])
        #expect(definitions.check().count == 2)
        let configuration = try Configuration(registrations: definitions.registrations)
        let search = Forage(configuration).search(try Query("a"), on: ["bad", "late"])
        let report = try #require(await search.report)
        #expect(report.outcomes.count == 2)
        for outcome in report.outcomes {
            guard case .skipped(let reason) = outcome.result else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(reason.contains(Wording.Settings.definitionRefused("\(root)/forage/providers/")))
        }
    }

    @Test("settings of providers also apply to defined ones")
    func settings() throws {
        try write(Self.definition("one"), to: "providers/one.json")
        let layer = ConfigurationLayer.userFile(
            "config.json", .bytes(Array(#"{"providers": {"one": {"enabled": false, "weight": 2}}}"#.utf8)))
        let configuration = try Configuration(layers: [layer], registrations: found().registrations)
        #expect(configuration["one"]?.isEnabled == false)
        #expect(configuration["one"]?.weight == 2)
    }

    @Test("a project file may not name definitions")
    func projectFile() throws {
        let layer = ConfigurationLayer.projectFile(
            "config.json",
            .bytes(Array(#"{"$schema": "urn:forage:config:1", "definitions": {"files": ["x.json"]}}"#.utf8)))
        #expect(DefinitionSettings(layers: [layer], environment: [:]).files.isEmpty)
        let fault = #expect(throws: ConfigurationError.self) {
            try Configuration(layers: [layer], registrations: [])
        }
        #expect(fault?.description.contains("a folder's configuration file cannot name definitions") == true)
    }

    @Test("a file that is too long is reported with the limit")
    func tooLong() throws {
        let filler = String(repeating: " ", count: 8 << 20)
        let path = try write(Self.definition("one") + filler, to: "providers/one.json")
        #expect(
            found().problems.map(\.description) == [
                "\(path): \(Wording.Downloads.largerThan) 8 MiB, the limit for a definition"
            ])
    }

    @Test("a missing file is reported")
    func missing() throws {
        let definitions = found(typed: "\(root)/nowhere.json")
        #expect(
            definitions.problems.map(\.message) == [Wording.Files.unreadableReason(Wording.Files.noSuchFile)])
    }
}

extension String {
    fileprivate func replacingOccurrence(of part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
