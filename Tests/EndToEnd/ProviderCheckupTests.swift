import ForageConformance
import JSON
import Platform
import TestPlaces
import TestReaders
import TestWording
import Testing

@Suite("forage providers check")
struct ProviderCheckupTests {
    private static let fixtures = ThisCheckout.folder.path + "/Providers/DuckDuckGo/Tests/Fixtures"

    @Test("every check has a line with its verdict, followed by the drift seen")
    func plain() async throws {
        let ending = try await forage("providers", "check", "DuckDuckGo", "--samples", Self.fixtures)
        #expect(ending.code == 0)
        #expect(ending.outputLines.count == ProviderCheck.all.count + 1)
        #expect(ending.outputLines[0] == "duckduckgo\tmade-quietly\tpassed\t")
        #expect(ending.outputLines.last?.hasPrefix("duckduckgo\tdrift\t") == true)
    }

    @Test("in a checkout the samples are found next to the sources, from any folder")
    func checkout() async throws {
        let checkout = try CheckoutCopy()
        let ending = try await RunningProgram(
            [
                "/bin/sh", "-c", "cd Sources/JSON && \"$0\" providers check duckduckgo -f json",
                BuiltPrograms.path(of: "forage"),
            ],
            in: checkout.place
        ).ending()
        #expect(ending.code == 0)
        let provider = try ending.json["providers"].list[0]
        #expect(provider["id"].string == "duckduckgo")
        #expect(provider["checks"].list.map { $0["name"].string } == ProviderCheck.all.map(\.name))
        #expect(provider["drift"]["share"].int != nil)
        #expect(provider["drift"]["unseen"].list.allSatisfy { $0["path"].string?.hasPrefix("/") == true })
    }

    @Test(
        "your own definitions are checked with all others, and an unreadable one does not affect them"
    )
    func own() async throws {
        let place = try Place()
        try place.write(try Place.definition(called: "museum"), to: "\(place.ownDefinitions)/museum.json")
        try place.write(try Place.definition(called: "typed"), to: "typed.json")
        let ruin = #"{"$schema": "urn:forage:definition:1", "about": {"id": "ruin"}}"#
        try place.write(ruin, to: "\(place.ownDefinitions)/ruin.json")
        let ending = try await forage("providers", "check", "--definition", "typed.json", in: place)
        #expect(ending.code == 3)
        let checked = Set(ending.outputLines.compactMap { $0.split(separator: "\t").first })
        #expect(checked == ["museum", "typed"])
        #expect(
            ending.messages.contains(
                "forage: \(Wording.Diagnosis.cannotBeChecked("ruin"))\(place.ownDefinitions)/ruin.json:"))
        #expect(ending.messages.contains("forage: \(Wording.Diagnosis.cannotBeChecked("duckduckgo"))"))
    }

    @Test("the table of all providers leaves out your own definitions")
    func tables() async throws {
        let checkout = try CheckoutCopy()
        let place = checkout.place
        try FileManager.default.copyItem(
            at: ThisCheckout.folder.appending(path: "Scripts"), to: URL(filePath: "\(place.folder)/Scripts"))
        try place.write(try Place.definition(called: "museum"), to: "\(place.ownDefinitions)/museum.json")
        let typed = try place.write(try Place.definition(called: "typed"), to: "typed.json")
        // A list of providers instead of their checks: the same ones, but quicker.
        let list = "#!/bin/sh\nexec '\(BuiltPrograms.path(of: "forage"))' providers --format markdown\n"
        let program = try place.write(list.utf8, to: "list", permissions: 0o755)
        let environment = ["FORAGE_DEFINITIONS_FILES": typed]
        func run(_ words: String...) async throws -> String {
            try await RunningProgram(words, in: place, environment: environment).ending().output
        }
        let own = try await run(program)
        #expect(own.contains("The museum") && own.contains("The typed"))
        #expect(
            try await run("\(place.folder)/Scripts/tables.py", program).contains(
                "docs/providers.md is up to date"))
        let table = try checkout.text("docs/providers.md")
        #expect(
            table.contains("| [Openverse]") && !table.contains("The museum") && !table.contains("The typed"))
    }

    @Test("in Markdown one provider is a table of its checks")
    func markdown() async throws {
        let ending = try await forage(
            "providers", "check", "duckduckgo", "-f", "markdown", "--samples", Self.fixtures)
        #expect(ending.outputLines.prefix(2) == ["| check | requirement | result |", "| --- | --- | --- |"])
    }

    @Test("on a screen --verbose lists the unnoticed changes")
    func screen() async throws {
        let screen = try PseudoTerminal(width: 100)
        // The files of Flickr's photos vary, so a missing one can go unnoticed.
        let samples = ThisCheckout.folder.path + "/Providers/Flickr/Tests/Fixtures"
        let ending = try await forage(
            "providers", "check", "flickr", "--verbose", "--samples", samples, screen: screen)
        #expect(ending.output.contains(Wording.Diagnosis.checksPassed))
        #expect(ending.output.contains("unseen: "))
    }

    @Test("a failed check is reported, with exit code 1")
    func broken() async throws {
        let place = try Place()
        try place.write("[{\"name\":\"a\",\"search\":\"owl\",\"body\":\"a.json\"}]", to: "samples.json")
        try place.write("{\"Heading\":\"\",\"RelatedTopics\":[]}", to: "a.json")
        let ending = try await forage(
            "providers", "check", "duckduckgo", "--samples", place.folder, in: place)
        #expect(ending.code == 1)
        #expect(ending.output.contains("duckduckgo\tsamples-are-read\tfailed\ta: "))
    }

    @Test(
        "usage errors are explained",
        arguments: [
            (["unknown"], 64, Wording.Usage.isNotAProvider),
            (["--samples", "."], 64, "Name the provider of the samples"),
            (["duckduckgo", "flickr", "--samples", "."], 64, Wording.Usage.onlyOneProvider),
            (["duckduckgo"], 1, "--samples FOLDER"),
            (
                ["duckduckgo", "--samples", "/nowhere"], 1,
                "\(Wording.Files.unreadable("/nowhere/samples.json", Wording.Files.noSuchFile))."
            ),
        ] as [([String], Int32, String)])
    func misuse(words: [String], code: Int32, sentence: String) async throws {
        let ending = try await RunningProgram(["forage", "providers", "check"] + words, in: Place()).ending()
        #expect(ending.code == code)
        #expect(ending.messages.contains(sentence))
    }
}
