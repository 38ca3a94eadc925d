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
