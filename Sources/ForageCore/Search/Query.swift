/// What a person asked, made regular once, at the door: to search for words, or to browse.
public struct Query: Hashable, Sendable, CustomStringConvertible {
    /// What is searched for, in order; empty when browsing.
    public let terms: [Term]
    /// The words of the terms, with single spaces between them; what services are asked.
    public let text: String
    /// The listing that is browsed; nil when words are searched for.
    public let browse: Browse?
    /// What the items must satisfy.
    public let filters: [Filter]
    /// The order they are wanted in.
    public let order: Order
    /// Whom to ask; everyone when empty.
    public let providers: [ProviderID]
    /// Whether providers are left out that cannot hold their results to every filter.
    public let isStrict: Bool
    /// How many are shown at once.
    public let limit: Int
    /// Whether the report says why each result stands where it does. It changes nothing of the results.
    public var isExplained = false
    /// Whether the events of the search have the list each time it grows. It changes nothing of the results.
    public var publishesList = false

    /// The content that may be shown; what is fit for everyone unless a filter says otherwise.
    public var content: Filter.Content { filters.content }

    /// How many may be shown at once.
    public static let limits = 1...500
    /// How many are shown when nobody says.
    public static let usualLimit = 20

    /// Makes a query of plain words, in which no sign means anything; ``init(parsing:with:knowing:isStrict:limit:)``
    /// reads what people type.
    ///
    /// - Parameters:
    ///   - text: The words as typed; control characters and repeated spaces become one space.
    ///   - filters: What the items must satisfy; a later filter of the same name replaces an earlier one. The
    ///     words of phrases are searched for too.
    ///   - order: The order they are wanted in.
    ///   - providers: Whom to ask; everyone when empty.
    ///   - isStrict: Whether providers are left out that cannot hold their results to every filter.
    ///   - limit: How many are shown at once.
    /// - Throws: ``QueryError`` when nothing is asked, too much text is given or the limit is out of range.
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

    /// Makes a query for a listing, in the listing's own order.
    ///
    /// - Parameters:
    ///   - browse: Which listing; a later filter of the same name replaces an earlier one.
    ///   - providers: Whom to ask; everyone when empty.
    ///   - isStrict: Whether providers are left out that cannot hold their results to every filter.
    ///   - limit: How many are shown at once.
    /// - Throws: ``QueryError`` when the limit is out of range.
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

    /// Longer texts do not fit into the addresses that carry them.
    static let greatestByteCount = 2_000

    /// One thing that is searched for.
    public enum Term: Hashable, Sendable {
        /// A word.
        case word(String)
        /// Words that stand side by side.
        case phrase(String)

        /// A word, or the words of a phrase with single spaces; nil for none.
        package init?(_ text: String) {
            let words = text.spacedWords
            guard let first = words.first else { return nil }
            self = words.count == 1 ? .word(first) : .phrase(words.joined(separator: " "))
        }

        /// The same without what nobody sees and a paste brings along, which would make it another query; nil where
        /// nothing is left.
        var visible: Term? {
            guard text.unicodeScalars.contains(where: \.isUnseen) else { return self }
            return Term(String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnseen })))
        }

        /// Whether nothing is found by it; an emoji is something to search for.
        var isPunctuation: Bool { text.unicodeScalars.allSatisfy(\.isPunctuation) }

        /// The words of it.
        public var text: String {
            switch self {
            case .word(let text), .phrase(let text): text
            }
        }
    }
}

extension Query {
    /// What to tell a person who can be understood, and may have meant something else: a phrase between single quotes,
    /// which may as well be apostrophes, as in 'cause I'm rockin'.
    public var hint: String? {
        let words = terms.map { term in if case .word(let word) = term { word } else { "" } }
        guard let start = words.firstIndex(where: { $0.opensSingleQuote }),
            let end = words[(start + 1)...].firstIndex(where: { $0.closesSingleQuote })
        else { return nil }
        let phrase = words[start...end].joined(separator: " ").unicodeScalars.dropFirst().dropLast()
        return
            "Single quotes are parts of words: write \"\(String(Substring(phrase)))\" if the phrase is meant."
    }
}

extension Query {
    /// The same question about other words; nil where that is none.
    package func asking(for terms: [Term]) -> Query? {
        // The phrases among the filters are those of the terms.
        try? Query(
            terms, filters: filters.filter { $0.name != .phrase }, order: order, providers: providers,
            isStrict: isStrict, limit: limit)
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

/// What is wanted of a provider's listing: what is new or interesting there.
public struct Browse: Hashable, Sendable {
    /// The day whose listing is wanted; nil for the latest.
    public var day: CalendarDay?
    /// What the items must satisfy.
    public var filters: [Filter]

    /// The content that may be shown; what is fit for everyone unless a filter says otherwise.
    public var content: Filter.Content { filters.content }

    /// Asks for a listing.
    public init(day: CalendarDay? = nil, filters: [Filter] = []) {
        self.day = day
        self.filters = filters
    }
}

extension Unicode.Scalar {
    /// Whether nothing shows it and nothing is joined by it, as letters and emoji may be.
    fileprivate var isUnseen: Bool {
        properties.generalCategory == .format && properties.isDefaultIgnorableCodePoint
            && !["\u{200C}", "\u{200D}"].contains(self) && !isTag
    }

    /// The flags of regions are spelt with tags.
    private var isTag: Bool { (0xE0020...0xE007F).contains(value) }

    /// Whether it is a space, or a sign that nothing is found by.
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
    /// One filter of each name, in the order of the names; none that asks for nothing.
    fileprivate var regular: [Filter] {
        Dictionary(compactMap(\.regular).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
            .sorted { $0.key < $1.key }.map(\.value)
    }

    /// The terms that phrases come to; a phrase of one word is a word.
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
