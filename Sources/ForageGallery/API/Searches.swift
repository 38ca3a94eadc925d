internal import Forage
internal import ForageCore
internal import Synchronization

/// The searches and listings that are under way.
///
/// Once the gallery closes, they end with what is there.
final class Searches: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
        var areToEnd = false
    }

    private let forage: Forage
    private let metrics: Metrics
    private let state = Mutex(State())

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
        // Begun under the lock, so that it is noted before it can end.
        let task = state.withLock { state in
            state.count += 1
            let (number, areToEnd) = (state.count, state.areToEnd)
            let task = Task {
                await tell(wanted, teller)
                self.state.withLock { $0.tasks[number] = nil }
            }
            if areToEnd { task.cancel() }
            state.tasks[number] = task
            return task
        }
        teller.onTermination = { if case .cancelled = $0 { task.cancel() } }
        return events
    }

    private func tell(_ wanted: ListRequest, _ teller: AsyncStream<SearchEvent>.Continuation) async {
        for await event in forage.search(wanted.query, at: wanted.place) {
            if case .finished(let report) = event { report.outcomes.forEach(metrics.note) }
            teller.yield(event)
        }
        teller.finish()
    }

    /// Waits for no provider any more.
    func end() {
        let tasks = state.withLock { state in
            state.areToEnd = true
            return state.tasks.values.map(\.self)
        }
        for task in tasks { task.cancel() }
    }
}
