internal import Essentials
internal import ForageCore
internal import ForageFormats

/// Finds lists that are wanted whole.
///
/// What several want at once is searched for once, and what was found a moment ago is not searched for again: a program
/// that asks often gets a list as quickly as a file.
struct ListDesk: Sendable {
    private let searches: Searches
    private let addition: ItemAddition
    private let found = SharedContent<ListRequest>(upTo: 16 << 20)
    private let time: TimeInterval

    /// Ages, which a list states in whole seconds, are true for so long.
    private static let usualTime: TimeInterval = 1

    /// - Parameters:
    ///   - searches: Where the searches run.
    ///   - addition: What each item gets beside what it says.
    ///   - time: How long what was found is handed out again.
    init(_ searches: Searches, _ addition: ItemAddition, keptFor time: TimeInterval = usualTime) {
        self.searches = searches
        self.addition = addition
        self.time = time
    }

    /// Finds a list. The last who goes away ends the search.
    func list(_ wanted: ListRequest) async throws(Problem) -> Content {
        try await found.content(for: wanted) { () throws(Problem) in try await search(wanted) }
    }

    private func search(_ wanted: ListRequest) async throws(Problem) -> SharedContent<ListRequest>.Made {
        for await event in searches.events(of: wanted) {
            guard case .finished(let report) = event else { continue }
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
