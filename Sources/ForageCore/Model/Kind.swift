/// What an item is.
public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable, CustomStringConvertible {
    /// A picture that somebody took or drew.
    case photo
    /// A direct answer to the query: an article's abstract, a definition, a computed value.
    case answer
    /// Something related that leads on to a page of its own.
    case topic
    /// One part of a series: a lesson, a podcast, a programme.
    case episode

    /// The text as it is printed.
    public var description: String { rawValue }

    /// A stable order, for output that is the same each time.
    public static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
}
