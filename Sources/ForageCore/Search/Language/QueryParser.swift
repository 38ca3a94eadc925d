/// Makes terms and wishes of a query that was typed.
struct QueryParser {
    private(set) var terms: [Query.Term] = []
    private(set) var wishes: QueryWishes
    private let providers: [ProviderID]?
    private var byteCount = 0

    /// - Parameters:
    ///   - wishes: What was wished for beside the query.
    ///   - providers: Those that there are; nil where nobody knows.
    init(_ wishes: QueryWishes, knowing providers: [ProviderID]?) {
        self.wishes = wishes
        self.providers = providers
    }

    mutating func read(_ text: String) throws(QueryProblem) {
        for token in try QueryScanner.tokens(text) { try take(token) }
        try wishes.check(with: terms)
    }

    private mutating func take(_ token: QueryToken) throws(QueryProblem) {
        switch token.kind {
        case .text(let text, _):
            guard let term = Query.Term(text) else { return }
            byteCount += term.text.utf8.count + (terms.isEmpty ? 0 : 1)
            guard byteCount <= Query.greatestByteCount else { throw .tooLong(at: token.range) }
            terms.append(term)
        case .excluded(let value):
            guard let field = QueryField.named("not") else { return }
            try wishes.add(field, value.text, at: value.range)
        case .field(let field, let values):
            for value in values {
                try check(value, of: field)
                try wishes.add(field, value.text, at: value.range)
            }
        }
    }

    private func check(_ value: QueryToken.Value, of field: QueryField) throws(QueryProblem) {
        guard field.name == "from", let providers, !providers.contains(where: { $0.name == value.text })
        else { return }
        let names = providers.map(\.name)
        let hint =
            nearestName(to: value.text, among: names).map { "did you mean \($0.quoted)?" }
            ?? "\(names.asChoice)."
        throw QueryProblem("\(value.text.quoted) is not a provider; \(hint)", at: value.range)
    }
}
