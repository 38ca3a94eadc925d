package import ForageCore

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
