internal import Platform

/// Queries that a service suggests along with its results, the closest first: a few distinct queries of plain words.
///
/// A service may suggest any text. Each one is reduced to one line here; texts without a word, or too long for a query,
/// are dropped.
public struct RelatedQueries: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The words of each query, with single spaces between them.
    public let texts: [String]

    /// The maximum number of queries.
    public static let greatestCount = 20
    /// The maximum length of a query; people do not type longer ones.
    static let greatestByteCount = 200

    /// Creates a list of the first few queries that a service suggests.
    @specialized(where Texts == [String])
    public init<Texts: Sequence<String>>(_ texts: Texts) {
        self.texts = texts.lazy.compactMap(\.asRelatedQuery).distinct(excluding: "")
    }

    /// Creates a list of queries.
    public init(arrayLiteral texts: String...) { self.init(texts) }
}

extension RelatedQueries {
    /// The suggestions of several services as one list: the first of each in turn, then the second of each, and so on.
    ///
    /// The order depends only on the order of the lists. Special characters in each query are escaped, so that they are
    /// searched for as plain text.
    ///
    /// - Parameters:
    ///   - lists: The suggestions of each service.
    ///   - query: The query itself, which is left out.
    /// - Returns: The queries.
    package static func seeAlso(_ lists: [RelatedQueries], excluding query: Query) -> [String] {
        let turns = (0..<greatestCount).lazy.flatMap { turn in
            lists.compactMap { turn < $0.texts.count ? $0.texts[turn] : nil }
        }
        return turns.distinct(excluding: query.text).compactMap { (try? Query($0))?.description }
    }
}

extension Sequence<String> {
    /// The first few texts whose words differ, without regard to case and accents.
    fileprivate func distinct(excluding query: String) -> [String] {
        var met: Set<[String]> = [[], query.words]
        var texts: [String] = []
        for text in self where met.insert(text.words).inserted {
            texts.append(text)
            if texts.count == RelatedQueries.greatestCount { break }
        }
        return texts
    }
}

extension String {
    /// The text as plain words; nil if it is too long.
    fileprivate var asRelatedQuery: String? {
        guard utf8.count <= RelatedQueries.greatestByteCount else { return nil }
        return onOneLine.withSingleSpaces
    }
}
