public import ForageCore

/// A place in a search's list of results.
///
/// The list is made in rounds: each combines the next page of every provider and omits results that were already shown.
/// A cursor contains the place of every provider and the shown results, so it needs nothing else to continue: no result
/// is repeated or lost, even if a window ends within a round, and a failed provider is asked for the same page again.
///
/// A cursor belongs to one query. The limit may change from window to window; the list does not.
public struct SearchCursor: Hashable, Sendable {
    let fingerprint: UInt64
    /// The number of items to request from a provider at once, constant for the whole list.
    let pageSize: Int
    /// The number of finished rounds.
    var roundCount: Int
    /// The places of the providers that may have more results.
    var places: [Place]
    var shown: ShownItems

    /// The place of a provider.
    struct Place: Hashable, Sendable {
        let provider: ProviderID
        /// The provider's own identifier of its page; nil for the first.
        var page: String?
        /// Indicates whether the service has already returned this page or the one before it.
        var isBegun = false
        /// The number of successive failures to get the page.
        var failureCount = 0
        /// The handling of each filter, constant for the whole list.
        var handlings: [Filter.Name: FilterHandling] = [:]
    }

    /// The maximum length of a page identifier.
    package static let greatestPlaceByteCount = 512
    /// The maximum number of providers in a cursor.
    static let greatestPlaceCount = 256
    /// The maximum number of rounds in a list, however many pages a provider claims to have.
    static let greatestRoundCount = 1_000

    /// Creates the start of a query's list.
    init(startOf query: Query, providers: [ProviderID]) {
        fingerprint = query.fingerprint
        pageSize = SearchEngine.pageSize
        roundCount = 0
        places = providers.prefix(Self.greatestPlaceCount).map { Place(provider: $0) }
        shown = ShownItems()
    }

    init(fingerprint: UInt64, pageSize: Int, roundCount: Int, places: [Place], shown: ShownItems) {
        self.fingerprint = fingerprint
        self.pageSize = pageSize
        self.roundCount = roundCount
        self.places = places
        self.shown = shown
    }

    private static let greatestFailureCount = 3
}

extension SearchCursor {
    /// Indicates whether the cursor is a place in this query's list.
    package func isIn(listOf query: Query) -> Bool { fingerprint == query.fingerprint }

    /// The approximate size in memory in bytes.
    package var byteCount: Int {
        let placeByteCount = places.reduce(0) { $0 + MemoryLayout<Place>.stride + ($1.page?.utf8.count ?? 0) }
        return placeByteCount + shown.hashes.capacity * MemoryLayout<UInt64>.stride
    }

    /// Notes results that were shown.
    mutating func show(_ clusters: some Sequence<Cluster>) {
        for cluster in clusters { shown.insert(cluster.keys) }
    }

    /// Counts the failures of providers whose answer is missing or incomplete. A provider loses its place after three
    /// successive failures, or at once after a permanent failure if it has returned nothing before. A throttled
    /// provider does not lose its place while other providers continue the list.
    ///
    /// - Returns: The places lost through repeated failures, which may be asked again another time.
    mutating func noteFailures(in answers: [ProviderID: SourceAnswer]) -> [Place] {
        var lost: [Place] = []
        let goesOn = answers.values.contains { $0.outcome.isAnswer }
        places = places.compactMap { place in
            guard let answer = answers[place.provider] else { return place }
            let outcome = answer.outcome
            if goesOn, case .throttled = outcome.result { return place }
            var place = place
            if outcome.isAnswer, !outcome.isStale { place.isBegun = true }
            place.failureCount = answer.isWhole ? 0 : place.failureCount + 1
            guard answer.isWhole || place.isBegun || outcome.mayPass else { return nil }
            if place.failureCount < Self.greatestFailureCount { return place }
            lost.append(Place(provider: place.provider, page: place.page, isBegun: place.isBegun))
            return nil
        }
        return lost
    }

    /// Moves every provider that answered to its next page; after its last page, a provider loses its place.
    mutating func finishRound(with answers: [ProviderID: SourceAnswer]) {
        roundCount += 1
        places = places.compactMap { place in
            guard let answer = answers[place.provider], answer.isWhole else { return place }
            guard let next = answer.next, next != place.page else { return nil }
            return Place(provider: place.provider, page: next, isBegun: true)
        }
    }

