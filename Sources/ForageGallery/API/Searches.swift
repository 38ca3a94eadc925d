internal import Forage
internal import ForageCore
internal import Sharing

/// The searches and listings that are under way.
///
/// Once the gallery closes, they end with what is there.
struct Searches: Sendable {
    private let forage: Forage
    private let metrics: Metrics
    private let tasks = OpenTasks()

    /// - Parameters:
    ///   - forage: What is searched with.
    ///   - metrics: Counts how providers end.
    init(_ forage: Forage, _ metrics: Metrics) {
        self.forage = forage
        self.metrics = metrics
    }

    /// What happens in a search, to its report. Whoever stops reading ends it, and gets none.
    func events(of wanted: ListRequest) -> AsyncStream<SearchEvent> {
        let (events, teller) = AsyncStream<SearchEvent>.makeStream()
        let task = tasks.begin {
            for await event in forage.search(wanted.query, at: wanted.place) {
                if case .finished(let report) = event { report.outcomes.forEach(metrics.note) }
                teller.yield(event)
            }
            teller.finish()
        }
        teller.onTermination = { if case .cancelled = $0 { task.cancel() } }
        return events
    }

    /// Waits for no provider any more.
    func end() { tasks.end() }
}
