internal import Platform

extension Query {
    /// Parses a query in the language that `docs/search.md` describes: words, "phrases", `-word`, `by:name`, …
    ///
    /// - Parameters:
    ///   - text: The query as it was typed.
    ///   - options: Options in addition to the query; they must not contradict it.
    ///   - defaults: Options for the fields that neither the query nor the options have.
    ///   - providers: The existing providers, so that an unknown name is reported; nil if they are not known.
    ///   - isStrict: True to leave out providers whose results cannot be checked against every filter.
    ///   - limit: The maximum number of items on a page.
    /// - Throws: ``QueryError`` with the place and the description of an error.
    public init(
        parsing text: String, with options: QueryOptions = QueryOptions(),
        defaults: QueryOptions = QueryOptions(), knowing providers: [ProviderID]? = nil,
        isStrict: Bool = false, limit: Int = usualLimit
    ) throws(QueryError) {
        var parser = QueryParser(options, knowing: providers)
        do throws(QueryTextError) {
            try Self.checkLength(of: text)
            try parser.read(text)
        } catch {
            throw error.error(in: text)
        }
        let options = parser.options
        if parser.terms.isEmpty,
            !options.filters.isEmpty || options.order != nil || !options.providers.isEmpty
        {
            throw .wordless
        }
        let all = options.completed(by: defaults)
        guard !parser.terms.allSatisfy(\.isPunctuation) else { throw .empty }
        try self.init(
            parser.terms, filters: all.filters, order: all.order ?? .relevance, providers: all.providers,
            isStrict: isStrict, limit: limit)
    }

    /// Reports a text that is too long to be parsed.
    private static func checkLength(of text: String) throws(QueryTextError) {
        guard text.utf8.count > 4 * greatestByteCount else { return }
        let start = text.utf8.index(text.startIndex, offsetBy: greatestByteCount)
        // If this is inside a character, the whole character is meant.
        let place = text.unicodeScalars.distance(from: text.startIndex, to: start)
        throw .tooLong(at: place..<place + 1)
    }

    /// The query in the form in which it is typed, normalized; parsing it returns the same query.
    public var description: String {
        // A query of only stop words is valid only in quotes.
        let isQuoted = StopWords.areAll(of: terms.map(\.text))
        var parts = terms.map { isQuoted ? $0.text.inQueryQuotes : $0.description }
        parts += filters.compactMap { $0.name == .phrase ? nil : $0.description }
        if !providers.isEmpty { parts.append("from:" + providers.map(\.name).joined(separator: ",")) }
        if order != .relevance { parts.append("sort:\(order.rawValue)") }
        return parts.joined(separator: " ")
    }
}

extension Query.Term: CustomStringConvertible {
    /// The term as it is typed.
    public var description: String {
        switch self {
        case .word(let word): QueryScanner.isPlain(word) ? word : word.inQueryQuotes
        case .phrase(let phrase): phrase.inQueryQuotes
        }
    }
}

extension Filter: CustomStringConvertible {
    /// The filter as it is typed in a query.
    public var description: String {
        switch self {
        case .phrases(let phrases): phrases.map(\.inQueryQuotes).joined(separator: " ")
        case .without(let texts): texts.map { "-" + $0.inQueryQuotesIfNeeded }.joined(separator: " ")
        case .creator(let name): "by:" + name.inQueryQuotesIfNeeded
        case .collection(let name): "in:" + name.inQueryQuotesIfNeeded
        case .kinds(let kinds): "kind:" + kinds.sorted().map(\.rawValue).joined(separator: ",")
        case .licence(let licence): "licence:" + licence.words.joined(separator: ",")
        case .orientation(let orientation): "orientation:\(orientation.rawValue)"
        case .hue(let hue): "colour:\(hue.rawValue)"
        case .minimumSize(let size): "min:\(size.width)x\(size.height)"
        case .publishedSince(let date): "after:\(date.queryText)"
        case .publishedBefore(let date): "before:\(date.queryText)"
        case .content(let content): "content:\(content.rawValue)"
        }
    }
}

/// Converts a typed query to terms and options.
struct QueryParser {
    private(set) var terms: [Query.Term] = []
    private(set) var options: QueryOptions
    private let providers: [ProviderID]?
    private var byteCount = 0

    /// - Parameters:
    ///   - options: The options in addition to the query.
    ///   - providers: The existing providers; nil if they are not known.
    init(_ options: QueryOptions, knowing providers: [ProviderID]?) {
        self.options = options
        self.providers = providers
    }

    mutating func read(_ text: String) throws(QueryTextError) {
        for token in try QueryScanner.tokens(text) { try take(token) }
        try options.check(with: terms)
    }

    private mutating func take(_ token: QueryToken) throws(QueryTextError) {
        switch token.kind {
        case .text(let text, _):
            guard let term = Query.Term(text) else { return }
            byteCount += term.text.utf8.count + (terms.isEmpty ? 0 : 1)
            guard byteCount <= Query.greatestByteCount else { throw .tooLong(at: token.range) }
            terms.append(term)
        case .excluded(let value):
            guard let field = QueryField.named("not") else { return }
            try options.add(field, value.text, at: value.range)
        case .field(let field, let values):
            for value in values {
                try check(value, of: field)
                try options.add(field, value.text, at: value.range)
            }
        }
    }

    private func check(_ value: QueryToken.Value, of field: QueryField) throws(QueryTextError) {
        guard field.name == "from", let providers, !providers.contains(where: { $0.name == value.text })
        else { return }
        let names = providers.map(\.name)
        let hint =
            nearestName(to: value.text, among: names).map { "did you mean \($0.quoted)?" }
            ?? "\(names.asChoice)."
        throw QueryTextError("\(value.text.quoted) is not a provider; \(hint)", at: value.range)
    }
}

extension String {
    fileprivate var inQueryQuotes: String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    fileprivate var inQueryQuotesIfNeeded: String {
        unicodeScalars.allSatisfy { $0.properties.isAlphabetic } ? self : inQueryQuotes
    }
}

extension Date {
    /// The day, or the time if it is not the start of a day.
    fileprivate var queryText: String {
        let text = iso8601
        return text.hasSuffix("T00:00:00Z") ? String(text.dropLast("T00:00:00Z".count)) : text
    }
}
