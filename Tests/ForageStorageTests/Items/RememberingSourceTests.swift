import ForageConformance
import ForageCore
import Platform
import TestDoubles
import TestWording
import Testing

@testable import ForageStorage

@Suite("A source with a local index")
struct RememberingSourceTests {
    private let folder: ItemFolder

    init() throws { folder = try ItemFolder() }

    @Test("the provider's items are returned and stored")
    func keeping() async throws {
        let index = folder.opened()
        let stub = StubSource(.gallery) { _, _ in .bringing(.sample("1", "Owl"), .sample("2", "Owlet")) }
        let answer = await RememberingSource(stub, in: index, now: { folder.now })
            .answer(try .search("owl"), by: .now + .seconds(1))
        #expect(answer.outcome.origin == .network)
        #expect(answer.items.count == 2)
        await index.finish()
        #expect(await index.ids(matching: "owl") == ["1", "2"])
    }

    @Test("nothing is stored if the service forbids it")
    func forbidden() async throws {
        let index = folder.opened()
        let stub = StubSource(.gallery) { _, _ in
            var answer = SourceAnswer.bringing(.sample("1", "Owl"))
            answer.mayBeKept = false
            return answer
        }
        let answer = await RememberingSource(stub, in: index, now: { folder.now })
            .answer(try .search("owl"), by: .now + .seconds(1))
        #expect(answer.items.count == 1)
        await index.finish()
        #expect(await index.ids(matching: "owl").isEmpty)
    }

    @Test(
        "stored items are returned if the provider cannot be asked, with their age and the reason",
        arguments: [
            Outcome.Result.failed("No network."), .timedOut("No answer."),
            .throttled(until: nil, "Too many."),
        ])
    func remembering(result: Outcome.Result) async throws {
        let index = await folder.index(of: .sample("1", "Owl"), .sample("2", "Fox"))
        folder.wait(3600)
        index.keep([.sample("3", "Owl")], until: nil)
        await index.finish()
        folder.wait(60)
        let answer = await source(result, index).answer(try .search("owl"), by: .now)
        #expect(answer.items.map(\.id.local) == ["3", "1"])
        #expect(answer.outcome.result == .answered(2))
        #expect(answer.outcome.origin == .stale(.seconds(3660), result.reason))
        #expect(answer.outcome.duration == .seconds(2))
    }

    @Test(
        "any other outcome of the provider is returned unchanged",
        arguments: [
            Outcome.Result.empty, .denied("The key is wrong."), .drift("No title."), .cancelled,
            .skipped("Not wanted."),
        ])
    func ownAnswers(result: Outcome.Result) async throws {
        let index = await folder.index(of: .sample("1", "Owl"))
        let answer = await source(result, index).answer(try .search("owl"), by: .now)
        #expect(answer.outcome.result == result)
        #expect(answer.items.isEmpty)
    }

    @Test("a repeated page is not replaced by stored items, because their order differs")
    func begunLists() async throws {
        let index = await folder.index(of: .sample("1", "Owl"))
        var page = PageRequest(size: 5)
        page.isRepeat = true
        for request in [ProviderRequest.search(try Query("owl"), page), .browse(Browse(), page)] {
            let answer = await source(.failed("No network."), index).answer(request, by: .now)
            #expect(answer.outcome.result == .failed("No network."))
        }
    }

    @Test("the original failure is reported if nothing was stored")
    func nothingKept() async throws {
        let index = await folder.index(of: .sample("1", "Owl"), .sample("2", "Fox", from: "museum"))
        for request in [
            try ProviderRequest.search("fox"), .details(ItemID(provider: "gallery", local: "2")),
            .browse(Browse(day: CalendarDay("2024-05-31")), PageRequest(size: 5)),
            .download(.sample("1", "Owl")),
        ] {
            let answer = await source(.failed("No network."), index).answer(request, by: .now)
            #expect(answer.outcome.result == .failed("No network."))
            #expect(answer.items.isEmpty)
        }
    }

    @Test("stored pages continue without repeats or gaps, and without requests")
    func pages() async throws {
        let index = folder.opened()
        index.keep((0..<25).map { .sample("\($0)", "Owl") }, until: nil)
        await index.finish()
        for request in [try ProviderRequest.search("owl"), .browse(Browse(), PageRequest(size: 10))] {
            let stub = StubSource(.gallery) { _, _ in .failing(.failed("No network.")) }
            let source = RememberingSource(stub, in: index, now: { folder.now })
            var (met, request) = ([String](), Optional(request))
            while let page = request {
                let answer = await source.answer(page, by: .now)
                met += answer.items.map(\.id.local)
                #expect(answer.outcome.isAnswer)
                #expect(answer.outcome.notes.isEmpty == (answer.next != nil), "its end is not the service's")
                request = answer.next.map { page.at($0) }
            }
            #expect(met == (0..<25).map(String.init))
            #expect(stub.requests.count == 1)
        }
    }

