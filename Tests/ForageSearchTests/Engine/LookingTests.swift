import ForageCore
import ForageSearch
import ForageTesting
import Synchronization
import Testing

@Suite("A search that looks at photos")
struct LookingTests {
    /// Sees the same in every picture, and writes down what it was shown.
    private final class StubOnlooker: Onlooker {
        private let look: PictureLook
        private let state = Mutex([[WebURL]]())

        init() throws {
            look = PictureLook(
                try BlurHash("LHF5?xYk^6#M@-5c,1J5@[or[Q6.").orThrow(),
                size: try PixelSize(width: 60, height: 40).orThrow())
        }

        var shown: [[WebURL]] { state.withLock { $0 } }

        func looks(
            of urls: [WebURL], by deadline: ContinuousClock.Instant
        ) async -> [WebURL: PictureLook] {
            state.withLock { $0.append(urls) }
            return Dictionary(uniqueKeysWithValues: urls.map { ($0, look) })
        }
    }

    private func source(_ provider: ProviderID, maker: String = "Ann Lee") throws -> StubSource {
        let photo = try Item.sample(provider, "1") { draft in
            draft.creator = Creator(name: maker)
            guard let url = WebURL("https://\(provider).example/1.jpg") else { return }
            draft.renditions = [Rendition(.small, at: url, size: PixelSize(width: 600, height: 400))]
        }
        return StubSource(.sample(provider), items: [photo])
    }

    private func engine(_ sources: [StubSource], _ onlooker: (any Onlooker)?) -> SearchEngine {
        var engine = SearchEngine(sources: sources)
        engine.onlooker = onlooker
        return engine
    }

    @Test("shows those as one that look the same, says so, and without an onlooker does not")
    func merged() async throws {
        let onlooker = try StubOnlooker()
        let sources = try [source("a"), source("b")]
        var query = try Query("owl")
        query.isExplained = true
        let report = try await engine(sources, onlooker).report(query)
        #expect(report.ids == ["a:1"])
        #expect(report.items.first?.sources.map(\.provider) == ["a", "b"])
        #expect(report.explanations.values.flatMap(\.merged).map(\.reason) == [.thumbnail])
        #expect(onlooker.shown == [["https://a.example/1.jpg", "https://b.example/1.jpg"]])
        #expect(try await engine(sources, nil).report(query).ids == ["a:1", "b:1"])
    }

    @Test("looks at nothing where nothing may be the same, for one picture, and when the time is up")
    func idle() async throws {
        let onlooker = try StubOnlooker()
        let query = try Query("owl")
        let strangers = try engine([source("a"), source("b", maker: "Ben Birch")], onlooker)
        #expect(try await strangers.report(query).ids.count == 2)
        let pair = try engine([source("a"), source("b")], onlooker)
        #expect(try await pair.searchForPicture(query).report.ids == ["a:1"])
        let gate = Gate()
        let late = try engine([source("a"), source("b"), StubSource(.sample("c"), behind: gate)], onlooker)
        #expect(try await late.report(query, within: .milliseconds(200)).ids == ["a:1", "b:1"])
        gate.open()
        #expect(onlooker.shown.isEmpty)
    }
}
