/// The reason why a query, or a place in the list of its results, cannot be used.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No word was given.
    case empty
    /// No word was given beside what it must satisfy or leave out.
    case wordless
    /// A query that was typed cannot be read.
    case syntax(SyntaxError)
    /// Something that was wished for beside the query makes no sense.
    case option(String)
    /// The text has too many bytes.
    case tooLong(Int)
    /// The limit is out of range.
    case limit(Int)
    /// A text is no cursor, not the whole of one, or not as it was made here.
    case notACursor
    /// A cursor was made by a Forage that writes cursors in another way.
    case cursorOfOtherVersion
    /// A cursor is a place in the list of another query.
    case cursorOfOtherQuery

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .empty: "There is nothing to search for: give at least one word."
        case .wordless:
            "There is nothing to search for: give at least one word beside what to filter by or leave out."
        case .syntax(let error): error.description
        case .option(let sentence): sentence
        case .tooLong(let count):
            "The query is \(count) bytes long; \(Query.greatestByteCount) are the most that services take."
        case .limit(let limit):
            "\(limit) results cannot be shown at once: choose \(Query.limits.lowerBound) to \(Query.limits.upperBound)."
        case .notACursor:
            "This is not a cursor that was made here, or it was changed: give the whole text that the page before had for its next."
        case .cursorOfOtherVersion:
            "This cursor is from another version of Forage: start again at the first page."
        case .cursorOfOtherQuery:
            "This cursor belongs to another query: give the same words or day, filters and order as before."
        }
    }
}
