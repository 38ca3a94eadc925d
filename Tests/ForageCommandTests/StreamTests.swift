import ForageCore
import ForageFormats
import ForageSearch
import JSON
import Platform
import TestDoubles
import TestPlaces
import TestReaders
import Testing

@testable import ForageCommand

@Suite("Streamed search results")
struct StreamTests {
    @Test(
        "the streamed lines add up to the final list, in any order of arrival", arguments: 0..<40)
    func fold(_ seed: Int) async throws {
        let scene = try StreamScene(seed: seed)
        let fields = seed.isMultiple(of: 4) ? try FieldSelection("title,size.width") : nil
        var lines = ListLines(
            of: scene.query, SearchLines(fields: fields), withAllEvents: seed.isMultiple(of: 2))
        var results: [Item] = []
        var (text, whole) = ("", "")
        for await event in scene.engine.search(scene.query, within: .seconds(60)) {
            text += lines.lines(of: event).text
            guard case .finished(let report) = event else { continue }
            results = report.items
            whole = OutputFormat.json.writer(fields: fields).text(of: report)
            #expect(!report.items.isEmpty || seed % 3 == 1)
        }
        let fold = try StreamedDocument(text)
        #expect(try fold.document == whole)
        #expect(fold.events.last == "finished")
        #expect(fold.events.contains("began") == seed.isMultiple(of: 2))
        try checkLines(fold, results)
    }

    /// Each result has one line, and removed results have a line that says so, with the right position.
    private func checkLines(_ fold: StreamedDocument, _ results: [Item]) throws {
        #expect(Set(fold.ids).count == fold.ids.count)
        let order = results.map(\.id.description)
        #expect(Set(fold.ids).isSuperset(of: order))
        let gone = try #require(fold.end?["gone"].elements)
        #expect(gone.compactMap { $0["id"].string } == fold.ids.filter { !order.contains($0) })
        for item in gone {
            let holder = results.first { $0.sources.contains { $0.id.description == item["id"].string } }
            #expect(item["into"].string == holder?.id.description)
        }
    }
}

/// A search of several services with shared pictures, measuring, and a random order of answers.
private struct StreamScene {
    let query: Query
    let engine: SearchEngine

    init(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        let providers: [ProviderID] = ["ants", "bees", "cats", "dogs"]
        let order = providers.shuffled(using: &random)
        let gates = Dictionary(uniqueKeysWithValues: order.map { ($0, Gate()) })
        var sources: [StubSource] = []
        for provider in providers {
            let count = Int.random(in: 0...12, using: &random)
            let numbers = (0..<20).shuffled(using: &random).prefix(count)
            let items = try numbers.map { try Self.item($0, of: provider, &random) }
            let place = order.firstIndex(of: provider) ?? 0
            sources.append(
                StubSource(Self.info(provider)) { _, _ in
                    if place > 0 { await gates[order[place - 1]]?.pass() }
                    defer { gates[provider]?.open() }
                    let result = items.isEmpty ? Outcome.Result.empty : .answered(items.count)
                    return SourceAnswer(items: items, outcome: Outcome(provider, result, origin: .network))
                })
        }
        let size = try #require(PixelSize(width: 60, height: 20))
        var query = try Query(
            "owl",
            filters: [[], [.licence(LicenceFilter([.commercial]))], [.minimumSize(size)]][seed % 3],
            limit: Int.random(in: 5...30, using: &random))
        query.isExplained = seed.isMultiple(of: 5)
        query.publishesList = true
        self.query = query
        engine = SearchEngine(sources: sources, measurer: MeasurerByAddress())
    }

    private static func info(_ provider: ProviderID) -> ProviderInfo {
        ProviderInfo(
            id: provider, name: provider.name, summary: "A sample", site: "https://sample.example/",
            kinds: [.photo], origins: ["https://api.sample.example/"],
            capabilities: Capabilities(pages: true),
            terms: Terms())
    }

    private static func item(
        _ number: Int, of provider: ProviderID, _ random: inout SeededNumbers
    ) throws -> Item {
        let isShared = number.isMultiple(of: 2)
        let page = try #require(WebURL("https://\(isShared ? "shared" : provider.name).example/\(number)"))
        var draft = Draft(localID: "\(number)", kind: .photo, title: "Owl \(number)", page: page)
        if number.isMultiple(of: 3), let url = WebURL("https://\(provider).example/\(number).svg") {
            draft.renditions = [Rendition(.thumbnail, at: url)]
        }
        let licences: [Licence?] = [
            nil, Licence(id: "cc0", name: "CC0"),
            Licence(
                id: "cc-by-sa-3.0", name: "CC BY-SA 3.0",
                url: "https://creativecommons.org/licenses/by-sa/3.0/"),
        ]
        let credit = Attribution(
            title: draft.title, page: page, source: NamedLink(provider.name, "https://sample.example/"),
            creator: .unknown, licence: Known(licences.randomElement(using: &random) ?? nil))
        return try #require(Item(draft, credit: credit, from: provider))
    }
}

/// Measures pictures by their addresses.
private struct MeasurerByAddress: Measurer {
    func size(
        of url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize {
        let width = 40 + 10 * (url.text.utf8.count % 5)
        guard let size = PixelSize(width: width, height: 30) else { throw MeasuringError("no picture") }
        return size
    }
}
