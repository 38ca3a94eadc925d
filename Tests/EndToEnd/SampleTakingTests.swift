import ForageConformance
import ForageCore
import JSON
import TestWording
import Testing

@Suite("forage providers sample")
struct SampleTakingTests {
    private func recording(_ words: String..., in place: Place) async throws {
        let ending = try await RunningProgram(
            ["forage", "--sandbox"] + words + ["--record", "run.json"], in: place,
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get(), "FORAGE_TIMEOUT": "50"]
        ).ending()
        #expect(ending.code == 0, "\(ending.messages)")
    }

    @Test("recorded answers become samples that their provider decodes, page by page")
    func pages() async throws {
        let place = try Place()
        try await recording("search", "bird", "-p", "unsplash", "-n", "60", in: place)
        let ending = try await forage("providers", "sample", "run.json", "--to", "new/samples", in: place)
        #expect(ending.code == 0)
        #expect(ending.messages.contains("Before you commit them"))
        let samples = try SampleFolder(at: "\(place.folder)/new/samples").samples(of: "unsplash")
        #expect(samples.count == 2)
        #expect(samples.allSatisfy { ($0.itemCount ?? 0) > 0 && $0.response.headers["X-Total"] != nil })
        #expect(ending.outputLines.map { $0.prefix { $0 != "\t" } }.last == "new/samples/samples.json")
    }

    @Test("an answer of two requests becomes one sample with its further answer")
    func details() async throws {
        let place = try Place()
        try await recording("search", "owl", "-p", "flickr", in: place)
        let ids = try await forage("replay", "run.json", "--fields", "id", in: place).outputLines
        try await recording("show", String(#require(ids.first)), "--refresh", in: place)
        _ = try await forage("providers", "sample", "run.json", "--to", "s", in: place)
        let samples = try SampleFolder(at: "\(place.folder)/s").samples(of: "flickr")
        #expect(samples.map(\.response.following.count) == [1])
        #expect(samples.map(\.itemCount) == [1])
    }

    @Test("with several providers one must be named, and nothing is overwritten")
    func choice() async throws {
        let place = try Place()
        try await recording("search", "owl", "-p", "flickr,cocoacasts", in: place)
        let unsaid = try await forage("providers", "sample", "run.json", "--to", "s", in: place)
        #expect(unsaid.code == 64)
        #expect(unsaid.messages.contains("--provider cocoacasts or flickr"))
        let unknown = try await forage(
            "providers", "sample", "run.json", "--to", "s", "-p", "flick", in: place)
        #expect(unknown.messages.contains(Wording.Usage.didYouMean("flickr")))
        for code in [Int32(0), 64] {
            let ending = try await forage(
                "providers", "sample", "run.json", "--to", "s", "-p", "cocoacasts", in: place)
            #expect(ending.code == code)
        }
        #expect(try await forage("providers", "sample", "run.json", in: place).code == 64)
    }
}
