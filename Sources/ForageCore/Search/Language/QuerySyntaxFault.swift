/// What is wrong with a query, and where.
public struct QuerySyntaxFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The query as it was typed.
    public let query: String
    /// Where the fault begins and ends, counted in Unicode scalars.
    public let range: Range<Int>
    /// What is wrong there, and what to do.
    public let problem: String

    init(_ problem: String, at range: Range<Int>, of query: String) {
        self.problem = problem
        self.range = range
        self.query = query
    }

    /// The text as it is printed, with the place as people count it.
    public var description: String { "At character \(before.count + 1): \(problem)" }

    /// What stands before the fault.
    public var before: String { text(0..<range.lowerBound) }

    /// What is at fault.
    public var faulty: String { text(range) }

    /// What stands behind it.
    public var after: String { text(range.upperBound..<query.unicodeScalars.count) }

    private func text(_ range: Range<Int>) -> String {
        let scalars = query.unicodeScalars
        return String(String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    }
}
