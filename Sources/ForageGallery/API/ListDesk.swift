internal import Essentials
internal import Forage
internal import ForageCore
internal import ForageFormats

/// Finds lists that are wanted whole.
///
/// What several want at once is searched for once, and what was found a moment ago is not searched for again: a program
/// that asks often gets a list as quickly as a file.
struct ListDesk: Sendable {
    private let forage: Forage
    private let addition: ItemAddition
    private let metrics: Metrics
    /// A page far down the list takes as many rounds, each of which has the time of a search.
    private let found = SharedContent<ListRequest>(upTo: 16 << 20, within: .seconds(600))
    private let time: TimeInterval

    /// Ages, which a list states in whole seconds, are true for so long.
    private static let usualTime: TimeInterval = 1

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
        try await found.content(for: wanted) { () throws(Problem) in try await search(wanted) }
    }

    private func search(_ wanted: ListRequest) async throws(Problem) -> SharedContent<ListRequest>.Made {
        for await event in forage.search(wanted.query, at: wanted.place) {
            guard case .finished(let report) = event else { continue }
            report.outcomes.forEach(metrics.note)
            let isSettled = report.outcomes.allSatisfy(\.isSettled)
            return .init(
                content: Content(json: JSONReport(adding: addition).text(of: report)),
                time: isSettled ? time : 0)
        }
        throw .nobodyWaits
    }
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
