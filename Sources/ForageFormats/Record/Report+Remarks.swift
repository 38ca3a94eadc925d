internal import ForageCore

extension Report {
    /// What is remarked on the query, in a line each.
    var remarks: [String] { [didYouMean, hint].compactMap(\.self) }

    /// What is to be said of the query and of the page that it asks for.
    var hint: String? {
        let hints = [query.hint, shortness].compactMap(\.self)
        return hints.isEmpty ? nil : hints.joined(separator: " ")
    }

    private var shortness: String? {
        precedingCount.map { count in
            guard next == nil else {
                return "The list was followed to result \(count), which is before this page."
            }
            let last = (count - 1) / query.limit + 1
            return "The list ends with result \(count), on page \(last)."
        }
    }

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
