internal import ForageCore

extension Report {
    /// What is remarked on the query, in a line each.
    var remarks: [String] { [didYouMean, query.hint].compactMap(\.self) }

    private var didYouMean: String? {
        let queries = suggestions.map(\.inOtherQuotes)
        guard let last = queries.last else { return nil }
        let others = queries.dropLast().joined(separator: ", ")
        return "Did you mean " + (others.isEmpty ? last : "\(others) or \(last)") + "?"
    }
}

extension String {
    /// Between quotation marks that it has none of, as a shell takes it.
    fileprivate var inOtherQuotes: String { contains("\"") ? "'\(self)'" : "\"\(self)\"" }
}
