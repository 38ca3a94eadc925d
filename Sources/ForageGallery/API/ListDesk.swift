internal import Essentials
internal import Forage
internal import ForageCache
internal import ForageCore
internal import ForageFormats
internal import Sharing

/// Finds lists that are wanted whole.
///
/// What several want at once is searched for once, and what was found a moment ago is not searched for again: a program
/// that asks often gets a list as quickly as a file.
struct ListDesk: Sendable {
    private let forage: Forage
    private let addition: ItemAddition
    private let metrics: Metrics
    private let work = SharedWork<ListRequest, Result<Content, Problem>>()
    private let kept = MemoryCache<ListRequest, Content>(limit: 16 << 20, usualByteCount: 64 << 10)

    private let time: TimeInterval

    /// Ages, which a list states in whole seconds, are true for so long.
    private static let usualTime: TimeInterval = 1
    /// A page far down the list takes as many rounds, each of which has the time of a search.
    private static let patience: Duration = .seconds(600)

    /// - Parameters:
    ///   - forage: What is searched with.
    ///   - addition: What each item gets beside what it says.
    ///   - metrics: Counts how providers end.
    ///   - time: How long what was found is handed out again.
    init(
        _ forage: Forage, _ addition: ItemAddition, _ metrics: Metrics, keptFor time: TimeInterval = usualTime
    ) {
        self.forage = forage
        self.addition = addition
        self.metrics = metrics
        self.time = time
    }

    /// Finds a list. The last who goes away ends the search.
    func list(_ wanted: ListRequest) async throws(Problem) -> Content {
        if let list = kept.value(for: wanted) { return list }
        let found: Result<Content, Problem>
        do throws(SharedWork<ListRequest, Result<Content, Problem>>.Departure) {
            found = try await work.result(of: wanted, by: .now + Self.patience) { _ in await search(wanted) }
                .value
        } catch {
            throw Self.givenUp
        }
        return try found.get()
    }

    private func search(_ wanted: ListRequest) async -> Result<Content, Problem> {
        for await event in forage.search(wanted.query, at: wanted.place) {
            guard case .finished(let report) = event else { continue }
            report.outcomes.forEach(metrics.note)
            let list = Content(json: JSONReport(adding: addition).text(of: report))
            if report.outcomes.allSatisfy(\.isSettled) {
                kept.insert(
                    list, for: wanted, byteCount: list.bytes.count,
                    expiry: Date(timeIntervalSinceNow: time))
            }
            return .success(list)
        }
        return .failure(Self.givenUp)
    }

    private static let givenUp = Problem(503, "The search was given up; try again.")
}

extension Outcome {
    /// Whether the same would become of it in a moment.
    fileprivate var isSettled: Bool {
        switch result {
        case .answered, .empty, .skipped: true
        case .throttled, .denied, .timedOut, .failed, .drift, .cancelled: false
        }
    }
}
