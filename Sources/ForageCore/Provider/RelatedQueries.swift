internal import Platform

/// Queries that a service names beside its answer, the nearest first: plain words, each query once, and only a few.
///
/// A service may name anything, so what it names is made regular here: on one line, and nothing that is too long to
/// be a query or has no word.
public struct RelatedQueries: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The words of each query, with single spaces between them.
    public let texts: [String]

    /// How many are kept.
    public static let greatestCount = 20
    /// Nobody would type more.
    static let greatestByteCount = 200

    /// Keeps the first few of what a service names.
    @specialized(where Texts == [String])
    public init<Texts: Sequence<String>>(_ texts: Texts) {
        self.texts = texts.lazy.compactMap(\.asRelatedQuery).distinct(besides: "")
    }

    /// Names some.
    public init(arrayLiteral texts: String...) { self.init(texts) }
}

extension RelatedQueries {
    /// What several services name, as one list: the first of each by turns, then the second of each, and so on.
    ///
    /// The order hangs on that of the lists and on nothing else. Each query is as it is typed, so that no sign in it
    /// means more than it says.
    ///
    /// - Parameters:
    ///   - lists: What each service names.
    ///   - query: The query itself, which is none of them.
    /// - Returns: The queries.
    package static func seeAlso(_ lists: [RelatedQueries], besides query: Query) -> [String] {
        let turns = (0..<greatestCount).lazy.flatMap { turn in
            lists.compactMap { turn < $0.texts.count ? $0.texts[turn] : nil }
        }
        return turns.distinct(besides: query.text).compactMap { (try? Query($0))?.description }
    }
}

extension Sequence<String> {
    /// The first few that differ in their words, whatever their case and accents.
    fileprivate func distinct(besides query: String) -> [String] {
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
    /// The text as plain words; nil where it is too long.
    fileprivate var asRelatedQuery: String? {
        guard utf8.count <= RelatedQueries.greatestByteCount else { return nil }
        return onOneLine.withSingleSpaces
    }
}
