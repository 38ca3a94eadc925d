/// Filters, providers and an order of results, from the options of a command or the fields of a query. An option that
/// contradicts an earlier one is rejected.
public struct QueryOptions: Sendable {
    private var entries: [Entry] = []
    private var byteCount = 0
    private let form: Form

    /// The notation of options outside of a query, for messages.
    package struct Form: Sendable {
        let name: @Sendable (QueryField) -> String
        let text: @Sendable (QueryField, String) -> String

        /// - Parameters:
        ///   - name: The name of a field in this notation.
        ///   - text: A field with a value.
        package init(
            name: @escaping @Sendable (QueryField) -> String,
            text: @escaping @Sendable (QueryField, String) -> String
        ) {
            self.name = name
            self.text = text
        }

        /// The notation of URL parameters: `kind=photo`.
        package static let parameters = Form(name: \.name) { "\($0.name)=\($1)" }
    }

    private struct Entry {
        let field: QueryField
        let option: QueryOption
        /// The spelling that was typed first, then the one in the other place: the query or the options.
        var spellings: [Spelling]

        var written: String { spellings[0].text }
        var range: Range<Int>? { spellings[0].range }

        func spelling(inQuery: Bool) -> Spelling? { spellings.first { $0.isInQuery == inQuery } }
    }

    /// An option as it was typed: `kind:photo` in a query, or in the notation of its form.
    private struct Spelling {
        let text: String
        let range: Range<Int>?

        var isInQuery: Bool { range != nil }
    }

    /// Creates empty options.
    public init() { form = .parameters }

    /// Creates options from all given values.
    ///
    /// - Parameters:
    ///   - form: The notation of the options.
    ///   - values: Returns the values given for a field, as they were typed.
    /// - Throws: ``QueryError`` if one is invalid or contradicts another.
    package init(_ form: Form, of values: (QueryField) -> [String]) throws(QueryError) {
        self.form = form
        for field in QueryField.all {
            for value in values(field) { try add(field, value) }
        }
    }

    /// Adds an option in addition to the query; a list may contain commas.
    ///
    /// - Parameters:
    ///   - field: The field of the option.
    ///   - value: The value as it was typed.
    /// - Throws: ``QueryError`` if it is invalid or contradicts another option.
    public mutating func add(_ field: QueryField, _ value: String) throws(QueryError) {
        let isSplit = field.isList && field.name != "not"
        let values = isSplit ? value.split(separator: ",", omittingEmptySubsequences: false) : [value[...]]
        do throws(QueryTextError) {
            for value in values { try add(field, String(value.trimmingWhitespace()), at: nil) }
        } catch {
            throw error.error(in: "")
        }
    }

    mutating func add(_ field: QueryField, _ value: String, at range: Range<Int>?) throws(QueryTextError) {
        let subject = range == nil ? form.name(field) : field.name
        byteCount += value.utf8.count
        guard byteCount <= Query.greatestByteCount else {
            throw QueryTextError(
                "\(subject): at most \(Query.greatestByteCount) bytes are allowed.", at: range
            )
        }
        guard let option = field.read(value) else {
            let sentence = field.refusal(of: value, as: subject)
            throw QueryTextError(sentence + (sentence.hasSuffix("?") ? "" : "."), at: range)
        }
        let written = range == nil ? form.text(field, value) : "\(field.name):\(value)"
        let spelling = Spelling(text: written, range: range)
        if let place = entries.firstIndex(where: { $0.field == field && $0.option == option }) {
            entries[place].spellings.append(spelling)
            return
        }
        let entry = Entry(field: field, option: option, spellings: [spelling])
        let isAlone = !field.isList || option == .any
        if let earlier = entries.first(where: { $0.field == field && (isAlone || $0.option == .any) }) {
            throw Self.contradiction(spelling, earlier.spellings[0])
        }
        entries.append(entry)
    }

    /// Checks for options that cannot be satisfied together.
    ///
    /// - Throws: ``QueryError`` that names two of them.
    public func check() throws(QueryError) {
        do throws(QueryTextError) { try check(with: []) } catch { throw error.error(in: "") }
    }

