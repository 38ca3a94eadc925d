/// A piece of a query as it was typed.
struct QueryToken: Hashable, Sendable {
    let kind: Kind
    /// Where it stands, in scalars.
    let range: Range<Int>

    enum Kind: Hashable, Sendable {
        /// What is searched for: a word, or what stood between quotes.
        case text(String, isQuoted: Bool)
        /// What is left out.
        case excluded(Value)
        /// `name:value`, or several values.
        case field(QueryField, [Value])
    }

    /// A value and where it stands.
    struct Value: Hashable, Sendable {
        let text: String
        let range: Range<Int>
    }
}

/// Why a query cannot be read: where, and what is wrong there. Without a place it was an option of the command.
struct QueryProblem: Error {
    let range: Range<Int>?
    let sentence: String

    init(_ sentence: String, at range: Range<Int>?) {
        self.sentence = sentence
        self.range = range
    }

    /// Says where a query becomes too long.
    static func tooLong(at range: Range<Int>) -> QueryProblem {
        QueryProblem(
            "the query becomes too long here; \(Query.greatestByteCount) bytes are the most that services take: leave out the rest.",
            at: range)
    }

    func fault(in query: String) -> QueryFault {
        guard let range else { return .wish(sentence) }
        return .syntax(SyntaxFault(sentence, at: range, of: query))
    }
}
