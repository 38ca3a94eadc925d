import ForageConformance
import ForageCore
import ForageSearch
import Synchronization
import TestDoubles
import TestWording
import Testing

@Suite(.timeLimit(.minutes(1))) struct MeasuringTests {
    /// Measures as a test defines, and counts.
    private final class StubMeasurer: Measurer {
        private let measure: @Sendable (WebURL) async throws(MeasuringError) -> PixelSize
        private let state = Mutex((now: [String: Int](), most: [String: Int](), asked: [WebURL]()))

        init(_ measure: @escaping @Sendable (WebURL) async throws(MeasuringError) -> PixelSize) {
            self.measure = measure
        }

        var asked: [WebURL] { state.withLock { $0.asked } }
        func most(at host: String) -> Int { state.withLock { $0.most[host] ?? 0 } }

        func size(
            of url: WebURL, by deadline: ContinuousClock.Instant
        ) async throws(MeasuringError) -> PixelSize {
            state.withLock { state in
                state.asked.append(url)
                state.now[url.host, default: 0] += 1
                state.most[url.host] = max(state.most[url.host] ?? 0, state.now[url.host] ?? 0)
            }
            defer { state.withLock { $0.now[url.host, default: 0] -= 1 } }
            return try await measure(url)
        }
    }

    private let query: Query
    private let size: PixelSize

    init() throws {
        query = try Query("owl", limit: 50)
        size = try PixelSize(width: 40, height: 30).orThrow()
    }

    private func items(
        _ count: Int, role: Rendition.Role = .thumbnail, size: PixelSize? = nil
    ) throws -> [Item] {
        try (1...count).map { index in
            try Item.sample("a", "\(index)") { draft in
                guard let url = WebURL("https://images.example/\(index).svg") else { return }
                draft.renditions = [Rendition(role, at: url, size: size)]
            }
        }
    }

    private func source(
        _ count: Int, role: Rendition.Role = .thumbnail, size: PixelSize? = nil
    ) throws -> StubSource {
        StubSource(.sample("a"), items: try items(count, role: role, size: size))
    }

    @Test("a picture that is not measured in time makes room for waiting ones")
    func late() async throws {
        let measurer = StubMeasurer { url throws(MeasuringError) in
            try? await Task.sleep(for: .seconds(3600))
            throw .late(url)
        }
        let items = try items(5) + items(30, size: size).dropFirst(5)
        let engine = SearchEngine(sources: [StubSource(.sample("a"), items: items)], measurer: measurer)
        let query = try Query(
            "owl", filters: [.minimumSize(PixelSize(width: 20, height: 20).orThrow())], limit: 20)
        let report = try await engine.search(query, within: .milliseconds(100)).report
        #expect(report.ids == (6...25).map { "a:\($0)" })
    }

    @Test("a search for one picture measures no others, and requests no further page")
    func onePicture() async throws {
        let size = size
        let measurer = StubMeasurer { _ in size }
        let items = try (1...3).map { index in
            try Item.sample("a", "\(index)") { draft in
                let role: Rendition.Role = index == 1 ? .icon : .thumbnail
                guard let url = WebURL("https://images.example/\(index).svg") else { return }
                draft.renditions = [Rendition(role, at: url)]
            }
        }
        let source = StubSource(.sample("a")) { _, _ in
            SourceAnswer(items: items, next: "2", outcome: Outcome("a", .answered(3), origin: .network))
        }
        let engine = SearchEngine(sources: [source], measurer: measurer)
        let report = try await engine.searchForPicture(query, within: .seconds(60)).report
        #expect(report.ids == ["a:2"])
        #expect(report.items.map(\.size) == [size])
        #expect(measurer.asked == ["https://images.example/2.svg"])
        #expect(report.outcomes.map(\.result) == [.answered(3)])
        #expect(source.requests.count == 1)
    }

    @Test("a size that arrives after the search was cancelled is neither shown nor reported")
    func givenUp() async throws {
        let search = Mutex<Task<[SearchEvent], Never>?>(nil)
        let size = size
        let measurer = StubMeasurer { _ in
            search.withLock { $0?.cancel() }
            return size
        }
        let engine = SearchEngine(sources: [try source(1)], measurer: measurer)
        let task = search.withLock { search in
            let task = Task { [query] in
                var events: [SearchEvent] = []
                for await event in engine.search(query) { events.append(event) }
                return events
            }
            search = task
            return task
        }
        var report: Report?
        for event in await task.value {
            if case .measured = event { Issue.record("it is reported") }
            if case .finished(let finished) = event { report = finished }
        }
        #expect(try report.orThrow().items.map(\.size) == [nil])
        #expect(
            try report.orThrow().outcome(of: "a").notes == [.unmeasured(1, "the search was interrupted")])
    }

    @Test("pictures without a size are measured, and an event reports it")
    func measured() async throws {
        let size = size
        let measurer = StubMeasurer { _ in size }
        let engine = SearchEngine(sources: [try source(3)], measurer: measurer)
        var reported: [ItemID] = []
        var report: Report?
        for await event in engine.search(query) {
            if case .measured(let id, size, _) = event { reported.append(id) }
            if case .finished(let finished) = event { report = finished }
        }
        let items = try report.orThrow().items
        #expect(items.map(\.size) == [size, size, size])
        #expect(items.flatMap(\.renditions).map(\.sizeSource) == [.measured, .measured, .measured])
        #expect(Set(reported) == Set(items.map(\.id)))
        #expect(report?.outcomes.flatMap(\.notes) == [])
    }

    @Test("a size stated by the service is trusted, and icons are not measured")
    func unasked() async throws {
        let measurer = StubMeasurer { _ throws(MeasuringError) in throw MeasuringError("asked") }
        for source in [try source(2, size: size), try source(2, role: .icon)] {
            _ = try await SearchEngine(sources: [source], measurer: measurer).report(query)
        }
        #expect(measurer.asked == [])
    }

    @Test("only shown pictures are measured")
    func window() async throws {
        let size = size
        let measurer = StubMeasurer { _ in size }
        _ = try await SearchEngine(sources: [try source(20)], measurer: measurer).report(
            try Query("owl", limit: 5))
        #expect(measurer.asked.count == 5)
    }

    @Test("likely results are measured while other sources are still running, an even share of each list")
    func ahead() async throws {
        let size = size
        let (gate, shown) = (Gate(), (1...5).compactMap { WebURL("https://images.example/\($0).svg") })
        let measurer = StubMeasurer { _ in size }
        let slow = StubSource(.sample("b")) { _, _ in
            await gate.pass()
            let items = try! (1...20).map { try Item.sample("b", "\($0)") }
            return SourceAnswer(items: items, outcome: Outcome("b", .answered(20), origin: .network))
        }
        let engine = SearchEngine(sources: [try source(20), slow], measurer: measurer)
        async let report = engine.report(try Query("owl", limit: 10), within: .seconds(60))
        while Set(measurer.asked) != Set(shown) { await Task.yield() }
        gate.open()
        #expect(try await report.items.count { $0.size == size } == 5)
        #expect(measurer.asked.count == 5)
    }

    @Test("sizes are reported in the order of the results, whichever arrives first")
    func order() async throws {
        let size = size
        let gate = Gate()
        let measurer = StubMeasurer { url in
            if url.text.hasSuffix("/1.svg") { await gate.pass() }
            if url.text.hasSuffix("/3.svg") { gate.open() }
            return size
        }
        let engine = SearchEngine(sources: [try source(3)], measurer: measurer)
        var reported: [String] = []
        for await event in engine.search(query, within: .seconds(60)) {
            if case .measured(let id, _, _) = event { reported.append(id.description) }
        }
        #expect(reported == ["a:1", "a:2", "a:3"])
    }

    @Test("a picture that cannot be measured is shown without a size, and the outcome says so")
    func unmeasurable() async throws {
        let size = size
        let measurer = StubMeasurer { url throws(MeasuringError) in
            guard url.text.hasSuffix("/2.svg") else { throw MeasuringError(Wording.Pictures.notSVG) }
            return size
        }
        let report = try await SearchEngine(sources: [try source(3)], measurer: measurer).report(query)
        #expect(report.items.count { $0.size == nil } == 2)
        #expect(try report.outcome(of: "a").notes == [.unmeasured(2, Wording.Pictures.notSVG)])
        #expect(try report.outcome(of: "a").result == .answered(3))
    }

    @Test("a host that does not answer delays neither the report nor its reader")
    func slowHost() async throws {
        let gate = Gate()
        let size = size
        let measurer = StubMeasurer { url in
            if url.text.hasSuffix("/2.svg") { await gate.pass() }
            return size
        }
        let engine = SearchEngine(sources: [try source(3)], measurer: measurer)
        let report = try await engine.report(query, within: .milliseconds(400))
        #expect(report.items.count { $0.size != nil } == 2)
        #expect(
            try report.outcome(of: "a").notes == [.unmeasured(1, Wording.Services.timedOut("images.example"))]
        )
        gate.open()
    }

    @Test("a host gets at most eight requests at once")
    func perHost() async throws {
        let size = size
        let measurer = StubMeasurer { _ in
            for _ in 0..<10 { await Task.yield() }
            return size
        }
        let report = try await SearchEngine(sources: [try source(40)], measurer: measurer).report(query)
        #expect(report.items.allSatisfy { $0.size != nil })
        #expect((1...8).contains(measurer.most(at: "images.example")))
    }

    /// Measures `https://images.example/N.svg` as N times ten pixels wide, except for one.
    private func ruler(failingOn failing: Int = 0) -> StubMeasurer {
        StubMeasurer { url throws(MeasuringError) in
            let number = url.path.split(whereSeparator: { "/.".contains($0) }).first.flatMap { Int($0) } ?? 0
            guard number != failing, let size = PixelSize(width: number * 10, height: 10) else {
                throw MeasuringError(Wording.Pictures.notSVG)
            }
            return size
        }
    }

    private func wide(limit: Int = 50) throws -> Query {
        try Query("owl", filters: [.minimumSize(PixelSize(width: 30, height: 1).orThrow())], limit: limit)
    }

    @Test(
        "a picture that turns out to violate a filter is replaced by the next, and the outcome counts the rest"
    )
    func violating() async throws {
        let engine = SearchEngine(sources: [try source(5)], measurer: ruler())
        let report = try await engine.report(wide(limit: 4))
        #expect(report.ids == ["a:3", "a:4", "a:5"])
        #expect(try report.outcome(of: "a").result == .answered(3))
        #expect(try report.outcome(of: "a").notes == [])
        let none = try await SearchEngine(sources: [try source(2)], measurer: ruler()).report(wide())
        #expect(none.ids == [])
        #expect(try none.outcome(of: "a").result == .empty)
    }

    @Test(
        "pages are full, without repeats or gaps, even if most pictures are too small"
    )
    func fullPages() async throws {
        let catalogue = Catalogue(provider: "a", items: try items(20), pageSize: 6).source()
        let measurer = StubMeasurer { url throws(MeasuringError) in
            let isWide = ["/5.", "/9.", "/12.", "/13.", "/20."].contains { url.text.contains($0) }
            guard let size = PixelSize(width: isWide ? 30 : 10, height: 10) else {
                throw MeasuringError("none")
            }
            return size
        }
        let engine = SearchEngine(sources: [catalogue], measurer: measurer)
        let query = try wide(limit: 2)
        var pages: [[String]] = []
        var cursor: SearchCursor?
        repeat {
            let report = try await engine.report(query, from: cursor)
            pages.append(report.items.map(\.id.local))
            cursor = try report.next.map { try SearchCursor($0, for: query) }
        } while cursor != nil
        #expect(pages == [["5", "9"], ["12", "13"], ["20"]])
        for (number, page) in pages.enumerated() {
            let report = try await engine.search(query, page: number + 1).report
            #expect(report.items.map(\.id.local) == page)
        }
        let requests = catalogue.requests.count
        _ = try await engine.report(query)
        #expect(catalogue.requests.count == requests + 2)
    }

    @Test("a picture that could not be measured is left out of a size filter, and counted")
    func stillUnknown() async throws {
        let engine = SearchEngine(sources: [try source(5)], measurer: ruler(failingOn: 4))
        let report = try await engine.report(wide())
        #expect(report.ids == ["a:3", "a:5"])
        #expect(try report.outcome(of: "a").notes == [.unstated(.minimumSize, 1)])
        #expect(try report.outcome(of: "a").filters == [.minimumSize: .applied])
    }

    @Test("a size filter is reported as impossible if no picture can be measured")
    func nothingMeasured() async throws {
        let engine = SearchEngine(sources: [try source(1)], measurer: ruler(failingOn: 1))
        let report = try await engine.report(wide())
        #expect(report.ids == ["a:1"])
        #expect(
            try report.outcome(of: "a").notes == [
                .unsupported(.minimumSize), .unmeasured(1, Wording.Pictures.notSVG),
            ])
        let strict = try await engine.report(
            Query("owl", filters: wide().filters, isStrict: true))
        #expect(strict.ids == [])
        #expect(
            try strict.outcome(of: "a").result == .skipped(Wording.Results.leftOut("min:30x1")))
    }

    @Test("a search for one picture continues to the first that passes the filters")
    func picturePasses() async throws {
        let measurer = ruler()
        let engine = SearchEngine(sources: [try source(5)], measurer: measurer)
        let report = try await engine.searchForPicture(wide(), within: .seconds(60)).report
        #expect(report.ids == ["a:3"])
        #expect(measurer.asked.count == 3)
    }

    @Test("the item of a details request is measured too, and the outcome says if that fails")
    func details() async throws {
        let id = ItemID(provider: "a", local: "1")
        let answer = await SearchEngine(sources: [try source(1)], measurer: ruler()).details(of: id)
        #expect(answer.items.map(\.size) == [PixelSize(width: 10, height: 10)])
        #expect(answer.outcome.notes == [])
        let failing = SearchEngine(sources: [try source(1)], measurer: ruler(failingOn: 1))
        #expect(await failing.details(of: id).outcome.notes == [.unmeasured(1, Wording.Pictures.notSVG)])
        #expect(await SearchEngine(sources: [try source(1)]).details(of: id).items.map(\.size) == [nil])
    }
}