    /// Indicates whether the list ends here: no provider has more, too many results were shown, or there were too many
    /// rounds.
    var isExhausted: Bool {
        places.isEmpty || shown.hashes.count > ShownItems.fullCount
            || roundCount >= Self.greatestRoundCount
    }
}

extension SearchCursor {
    /// Parses a cursor.
    ///
    /// - Parameters:
    ///   - text: The complete `next` value of a report.
    ///   - query: The query of the list.
    ///   - seal: The seal of the engine that made the cursor.
    /// - Throws: ``ForageCore/QueryError`` if it is not a valid cursor of this query.
    public init(
        _ text: String, for query: Query, sealedBy seal: CursorSeal = .keyless
    ) throws(QueryError) {
        guard text.utf8.count <= Self.greatestTextByteCount, let bytes = Base64URL.decode(text) else {
            throw .notACursor
        }
        self = try Self.read(bytes, sealedBy: seal)
        // A cursor in any other encoding was not made by this code.
        guard self.text(sealedBy: seal) == text else { throw .notACursor }
        guard isIn(listOf: query) else { throw .cursorOfOtherQuery }
    }

    /// Returns the cursor as text of letters, digits, `-` and `_`.
    public func text(sealedBy seal: CursorSeal = .keyless) -> String {
        var writer = ByteWriter()
        writer.append(fingerprint, byteCount: 8)
        writer.append(pageSize)
        writer.append(roundCount)
        writer.append(places.count)
        for place in places { place.write(to: &writer) }
        writer.append(shown.hashes.count)
        for hash in shown.hashes.sorted() { writer.append(hash, byteCount: ShownItems.hashByteCount) }
        return Self.sealed(writer.bytes, by: seal)
    }

    /// Returns the text of a cursor's content, after the mark and before the seal.
    package static func sealed(
        _ content: [UInt8], version: UInt8 = version, by seal: CursorSeal = .keyless
    ) -> String {
        var writer = ByteWriter()
        writer.bytes = [mark, version] + content
        writer.append(seal.tag(of: writer.bytes[...]), byteCount: CursorSeal.tagByteCount)
        return Base64URL.encode(writer.bytes)
    }

    private static let mark = UInt8(ascii: "F")
    package static let version: UInt8 = 3
    /// The maximum length of the text of a cursor.
    private static let greatestTextByteCount = 384 * 1024

    private static func read(_ bytes: [UInt8], sealedBy seal: CursorSeal) throws(QueryError) -> SearchCursor {
        guard bytes.count > 2 + CursorSeal.tagByteCount, bytes[0] == mark else { throw .notACursor }
        let content = bytes.dropLast(CursorSeal.tagByteCount)
        var tail = ByteReader(bytes.suffix(CursorSeal.tagByteCount))
        guard seal.isTag(tail.integer(byteCount: CursorSeal.tagByteCount), of: content) else {
            throw .notACursor
        }
        // The version is checked only after the seal, because an edited version does not indicate another version of
        // Forage.
        guard bytes[1] == version else { throw .cursorOfOtherVersion }
        var reader = ByteReader(content.dropFirst(2))
        guard let cursor = SearchCursor(from: &reader), reader.isAtEnd else { throw .notACursor }
        return cursor
    }

    private init?(from reader: inout ByteReader) {
        guard let fingerprint = reader.integer(byteCount: 8),
            let pageSize = reader.number(in: 1...Query.limits.upperBound),
            let roundCount = reader.number(in: 0...Self.greatestRoundCount),
            let places = reader.list(atMost: Self.greatestPlaceCount, of: { Place(from: &$0) }),
            let hashes = reader.list(
                atMost: ShownItems.greatestCount, of: { $0.integer(byteCount: ShownItems.hashByteCount) })
        else { return nil }
        self.init(
            fingerprint: fingerprint, pageSize: pageSize, roundCount: roundCount, places: places,
            shown: ShownItems(hashes: Set(hashes)))
    }
}

extension Query {
    /// A hash that identifies this query's list. It does not include the limit.
    package var fingerprint: UInt64 {
        var hash = StableHash()
        hash.add(text)
        hash.add(order.rawValue)
        // Words are never empty, so browsing has a different hash from any search.
        if let browse { hash.add(browse.day?.description ?? "") }
        for filter in filters { hash.add(filter.description) }
        for provider in providers.map(\.name).sorted() { hash.add("from:\(provider)") }
        if isStrict { hash.add("strict") }
        return hash.value
    }
}

