/// Why a text is no place in a query's list.
public enum CursorFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no cursor, not the whole of one, or not as it was made here.
    case notACursor
    /// It was made by a Forage that writes cursors in another way.
    case otherVersion
    /// It is a place in the list of another query.
    case otherQuery

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .notACursor:
            "This is not a cursor that was made here, or it was changed: give the whole text that the page before had for its next."
        case .otherVersion: "This cursor is from another version of Forage: start again at the first page."
        case .otherQuery:
            "This cursor belongs to another query: give the same words or day, filters and order as before."
        }
    }
}