    @Test(
        "an invalid cursor does no harm",
        arguments: ["", "-1", "x", "99999999999999999999", "9223372036854775807", "500"])
    func hostilePlaces(place: String) async throws {
        let index = await folder.index(of: .sample("1", "Owl"))
        let request = try ProviderRequest.search("owl").at("\u{1}kept:" + place)
        let answer = await source(.failed("No network."), index).answer(request, by: .now)
        #expect(answer.items.count <= 1)
    }

    @Test(
        "a stored item is shown if its provider is unavailable or has no details",
        arguments: [Outcome.Result.failed("No network."), .skipped("It \(Wording.Services.noSingleItem).")])
    func details(result: Outcome.Result) async throws {
        let index = await folder.index(of: .sample("1", "Owl"))
        folder.wait(5)
        let answer = await source(result, index)
            .answer(.details(ItemID(provider: "gallery", local: "1")), by: .now)
        #expect(answer.items == [.sample("1", "Owl")])
        #expect(answer.outcome.origin == .stale(.seconds(5), result.reason))
        #expect(answer.next == nil)
    }

    @Test("the terms of the provider limit what is stored, and for how long")
    func terms() async throws {
        let index = folder.opened()
        let stub = StubSource(.gallery) { _, _ in .bringing(.sample("1", "Owl")) }
        for (age, isKept) in [(Duration.zero, false), (.seconds(60), true)] {
            let source = RememberingSource(stub, in: index, upTo: age, now: { folder.now })
            _ = await source.answer(try .search("owl"), by: .now)
            await index.finish()
            #expect(await index.ids(matching: "owl") == (isKept ? ["1"] : []))
        }
        folder.wait(61)
        #expect(await index.ids(matching: "owl") == [])
    }

    @Test("cached answers and items of other providers are not stored")
    func notKept() async throws {
        let index = folder.opened()
        let stub = StubSource(.gallery) { request, _ in
            if case .details = request { return .bringing(.sample("1", "Owl", from: "museum")) }
            var answer = SourceAnswer.bringing(.sample("1", "Owl"))
            answer.outcome.origin = .cached(.seconds(9))
            return answer
        }
        let source = RememberingSource(stub, in: index, now: { folder.now })
        _ = await source.answer(try .search("owl"), by: .now)
        _ = await source.answer(.details(ItemID(provider: "gallery", local: "1")), by: .now)
        await index.finish()
        #expect(await index.shares() == [])
    }

    @Test("filters and orders that only the service supports are reported")
    func notes() async throws {
        let index = await folder.index(of: .sample("1", "Owl"))
        let query = try Query(
            "owl", filters: [.hue(.red), .kinds([.photo]), .orientation(.square)], order: .interesting)
        let answer = await source(.failed("No network."), index)
            .answer(.search(query, PageRequest(size: 5)), by: .now)
        #expect(answer.outcome.notes == [.unsupportedOrder(.interesting)])
        #expect(answer.honoured == [])
    }

    private func source(_ result: Outcome.Result, _ index: SQLiteItemIndex) -> RememberingSource {
        let stub = StubSource(.gallery) { _, _ in .failing(result) }
        return RememberingSource(stub, in: index, now: { folder.now })
    }
}

extension ProviderInfo {
    /// A gallery that can filter by colour and sort by interest.
    fileprivate static let gallery = ProviderInfo(
        id: "gallery", name: "Gallery", summary: "Pictures.", site: "https://gallery.example",
        kinds: [.photo], origins: ["https://gallery.example"],
        capabilities: Capabilities(filters: [.hue, .kind], orders: [.relevance, .interesting]))
}

extension SourceAnswer {
    fileprivate static func bringing(_ items: Item...) -> SourceAnswer {
        SourceAnswer(items: items, outcome: Outcome("gallery", .answered(items.count), origin: .network))
    }

    fileprivate static func failing(_ result: Outcome.Result) -> SourceAnswer {
        SourceAnswer(outcome: Outcome("gallery", result, duration: .seconds(2)))
    }
}

extension Outcome.Result {
    fileprivate var reason: String {
        switch self {
        case .failed(let reason), .timedOut(let reason), .throttled(_, let reason), .skipped(let reason):
            reason
        default: ""
        }
    }
}

extension ProviderRequest {
    fileprivate static func search(_ words: String) throws -> ProviderRequest {
        .search(try Query(words), PageRequest(size: 10))
    }

    /// The same listing request with another cursor.
    fileprivate func at(_ place: String) -> ProviderRequest {
        switch self {
        case .search(let query, var page):
            page.cursor = place
            return .search(query, page)
        case .browse(let browse, var page):
            page.cursor = place
            return .browse(browse, page)
        case .details, .download: return self
        }
    }
}
