package import ForageCore
package import ForageSearch

/// A list as lines of JSON while it comes in: what would be a result if nothing else came.
package struct ListLines: Sendable {
    private let query: Query
    private let tellsEverything: Bool
    private var list: ListSoFar
    private var lines: SearchLines

    /// A writer of one list's lines.
    ///
    /// - Parameters:
    ///   - query: What is searched for.
    ///   - list: Puts together what has come so far.
    ///   - lines: Writes them.
    ///   - tellsEverything: Whether whatever else happens has a line, too.
    package init(
        of query: Query, _ list: ListSoFar, _ lines: SearchLines, tellingEverything tellsEverything: Bool
    ) {
        self.query = query
        self.tellsEverything = tellsEverything
        self.list = list
        self.lines = lines
    }

    /// The lines that are due when something happens.
    package mutating func lines(of event: SearchEvent) -> [SearchLines.Line] {
        list.take(event)
        switch event {
        case .items: return lines.lines(of: list.items.filter(isKnownToPass))
        case .finished(let report): return lines.lines(of: report)
        case .began, .ended, .measured:
            return tellsEverything ? lines.line(of: event, in: query).map { [$0] } ?? [] : []
        }
    }

    /// Whether no filter waits for the picture's size, which is measured last.
    private func isKnownToPass(_ item: Item) -> Bool {
        query.filters.allSatisfy { !$0.isOfSize || $0.verdict(on: item) == .satisfied }
    }
}
