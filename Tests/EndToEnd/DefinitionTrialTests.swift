import JSON
import TestWording
import Testing

@Suite("forage providers try and draft")
struct DefinitionTrialTests {
    private let place: Place
    private let answer: String

    init() throws {
        place = try Place()
        answer = try place.write(
            #"{"count": 2, "works": [{"id": 7, "title": "Barn owl", "link": "https://museum.example/7", "length": "long"}, {"id": 8, "title": "Snowy owl", "link": "https://museum.example/8", "length": "long"}]}"#,
            to: "answer.json")
    }

    private func forageHere(_ arguments: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(["forage", "providers"] + arguments, in: place).ending()
    }

    @Test("a proposal is tried out with the answer that it was made from")
    func both() async throws {
        let draft = try await forageHere("draft", answer)
        #expect(draft.code == 0)
        let definition = try place.write(draft.output, to: "museum.json")
        let trial = try await forageHere("try", definition, "owl", "--answer", answer, "--format", "json")
        #expect(trial.code == 0)
        #expect(try trial.json["items"].list.map { $0["title"].string } == ["Barn owl", "Snowy owl"])
        let items = try await forageHere("try", definition, "owl", "--answer", answer, "--items")
        #expect(
            try JSONDocument(Array(items.output.utf8)).root[1]["page"].string == "https://museum.example/8")
    }

    @Test("what gives nothing is named with its place")
    func losses() async throws {
        let draft = try await forageHere("draft", answer)
        let text = draft.output.replacing(
            "\"title\": \"/title\"", with: "\"title\": \"/title\", \"duration\": \"/length\"",
            maxReplacements: 1)
        let definition = try place.write(text, to: "museum.json")
        let trial = try await forageHere("try", definition, "owl", "--answer", answer)
        #expect(trial.messages.contains("/works/1/length is \"long\", which gives no duration"))
    }

    @Test(
        "only an answer or a server on this machine is used",
        arguments: [[], ["--server", "https://museum.example/"], ["--server", "http://10.0.0.1/"]])
    func elsewhere(options: [String]) async throws {
        let draft = try await forageHere("draft", answer)
        let definition = try place.write(draft.output, to: "museum.json")
        let ending = try await RunningProgram(
            ["forage", "providers", "try", definition, "owl"] + options, in: place
        ).ending()
        #expect(ending.code == 64)
        #expect(ending.messages.contains("on this machine"))
    }

    @Test("a definition is corrected for an answer in another shape")
    func mended() async throws {
        let draft = try await forageHere("draft", answer)
        let definition = try place.write(draft.output, to: "museum.json")
        let changed = try place.write(
            #"{"count": 1, "works": [{"id": 9, "names": {"title": "Snowy owl"}, "link": "https://museum.example/9"}]}"#,
            to: "changed.json")
        let mend = try await forageHere("mend", definition, "--answer", changed)
        #expect(mend.code == 0 && mend.messages.contains("/title → /names/title"), "\(mend.messages)")
        let mended = try place.write(mend.output, to: "mended.json")
        #expect(try await forage("config", "check", mended, in: place).code == 0)
        let same = try await forageHere("mend", definition, "--answer", answer)
        #expect(same.code == 1 && same.output.isEmpty)
        #expect(try await forageHere("mend", definition).code == 64)
        #expect(try await forageHere("mend").code == 64)
        #expect(try await forageHere("mend", "zebra", "--answer", answer).code == 64)
    }

    @Test("without an answer, the service of an installed definition is asked again")
    func asked() async throws {
        let old = try Place.definition(called: "museum")
        let new = old.replacing("foreign_landing_url", with: "landing_page")
        _ = try place.write(old, to: "\(place.ownDefinitions)/museum.json")
        _ = try place.write(new, to: "services/museum.json")
        let sandbox = try RunningProgram(
            ["forage-sandbox", "--definitions", "\(place.folder)/services"], in: place)
        let mend = try await RunningProgram(
            ["forage", "providers", "mend", "museum", "--sandbox"], in: place,
            environment: ["FORAGE_SANDBOX": try await sandbox.address()]
        ).ending()
        #expect(mend.code == 0)
        #expect(mend.messages.contains("/foreign_landing_url → /landing_page"), "\(mend.messages)")
        sandbox.interrupt()
        _ = try await sandbox.ending()
    }

    @Test("an answer without a list is no source of a proposal")
    func nothing() async throws {
        let file = try place.write("{}", to: "empty.json")
        #expect(try await forageHere("draft", file).code == 1)
    }
}
