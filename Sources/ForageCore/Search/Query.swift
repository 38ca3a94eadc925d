/// A normalized request to search for words or to browse a listing.
public struct Query: Hashable, Sendable, CustomStringConvertible {
    /// The terms to search for, in order; empty when browsing.
    public let terms: [Term]
    /// The words of the terms, separated by single spaces, as sent to services.
    public let text: String
    /// The listing to browse; nil for a search.
    public let browse: Browse?
    /// The conditions that items must satisfy.
    public let filters: [Filter]
    /// The order of the results.
    public let order: Order
    /// The providers to search; empty for all.
    public let providers: [ProviderID]
    /// Indicates whether to leave out providers whose results cannot be checked against every filter.
    public let isStrict: Bool
    /// The maximum number of items on a page.
    public let limit: Int
    /// Indicates whether the report explains the rank of each result. It does not affect the results.
    public var isExplained = false
    /// Indicates whether the events of the search contain the list each time it grows. It does not affect the results.
    public var publishesList = false

    /// The content that may be shown: safe for everyone unless a filter allows more.
    public var content: Filter.Content { filters.content }

    /// The allowed numbers of items on a page.
    public static let limits = 1...500
    /// The default number of items on a page.
    public static let usualLimit = 20

    /// Creates a query of plain words, without special characters.
    ///
    /// Text that people type is parsed by ``init(parsing:with:defaults:knowing:isStrict:limit:)``.
    ///
    /// - Parameters:
    ///   - text: The words as typed; control characters and repeated spaces become one space.
    ///   - filters: The conditions that items must satisfy; a later filter replaces an earlier one of the same name.
    ///     The words
    ///     of phrases are also searched for.
    ///   - order: The order of the results.
    ///   - providers: The providers to search; empty for all.
    ///   - isStrict: True to leave out providers whose results cannot be checked against every filter.
    ///   - limit: The maximum number of items on a page.
    /// - Throws: ``QueryError`` if the text is empty or too long or the limit is out of range.
    public init(
        _ text: String, filters: [Filter] = [], order: Order = .relevance, providers: [ProviderID] = [],
        isStrict: Bool = false, limit: Int = usualLimit
    ) throws(QueryError) {
        try self.init(
            text.onOneLine.spacedWords.map(Term.word), filters: filters, order: order, providers: providers,
            isStrict: isStrict, limit: limit)
    }

    init(
        _ terms: [Term], filters: [Filter], order: Order, providers: [ProviderID], isStrict: Bool, limit: Int
    ) throws(QueryError) {
        let filters = filters.regular
        self.terms = (terms + filters.phrases.filter { !terms.contains($0) }).compactMap(\.visible)
        text = self.terms.map(\.text).joined(separator: " ")
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.greatestByteCount else { throw .tooLong(text.utf8.count) }
        browse = nil
        self.filters = (filters.filter { $0.name != .phrase } + [.phrases(self.terms.phrases)]).regular
        self.order = order
        self.providers = providers.distinct
        self.isStrict = isStrict
        self.limit = try Self.checked(limit)
    }

    /// Creates a query for a listing, in the listing's own order.
    ///
    /// - Parameters:
    ///   - browse: The listing; a later filter replaces an earlier one of the same name.
    ///   - providers: The providers to ask; empty for all.
    ///   - isStrict: True to leave out providers whose results cannot be checked against every filter.
    ///   - limit: The maximum number of items on a page.
    /// - Throws: ``QueryError`` if the limit is out of range.
    public init(
        browsing browse: Browse, providers: [ProviderID] = [], isStrict: Bool = false,
        limit: Int = usualLimit
    ) throws(QueryError) {
        terms = []
        text = ""
        self.browse = Browse(day: browse.day, filters: browse.filters.regular)
        filters = browse.filters.regular
        order = .relevance
        self.providers = providers.distinct
        self.isStrict = isStrict
        self.limit = try Self.checked(limit)
    }

    private static func checked(_ limit: Int) throws(QueryError) -> Int {
        guard limits.contains(limit) else { throw .limit(limit) }
        return limit
    }

    /// The maximum length of the text; longer ones do not fit into the addresses of requests.
    static let greatestByteCount = 2_000

    /// A word or phrase to search for.
    public enum Term: Hashable, Sendable {
        /// A word.
        case word(String)
        /// A sequence of adjacent words.
        case phrase(String)

