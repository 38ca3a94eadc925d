/// What a person asked, made regular once, at the door: to search for words, or to browse.
public struct Query: Hashable, Sendable {
    /// The words, with single spaces between them; empty when browsing.
    public let text: String
    /// The listing that is browsed; nil when words are searched for.
    public let browse: Browse?
    /// What the items must satisfy.
    public let filters: [Filter]
    /// The order they are wanted in.
    public let order: Order
    /// How many are shown at once.
    public let limit: Int

    /// How many may be shown at once.
    public static let limits = 1...500
    /// How many are shown when nobody says.
    public static let usualLimit = 20

    /// Makes a query regular.
    ///
    /// - Parameters:
    ///   - text: The words as typed; control characters and repeated spaces become one space.
    ///   - filters: What the items must satisfy; a later filter of the same name replaces an earlier one.
    ///   - order: The order they are wanted in.
    ///   - limit: How many are shown at once.
    /// - Throws: ``QueryFault`` when nothing is asked, too much text is given or the limit is out of range.
    public init(
        _ text: String, filters: [Filter] = [], order: Order = .relevance, limit: Int = usualLimit
    ) throws(QueryFault) {
        let words = text.onOneLine.split(whereSeparator: \.isWhitespace)
        self.text = words.joined(separator: " ")
        guard !words.isEmpty else { throw .empty }
        guard self.text.utf8.count <= Self.greatestByteCount else { throw .tooLong(self.text.utf8.count) }
        browse = nil
        self.filters = filters.regular
        self.order = order
        self.limit = try Self.checked(limit)
    }

    /// Makes a query for a listing, in the listing's own order.
    ///
    /// - Parameters:
    ///   - browse: Which listing; a later filter of the same name replaces an earlier one.
    ///   - limit: How many are shown at once.
    /// - Throws: ``QueryFault`` when the limit is out of range.
    public init(browsing browse: Browse, limit: Int = usualLimit) throws(QueryFault) {
        text = ""
        self.browse = Browse(day: browse.day, filters: browse.filters.regular)
        filters = browse.filters.regular
        order = .relevance
        self.limit = try Self.checked(limit)
    }

    private static func checked(_ limit: Int) throws(QueryFault) -> Int {
        guard limits.contains(limit) else { throw .limit(limit) }
        return limit
    }

    /// Longer texts do not fit into the addresses that carry them.
    static let greatestByteCount = 2_000
}

extension [Filter] {
    /// One filter of each name, in the order of the names.
    fileprivate var regular: [Filter] {
        Dictionary(map { ($0.name, $0) }, uniquingKeysWith: { $1 }).sorted { $0.key < $1.key }.map(\.value)
    }
}

/// The order in which results are wanted.
public enum Order: String, Hashable, Sendable, CaseIterable {
    /// Best match first.
    case relevance
    /// Latest first.
    case newest
    /// What others found interesting first.
    case interesting
}

/// What is wrong with a query.
public enum QueryFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// No word was given.
    case empty
    /// The text has too many bytes.
    case tooLong(Int)
    /// The limit is out of range.
    case limit(Int)

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .empty: "There is nothing to search for: give at least one word."
        case .tooLong(let count):
            "The query is \(count) bytes long; \(Query.greatestByteCount) are the most that services take."
        case .limit(let limit):
            "\(limit) results cannot be shown at once: choose \(Query.limits.lowerBound) to \(Query.limits.upperBound)."
        }
    }
}
