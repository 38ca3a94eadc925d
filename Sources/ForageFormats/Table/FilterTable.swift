internal import ForageCore

/// How each filter was dealt with at each provider that answered: a row a provider, a column a filter.
struct FilterTable {
    private let filters: [Filter]
    private let outcomes: [Outcome]

    init(_ report: Report) {
        filters = report.query.filters
        outcomes = report.outcomes.filter { !$0.filters.isEmpty }
    }

    /// Nothing where no filter was applied.
    func lines(_ style: TerminalStyle) -> [String] {
        guard !filters.isEmpty, !outcomes.isEmpty else { return [] }
        let heading = (["filters"] + filters.map(\.description)).map { Columns.Cell($0, .faint) }
        let rows = outcomes.map { outcome in
            [Columns.Cell(outcome.provider.name)]
                + filters.map { Columns.Cell(outcome.filters[$0.name]?.words ?? "") }
        }
        return Columns([heading] + rows, style: style).lines
    }
}

extension FilterHandling {
    /// Who applied the filter, for people.
    fileprivate var words: String {
        switch self {
        case .honoured: "by the service"
        case .applied: "by Forage"
        case .impossible: "not possible"
        }
    }
}
