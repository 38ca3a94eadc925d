public import ForageCore

/// A place in the list of a search's results.
///
/// The list is made of rounds: each fuses the next page of every provider and leaves out what was
/// shown. A cursor holds where every provider stands and what was shown, so that it needs nothing
/// else to go on: no result is shown twice and none is left out, also when a window ends inside a
/// round, and a provider that failed is asked for the same page again.
///
/// A cursor belongs to one query. The limit may change from window to window; the list does not.
public struct SearchCursor: Hashable, Sendable {
    let fingerprint: UInt64
    /// How many items a provider is asked for at once; the same along the whole list.
    let pageSize: Int
    /// How many rounds were finished.
    var roundCount: Int
    /// Where each provider stands that may have more.
    var places: [Place]
    var shown: ShownItems

    /// Where a provider stands.
    struct Place: Hashable, Sendable {
        let provider: ProviderID
        /// The provider's own word for its page; nil for the first.
        var page: String?
        /// Whether the service brought this page before, or the one before it.
        var isBegun = false
        /// How often in a row the page could not be had.
        var failureCount = 0
        /// How its filters are dealt with, which stays so along the whole list.
        var handlings: [Filter.Name: FilterHandling] = [:]
    }

    /// The longest word for a page that is kept.
    package static let greatestPlaceByteCount = 512
    /// The most providers that a cursor holds.
    static let greatestPlaceCount = 256
    /// A list has no more rounds than these, however many pages a provider may claim to have.
    static let greatestRoundCount = 1_000

    /// The start of a query's list.
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
    /// Whether the cursor is a place in this query's list.
    package func isIn(listOf query: Query) -> Bool { fingerprint == query.fingerprint }

    /// How many bytes it takes in memory, more or less.
    package var byteCount: Int {
        let placeByteCount = places.reduce(0) { $0 + MemoryLayout<Place>.stride + ($1.page?.utf8.count ?? 0) }
        return placeByteCount + shown.hashes.capacity * MemoryLayout<UInt64>.stride
    }

    /// Notes what was shown.
    mutating func show(_ clusters: some Sequence<Cluster>) {
        for cluster in clusters { shown.insert(cluster.keys) }
    }

    /// Counts the failures of the providers that did not answer, or not to the end. One that failed three times in a row
    /// loses its place, and so does at once one that brought nothing before and could not answer the next time either. Who
    /// is only to wait fails no list that goes on without.
    ///
    /// - Returns: The places of those who failed so often, and may be asked again some other day.
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

    /// Moves every provider that answered to its next page; at its last it loses its place.
    mutating func finishRound(with answers: [ProviderID: SourceAnswer]) {
        roundCount += 1
        places = places.compactMap { place in
            guard let answer = answers[place.provider], answer.isWhole else { return place }
            guard let next = answer.next, next != place.page else { return nil }
            return Place(provider: place.provider, page: next, isBegun: true)
        }
    }

    /// Whether no further round is begun: too much was shown, or there were too many rounds.
    var isExhausted: Bool {
        places.isEmpty || shown.hashes.count > ShownItems.fullCount
            || roundCount >= Self.greatestRoundCount
    }
}

extension SearchCursor {
    /// Reads a cursor from outside.
    ///
    /// - Parameters:
    ///   - text: The whole text of a report's `next`.
    ///   - query: The query whose list it must be a place in.
    ///   - seal: What it must be sealed with: that of the engine that made it.
    /// - Throws: ``ForageCore/QueryError`` when it is none.
    public init(
        _ text: String, for query: Query, sealedBy seal: CursorSeal = .keyless
    ) throws(QueryError) {
        guard text.utf8.count <= Self.greatestTextByteCount, let bytes = Base64URL.decode(text) else {
            throw .notACursor
        }
        self = try Self.read(bytes, sealedBy: seal)
        // What is written in another way than ours was made by somebody else.
        guard self.text(sealedBy: seal) == text else { throw .notACursor }
        guard isIn(listOf: query) else { throw .cursorOfOtherQuery }
    }

    /// The cursor as it is handed out: letters, digits, `-` and `_`.
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

    /// The text of what a cursor holds: behind the mark, before the seal.
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
    /// As long as the greatest that is ever written.
    private static let greatestTextByteCount = 384 * 1024

    private static func read(_ bytes: [UInt8], sealedBy seal: CursorSeal) throws(QueryError) -> SearchCursor {
        guard bytes.count > 2 + CursorSeal.tagByteCount, bytes[0] == mark else { throw .notACursor }
        let content = bytes.dropLast(CursorSeal.tagByteCount)
        var tail = ByteReader(bytes.suffix(CursorSeal.tagByteCount))
        guard tail.integer(byteCount: CursorSeal.tagByteCount) == seal.tag(of: content) else {
            throw .notACursor
        }
        // Only behind the seal: a version that was edited is no word of another Forage.
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
    /// What tells this query's list from another's. The limit is no part of it.
    package var fingerprint: UInt64 {
        var hash = StableHash()
        hash.add(text)
        hash.add(order.rawValue)
        // Words are never empty, so that browsing cannot be taken for a search.
        if let browse { hash.add(browse.day?.description ?? "") }
        for filter in filters { hash.add(filter.description) }
        for provider in providers.map(\.name).sorted() { hash.add("from:\(provider)") }
        if isStrict { hash.add("strict") }
        return hash.value
    }
}

/// What was shown of a list, as short hashes of what tells duplicates.
struct ShownItems: Hashable, Sendable {
    private(set) var hashes: Set<UInt64> = []

    /// A hash has 5 bytes: with all places taken, one new result in ten million is held for shown.
    static let hashByteCount = 5
    /// The list ends with the round that leads beyond this.
    static let fullCount = 4_000
    /// The most that is remembered, which leaves room for that round.
    static let greatestCount = 6_000

    init(hashes: Set<UInt64> = []) { self.hashes = hashes }

    mutating func insert(_ keys: Set<String>) { hashes.formUnion(keys.lazy.map(Self.hash)) }

    func contains(anyOf keys: Set<String>) -> Bool { keys.contains { hashes.contains(Self.hash($0)) } }

    private static func hash(_ key: String) -> UInt64 { StableHash.of(key) >> (64 - 8 * hashByteCount) }
}

extension Outcome {
    /// Whether what is kept stands in for the service.
    fileprivate var isStale: Bool {
        if case .stale = origin { true } else { false }
    }

    /// Whether asking the same again may go better.
    fileprivate var mayPass: Bool {
        switch result {
        case .timedOut, .throttled, .failed, .cancelled: true
        case .answered, .empty, .skipped, .denied, .drift: false
        }
    }
}

extension SearchCursor.Place {
    /// Which page it is, as it is written.
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