    /// Checks for options that cannot be satisfied together with each other or with the search terms.
    func check(with terms: [Query.Term]) throws(QueryTextError) {
        try checkAlternatives()
        try checkDates()
        try checkLicences()
        for entry in entries {
            guard case .filter(.without(let left)) = entry.option else { continue }
            for term in terms where left.contains(where: { term.text.containsWords(of: $0) }) {
                throw QueryTextError(
                    "\(term.text.quoted) cannot be both searched for and excluded.", at: entry.range)
            }
            try check(entry, leavingOut: left)
        }
    }

    /// Checks for names that are both required and left out: an item with the required name would contain the other.
    private func check(_ entry: Entry, leavingOut left: [String]) throws(QueryTextError) {
        for other in entries {
            switch other.option {
            case .filter(.creator(let name)), .filter(.collection(let name)):
                guard left.contains(where: { name.containsWords(of: $0) }) else { continue }
                throw QueryTextError(
                    "\(name.quoted) cannot be both selected (\(other.written)) and excluded.",
                    at: entry.range ?? other.range)
            default: continue
            }
        }
    }

    /// Checks for different alternatives in the options and the query, which are not meant to be combined.
    private func checkAlternatives() throws(QueryTextError) {
        for entry in entries where entry.option.isAlternative {
            let inQuery = entry.spelling(inQuery: true)
            let asOption = entry.spelling(inQuery: false)
            guard (inQuery == nil) != (asOption == nil) else { continue }
            let others = entries.lazy.filter { $0.field == entry.field && $0.option.isAlternative }
            guard let other = others.compactMap({ $0.spelling(inQuery: inQuery == nil) }).first,
                let (written, option) = inQuery.map({ ($0, other) }) ?? asOption.map({ (other, $0) })
            else { continue }
            throw Self.contradiction(written, option)
        }
    }

    private func checkDates() throws(QueryTextError) {
        for after in entries {
            guard case .filter(.publishedSince(let start)) = after.option else { continue }
            for before in entries {
                guard case .filter(.publishedBefore(let end)) = before.option, start >= end else { continue }
                throw Self.contradiction(before.spellings[0], after.spellings[0])
            }
        }
    }

    private func checkLicences() throws(QueryTextError) {
        guard case .licence(let licence) = filters.first(where: { $0.name == .licence }),
            licence.isImpossible,
            let last = entries.last(where: { $0.option.isLicence })
        else { return }
        throw QueryTextError(
            "no licence is \(licence.description), so nothing would be found.", at: last.range)
    }

    private static func contradiction(_ spelling: Spelling, _ earlier: Spelling) -> QueryTextError {
        QueryTextError(
            "\(spelling.text) contradicts \(earlier.text); give one of them.",
            at: spelling.range ?? earlier.range)
    }
}

extension QueryOptions {
    /// The same options, and the defaults of all fields that have no value here.
    package func completed(by defaults: QueryOptions) -> QueryOptions {
        var options = self
        let given = Set(entries.map(\.field))
        options.entries += defaults.entries.filter { !given.contains($0.field) }
        return options
    }

    /// The filters; those of one name are combined.
    public var filters: [Filter] {
        var filters: [Filter] = []
        for case .filter(let filter) in entries.map(\.option) {
            guard let place = filters.firstIndex(where: { $0.name == filter.name }) else {
                filters.append(filter)
                continue
            }
            filters[place] = filters[place].joined(with: filter)
        }
        return filters
    }

    /// The providers to search; empty for all.
    public var providers: [ProviderID] {
        entries.compactMap { if case .provider(let provider) = $0.option { provider } else { nil } }
    }

    /// The order, if one is given.
    public var order: Order? {
        for case .order(let order) in entries.map(\.option) { return order }
        return nil
    }
}

extension QueryOption {
    /// Indicates whether a result needs to satisfy only one of several such options.
    fileprivate var isAlternative: Bool {
        switch self {
        case .provider, .filter(.kinds): true
        case .filter(.licence(let licence)): !licence.licences.isEmpty
        case .filter, .order, .any: false
        }
    }

    fileprivate var isLicence: Bool {
        if case .filter(.licence) = self { true } else { false }
    }
}

extension Filter {
    /// One filter that combines two of the same name.
    fileprivate func joined(with other: Filter) -> Filter {
        switch (self, other) {
        case (.kinds(let one), .kinds(let other)): .kinds(one.union(other))
        case (.without(let one), .without(let other)): .without(one + other)
        case (.licence(let one), .licence(let other)): .licence(one.joined(with: other))
        default: other
        }
    }
}
