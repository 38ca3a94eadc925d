import ForageConformance
import ForageCore
import ForageFormats
import ForageSearch
import JSON
import Platform
import TestDoubles
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("A search as a stream")
struct StreamTests {
    /// Cursors are one person's.
    private let place: Place

    init() throws { place = try Place() }

    @Test(
        "its lines come to what the list says at once, to the byte, whoever answers first", arguments: 0..<40)
    func fold(_ seed: Int) async throws {
        let scene = try StreamScene(seed: seed)
        let fields = seed.isMultiple(of: 4) ? try FieldSelection("title,size.width") : nil
        var lines = ListLines(
            of: scene.query, SearchLines(fields: fields), tellingEverything: seed.isMultiple(of: 2))
        var results: [Item] = []
        var (text, whole) = ("", "")
        for await event in scene.engine.search(scene.query, within: .seconds(60)) {
            text += lines.lines(of: event).text
            guard case .finished(let report) = event else { continue }
            results = report.items
            whole = OutputFormat.json.writer(fields: fields).text(of: report)
            #expect(!report.items.isEmpty || seed % 3 == 1)
        }
        let fold = try StreamFold(text)
        #expect(try fold.document == whole)
        #expect(fold.events.last == "finished")
        #expect(fold.events.contains("began") == seed.isMultiple(of: 2))
        try checkLines(fold, results)
    }

    /// Each result has a line, nothing has two, and whatever is no result any more is said to be gone, and where.
    private func checkLines(_ fold: StreamFold, _ results: [Item]) throws {
        #expect(Set(fold.ids).count == fold.ids.count)
        let order = results.map(\.id.description)
        #expect(Set(fold.ids).isSuperset(of: order))
        let gone = try #require(fold.end?["gone"].list)
        #expect(gone.compactMap { $0["id"].string } == fold.ids.filter { !order.contains($0) })
        for item in gone {
            let holder = results.first { $0.sources.contains { $0.id.description == item["id"].string } }
            #expect(item["into"].string == holder?.id.description)
        }
    }

    @Test(
        "the program's stream comes to the program's list",
        arguments: [[], ["--orientation", "landscape"], ["-n", "60", "--fields", "title"]])
    func program(options: [String]) async throws {
        let stream = try await atPlayedServices(options + ["--stream"])
        let whole = try await atPlayedServices(options + ["--format", "json"])
        #expect(stream.code == 0)
        let lines = try await atPlayedServices(options + ["--format", "jsonl"])
        for output in [stream.output, lines.output] {
            #expect(try Self.untimed(StreamFold(output).document) == Self.untimed(whole.output))
        }
        #expect(Set(try StreamFold(lines.output).events) == ["item", "finished"])
        #expect(
            Set(try StreamFold(stream.output).events).isSuperset(of: ["began", "item", "outcome", "finished"])
        )
    }

    private func atPlayedServices(_ options: [String]) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            ["forage", "--sandbox", "search", "owl", "--refresh", "--no-measure", "--timeout", "50"]
                + options, in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get()]
        ).ending()
    }

    /// No two searches take the same time.
    private static func untimed(_ document: String) -> [Substring] {
        document.split(separator: "\n").filter { !$0.contains("\"milliseconds\": ") }
    }

    @Test("the first provider's items are written while another is still out")
    func early() async throws {
        let ending = try await SlowSandbox.interruptedSearch(["owl", "--no-measure"], in: Place())
        #expect(ending.code == 130)
        let fold = try StreamFold(ending.output)
        #expect(fold.events.last == "finished")
    }

    @Test("another format than JSON lines is refused")
    func otherFormat() async throws {
        let ending = try await forage("search", "owl", "--stream", "--format", "json")
        #expect(ending.code == 64)
        #expect(ending.messages.contains("--stream writes JSON lines"))
        let each = try await forage("search", "--each", "list.txt", "--stream")
        #expect(each.code == 64)
    }

    @Test("a reader that has enough ends the search, of which what came is kept")
    func enough() async throws {
        let place = try Place()
        let slow = try await SlowSandbox(in: place, milliseconds: 1_000)
        let script = """
            "$FORAGE" search owl -f jsonl --record run.json \(SlowSandbox.options.joined(separator: " ")) \
                2>/dev/null | head -n 1
            """
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script], in: place,
            environment: slow.environment.merging(["FORAGE": BuiltPrograms.path(of: "forage")]) { $1 }
        ).ending()
        #expect(ending.outputLines.count == 1)
        let replayed = try await forage("replay", "run.json", "-f", "json", in: place)
        #expect(try !replayed.json["items"].list.isEmpty)
        try await slow.end()
    }

    @Test("a reader that has enough ends the program silently")
    func head() async throws {
        let script = #""$FORAGE" --sandbox search owl --stream 2>/dev/null | head -n 2"#
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script], in: Place(), environment: ["FORAGE": BuiltPrograms.path(of: "forage")]
        ).ending()
        #expect(ending.outputLines.count == 2)
        #expect(ending.messages.isEmpty)
    }
}

/// A search of a few services that know the same pictures, ask for measuring and answer in any order.
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
        engine = SearchEngine(sources: sources, measurer: RulerByAddress())
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
private struct RulerByAddress: Measurer {
    func size(
        of url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize {
        let width = 40 + 10 * (url.text.utf8.count % 5)
        guard let size = PixelSize(width: width, height: 30) else { throw MeasuringError("no picture") }
        return size
    }
}
