/// The reason why a query, or a cursor in the list of its results, cannot be used.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No word was given.
    case empty
    /// There are only filters and no word to search for.
    case wordless
    /// A typed query has a syntax error.
    case syntax(SyntaxError)
    /// An option in addition to the query is invalid.
    case option(String)
    /// The text has too many bytes.
    case tooLong(Int)
    /// The limit is out of range.
    case limit(Int)
    /// The text is not a cursor, is incomplete or was changed.
    case notACursor
    /// The cursor was created by a version of Forage with another cursor format.
    case cursorOfOtherVersion
    /// The cursor belongs to another query.
    case cursorOfOtherQuery

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .empty: "There is nothing to search for: give at least one word."
        case .wordless:
            "There is nothing to search for: give at least one word in addition to filters and excluded words."
        case .syntax(let error): error.description
        case .option(let sentence): sentence
        case .tooLong(let count):
            "The query is \(count) bytes long; services accept at most \(Query.greatestByteCount)."
        case .limit(let limit):
            "\(limit) results cannot be shown at once: choose \(Query.limits.lowerBound) to \(Query.limits.upperBound)."
        case .notACursor:
            "This is not a cursor, or it was changed or made elsewhere: give the complete value of \"next\" from the previous page."
        case .cursorOfOtherVersion:
            "This cursor is from another version of Forage: start again from the first page."
        case .cursorOfOtherQuery:
            "This cursor belongs to another query: give the same words or day, filters and order as before."
        }
    }
}

/// An error, with its place, in text that a user typed in a small language, such as a query.
public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that was typed.
    public let text: String
    /// The range of the error, in Unicode scalars.
    public let range: Range<Int>
    /// A description of the error, with advice.
    public let problem: String
    private let subject: String?

    /// Creates an error at a place.
    ///
    /// - Parameters:
    ///   - problem: A description of the error, with advice.
    ///   - range: The range of the error, in Unicode scalars.
    ///   - text: The text that was typed.
    ///   - subject: A name of the text, if it would otherwise be ambiguous: `the name`.
    package init(_ problem: String, at range: Range<Int>, of text: String, called subject: String? = nil) {
        self.problem = problem
        self.range = range
        self.text = text
        self.subject = subject
    }

    /// The message with its place, counted from 1.
    public var description: String {
        "At character \(before.count + 1)\(subject.map { " of \($0)" } ?? ""): \(problem)"
    }

    /// The text before the error.
    public var before: String { part(0..<range.lowerBound) }

    /// The text with the error.
    public var faulty: String { part(range) }

    /// The text after the error.
    public var after: String { part(range.upperBound..<text.unicodeScalars.count) }

    private func part(_ range: Range<Int>) -> String {
        let scalars = text.unicodeScalars
        return String(String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    }
}
