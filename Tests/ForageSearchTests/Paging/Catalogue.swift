import ForageConformance
import ForageCore
import ForageSearch
import Synchronization
import TestDoubles
import TestPlaces
import Testing

/// A service that delivers a known list of items page by page.
struct Catalogue: Sendable {
    let provider: ProviderID
    let items: [Item]
    let pageSize: Int
    /// The overlap of a page with the one before, as after a new item at the top.
    var overlap = 0
    /// Pages that begin here fail once.
    var failingStarts: Set<Int> = []

    func source() -> StubSource {
        let failing = Mutexed(failingStarts)
        let info = ProviderInfo.sample(
            provider, capabilities: Capabilities(browses: true, pages: true),
            terms: Terms(greatestPageSize: pageSize))
        return StubSource(info) { request, _ in
            guard let page = request.page else {
                return SourceAnswer(outcome: Outcome(provider, .failed("not a list")))
            }
            let start = page.cursor.flatMap { Int($0) } ?? 0
            if failing.value.withLock({ $0.remove(start) }) != nil {
                return SourceAnswer(outcome: Outcome(provider, .failed("a bad moment")))
            }
            return answer(from: start, size: page.size)
        }
    }

    private func answer(from start: Int, size: Int) -> SourceAnswer {
        let end = min(start + size, items.count)
        let page = Array(items[max(start - overlap, 0)..<end])
        return SourceAnswer(
            items: page, next: end < items.count ? "\(end)" : nil,
            outcome: Outcome(provider, page.isEmpty ? .empty : .answered(page.count), origin: .network))
    }
}

private final class Mutexed<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
}

extension Catalogue {
    /// Services of various sizes that share some pages.
    static func generated(seed: Int, failing: Bool = false) throws -> [Catalogue] {
        var random = SeededNumbers(seed: seed)
        return try ProviderID.letters.prefix(Int.random(in: 1...4, using: &random)).map { provider in
            let numbers = (0..<150).shuffled(using: &random).prefix(Int.random(in: 0...90, using: &random))
            let items = try numbers.map { number in
                let page = number.isMultiple(of: 3) ? WebURL("https://shared.example/\(number)") : nil
                return try Item.sample(provider, "\(number)", page: page)
            }
            let pageSize = Int.random(in: 1...30, using: &random)
            let failures = stride(from: 0, to: 90, by: pageSize).filter { _ in random.chance(3) }
            return Catalogue(
                provider: provider, items: items, pageSize: pageSize,
                overlap: Int.random(in: 0...3, using: &random), failingStarts: failing ? Set(failures) : [])
        }
    }
}

extension ProviderRequest {
    /// The page of a list that a request is for.
    var page: PageRequest? {
        switch self {
        case .search(_, let page), .browse(_, let page): page
        default: nil
        }
    }
}

extension Query {
    /// The same query with another limit.
    fileprivate func limited(to limit: Int) throws -> Query {
        try browse.map { try Query(browsing: $0, limit: limit) } ?? Query(text, limit: limit)
    }
}

extension SearchEngine {
    init(_ catalogues: [Catalogue]) { self.init(sources: catalogues.map { $0.source() }) }

    /// Every window of a query's list in order, each from the text of the previous cursor.
    func windows(of query: Query, limits: [Int]) async throws -> [[Item]] {
        var windows: [[Item]] = []
        var cursor: SearchCursor?
        for count in 0..<500 {
            let query = try query.limited(to: limits[count % limits.count])
            let report = try await search(query, from: cursor, within: .seconds(60)).report
            windows.append(report.items)
            guard let next = report.next else { return windows }
            cursor = try SearchCursor(next, for: query)
        }
        Issue.record("the list does not end")
        return windows
    }
}
