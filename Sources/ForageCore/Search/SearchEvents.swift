/// What happens in a search, as it happens; the last event is ``SearchEvent/finished(_:)``.
///
/// Each event is read once. The search goes on already, and is cancelled when nobody holds its events any more.
public struct SearchEvents: AsyncSequence, Sendable {
    private let events: any AsyncSequence<SearchEvent, Never> & Sendable

    package init(_ events: some AsyncSequence<SearchEvent, Never> & Sendable) { self.events = events }

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(events) }

    /// Waits for the next event of a search.
    public struct Iterator: AsyncIteratorProtocol {
        private var iterator: any AsyncIteratorProtocol<SearchEvent, Never>

        fileprivate init(_ events: some AsyncSequence<SearchEvent, Never>) {
            iterator = events.makeAsyncIterator()
        }

        /// The next event, as soon as it happens; nil behind the last one.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> SearchEvent? {
            await iterator.next(isolation: actor)
        }
    }

    /// The report at the end of the search, whatever happens before; nil where that was read already.
    public var report: Report? {
        get async {
            for await case .finished(let report) in self { return report }
            return nil
        }
    }
}
