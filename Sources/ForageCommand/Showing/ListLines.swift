internal import ForageCore
internal import ForageFormats
internal import ForageSearch

/// A list as lines of JSON while it comes in: what would be a result if nothing else came.
struct ListLines: Sendable {
    private let query: Query
    private let tellsEverything: Bool
    private var list: ListSoFar
    private var lines: SearchLines

    /// - Parameters:
    ///   - query: What is searched for.
    ///   - fields: What is written of each item; everything when nil.
    ///   - list: Puts together what has come so far.
    ///   - tellsEverything: Whether whatever else happens has a line, too.
    init(
        of query: Query, _ fields: FieldSelection?, _ list: ListSoFar, tellingEverything tellsEverything: Bool
    ) {
        self.query = query
        self.tellsEverything = tellsEverything
        self.list = list
        lines = SearchLines(fields: fields)
    }

    /// The lines that are due when something happens.
    mutating func text(of event: SearchEvent) -> String {
        list.take(event)
        switch event {
        case .items: return lines.text(of: list.items.filter(isKnownToPass))
        case .finished(let report): return lines.text(of: report)
        case .began, .ended, .measured: return tellsEverything ? lines.text(of: event, in: query) : ""
        }
    }

    /// Whether no filter waits for the picture's size, which is measured last.
    private func isKnownToPass(_ item: Item) -> Bool {
        query.filters.allSatisfy { !$0.isOfSize || $0.verdict(on: item) == .satisfied }
    }
}