/// The results that were shown, as short hashes of their duplicate keys.
struct ShownItems: Hashable, Sendable {
    private(set) var hashes: Set<UInt64> = []

    /// The size of a hash: with the maximum number of entries, one new result in ten million is mistaken for a shown
    /// one.
    static let hashByteCount = 5
    /// The number of entries above which the list ends after the current round.
    static let fullCount = 4_000
    /// The maximum number of entries, which leaves room for that round.
    static let greatestCount = 6_000

    init(hashes: Set<UInt64> = []) { self.hashes = hashes }

    mutating func insert(_ keys: Set<String>) { hashes.formUnion(keys.lazy.map(Self.hash)) }

    func contains(anyOf keys: Set<String>) -> Bool { keys.contains { hashes.contains(Self.hash($0)) } }

    private static func hash(_ key: String) -> UInt64 { StableHash.of(key) >> (64 - 8 * hashByteCount) }
}

extension Outcome {
    /// Indicates whether the answer consists of stored data in place of the service's.
    fileprivate var isStale: Bool {
        if case .stale = origin { true } else { false }
    }

    /// Indicates whether a repeated request may succeed.
    fileprivate var mayPass: Bool {
        switch result {
        case .timedOut, .throttled, .failed, .cancelled: true
        case .answered, .empty, .skipped, .denied, .drift: false
        }
    }
}

extension SearchCursor.Place {
    /// The kind of page, as it is encoded.
    private enum Beginning: Int {
        case unasked, further, repeated
    }

    private var beginning: Beginning {
        page != nil ? .further : isBegun ? .repeated : .unasked
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(provider.name)
        writer.append(failureCount)
        writer.append(beginning.rawValue)
        if let page { writer.append(page) }
        writer.append(handlings.count)
        for (name, handling) in handlings.sorted(by: { $0.key < $1.key }) {
            writer.append(name.rawValue)
            writer.append(handling.rawValue)
        }
    }

    fileprivate init?(from reader: inout ByteReader) {
        guard let provider = reader.text(atMost: 32).flatMap({ ProviderID($0) }),
            let failureCount = reader.number(in: 0...255),
            let beginning = reader.number(in: 0...2).flatMap(Beginning.init)
        else { return nil }
        let page = beginning == .further ? reader.text(atMost: SearchCursor.greatestPlaceByteCount) : nil
        guard beginning != .further || page != nil,
            let handlings = reader.list(atMost: Filter.Name.allCases.count, of: { Self.handling(from: &$0) })
        else { return nil }
        self.init(
            provider: provider, page: page, isBegun: beginning != .unasked, failureCount: failureCount,
            handlings: Dictionary(handlings) { first, _ in first })
    }

    private static func handling(from reader: inout ByteReader) -> (Filter.Name, FilterHandling)? {
        guard let name = reader.text(atMost: 32).flatMap(Filter.Name.init),
            let handling = reader.text(atMost: 32).flatMap(FilterHandling.init)
        else { return nil }
        return (name, handling)
    }
}

/// Reads the output of ``ByteWriter`` from untrusted bytes; returns nil for invalid input.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func integer(byteCount: Int) -> UInt64? {
        guard let bytes = take(byteCount) else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func number(in range: ClosedRange<Int>) -> Int? {
        var number = 0
        for place in 0..<4 {
            guard let byte = rest.popFirst() else { return nil }
            number |= Int(byte & 0x7F) << (7 * place)
            if byte & 0x80 == 0 { return range.contains(number) ? number : nil }
        }
        return nil
    }

    mutating func text(atMost greatestByteCount: Int) -> String? {
        guard let count = number(in: 0...greatestByteCount), let bytes = take(count) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    mutating func list<Element>(
        atMost greatestCount: Int, of element: (inout ByteReader) -> Element?
    ) -> [Element]? {
        guard let count = number(in: 0...greatestCount) else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let element = element(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// Writes a cursor's numbers and texts as bytes.
struct ByteWriter {
    var bytes: [UInt8] = []

    /// Appends the lowest bytes of a number, in little-endian order.
    mutating func append(_ number: UInt64, byteCount: Int) {
        for place in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
    }

    /// Appends a nonnegative number, 7 bits per byte and the lowest first; the last byte has no high bit.
    mutating func append(_ number: Int) {
        var rest = UInt(number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a text after its length.
    mutating func append(_ text: String) {
        append(text.utf8.count)
        bytes += text.utf8
    }
}