        /// A word, or a phrase with its words separated by single spaces; nil if there is no word.
        package init?(_ text: String) {
            let words = text.spacedWords
            guard let first = words.first else { return nil }
            self = words.count == 1 ? .word(first) : .phrase(words.joined(separator: " "))
        }

        /// The term without the invisible characters that pasted text may contain and that would make it a different
        /// query; nil if nothing remains.
        var visible: Term? {
            guard text.unicodeScalars.contains(where: \.isUnseen) else { return self }
            return Term(String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnseen })))
        }

        /// Indicates whether it contains only punctuation and thus finds nothing; an emoji can be searched for.
        var isPunctuation: Bool { text.unicodeScalars.allSatisfy(\.isPunctuation) }

        /// The words of the term.
        public var text: String {
            switch self {
            case .word(let text), .phrase(let text): text
            }
        }
    }
}

extension Query {
    /// A hint for a valid query that may be a mistake: a phrase between single quotes, which may also be apostrophes,
    /// as in 'cause I'm rockin'.
    public var hint: String? {
        let words = terms.map { term in if case .word(let word) = term { word } else { "" } }
        guard let start = words.firstIndex(where: { $0.opensSingleQuote }),
            let end = words[(start + 1)...].firstIndex(where: { $0.closesSingleQuote })
        else { return nil }
        let phrase = words[start...end].joined(separator: " ").unicodeScalars.dropFirst().dropLast()
        return
            "Single quotes are part of the words: to search for the phrase, write \"\(String(Substring(phrase)))\"."
    }
}

extension Query {
    /// The same query with other terms; nil if they do not form a query.
    package func asking(for terms: [Term]) -> Query? {
        // The phrases among the filters come from the terms.
        try? Query(
            terms, filters: filters.filter { $0.name != .phrase }, order: order, providers: providers,
            isStrict: isStrict, limit: limit)
    }
}

/// The order of results.
public enum Order: String, Hashable, Sendable, CaseIterable {
    /// Best match first.
    case relevance
    /// Latest first.
    case newest
    /// The most interesting to other people first.
    case interesting
}

/// A request for a provider's listing of new or interesting items.
public struct Browse: Hashable, Sendable {
    /// The day of the listing; nil for the latest.
    public var day: CalendarDay?
    /// The SHA-1 of a file, in hex: only the items with this file; nil for a listing.
    package var sha1: String?
    /// The conditions that items must satisfy.
    public var filters: [Filter]

    /// The content that may be shown: safe for everyone unless a filter allows more.
    public var content: Filter.Content { filters.content }

    /// Creates a request for a listing.
    public init(day: CalendarDay? = nil, filters: [Filter] = []) {
        self.day = day
        self.filters = filters
    }

    /// Creates a request for the items with a file.
    package init(sha1: String) {
        self.init()
        self.sha1 = sha1
    }
}

extension Unicode.Scalar {
    /// Indicates whether it is invisible and does not join letters or emoji.
    fileprivate var isUnseen: Bool {
        properties.generalCategory == .format && properties.isDefaultIgnorableCodePoint
            && !["\u{200C}", "\u{200D}"].contains(self) && !isTag
    }

    /// Indicates whether it is a tag; the flags of regions contain tags.
    private var isTag: Bool { (0xE0020...0xE007F).contains(value) }

    /// Indicates whether it is a space or punctuation.
    fileprivate var isPunctuation: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator, .format,
            .nonspacingMark:
            true
        default: false
        }
    }
}

extension [Query.Term] {
    fileprivate var phrases: [String] {
        compactMap { if case .phrase(let phrase) = $0 { phrase } else { nil } }
    }
}

extension [Filter] {
    /// The filters in normal form, one of each name, in the order of the names; empty filters are dropped.
    fileprivate var regular: [Filter] {
        Dictionary(compactMap(\.regular).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
            .sorted { $0.key < $1.key }.map(\.value)
    }

    /// The phrases of the filters as terms; a phrase of one word becomes a word.
    fileprivate var phrases: [Query.Term] {
        for case .phrases(let phrases) in self { return phrases.compactMap { Query.Term($0) } }
        return []
    }
}

extension String {
    fileprivate var opensSingleQuote: Bool {
        unicodeScalars.first?.isSingleQuote == true && unicodeScalars.last?.isSingleQuote == false
    }

    fileprivate var closesSingleQuote: Bool {
        unicodeScalars.last?.isSingleQuote == true && unicodeScalars.first?.isSingleQuote == false
    }
}
