internal import ForageCore

/// The known part of a search's list of results, and the requested window.
///
/// The list is made in rounds. The results of a round wait until the window has room for them.
struct ResultList {
    private let fusion: Fusion
    private let window: Window
    /// The results from the beginning of this search's part of the list to the end of the window.
    private(set) var items: [Item] = []
    /// The number of final results, to which no filter is applied again.
    private var settledCount: Int
    private var waiting: ArraySlice<Cluster> = []
    /// The answers of the current round.
    private var answers: [ProviderID: SourceAnswer] = [:]
    /// The position of each provider in its list, and the results that were shown.
    private(set) var cursor: SearchCursor
    /// The places of providers that failed too often to be asked again in this search.
    private var lostPlaces: [SearchCursor.Place] = []

    init(_ fusion: Fusion, window: Window, from cursor: SearchCursor?) {
        self.fusion = fusion
        self.window = window
        // The measured size of a picture may determine which results precede the window.
        settledCount = fusion.query.isFilteredBySize ? 0 : window.skipCount
        var cursor = cursor ?? SearchCursor(startOf: fusion.query, providers: fusion.providers)
        cursor.places.removeAll { !fusion.providers.contains($0.provider) }
        self.cursor = cursor
    }
}

// MARK: - Rounds

extension ResultList {
    /// The number of the current round, from 1.
    var roundNumber: Int { cursor.roundCount + 1 }

    var hasWaiting: Bool { !waiting.isEmpty }

    /// The number of results for which the window has room.
    var roomCount: Int { window.end - items.count }

    var hasRoom: Bool { items.count < window.end }

    /// Indicates whether a further round may have more results.
    var goesOn: Bool { !cursor.isExhausted }

    /// Returns the page to request from a provider at its place.
    func page(at place: SearchCursor.Place, of info: ProviderInfo) -> PageRequest {
        var page = PageRequest(size: cursor.pageSize, cursor: place.page).bounded(by: info.terms)
        page.isRepeat = place.isBegun && place.page == nil
        return page
    }

    /// Returns the results in a round's answers that were not shown before, in order.
    func newResults(in answers: [ProviderID: SourceAnswer]) -> [Cluster] {
        fusion.results(in: answers).filter { !cursor.shown.contains(anyOf: $0.keys) }
    }

    /// Takes the results of a round, which wait until the window has room.
    mutating func take(_ results: [Cluster], from answers: [ProviderID: SourceAnswer]) {
        self.answers = answers
        waiting = results[...]
        lostPlaces += cursor.noteFailures(in: answers)
    }

    /// Moves waiting results into the window as far as it has room; the round is finished when none are left.
    mutating func fillWindow() -> ArraySlice<Cluster> {
        let taken = waiting.prefix(roomCount)
        waiting.removeFirst(taken.count)
        items += taken.map(\.item)
        cursor.show(taken)
        if waiting.isEmpty { cursor.finishRound(with: answers) }
        return taken
    }

    /// Returns the window as it would be with these results added.
    func window(with results: [Cluster]) -> [Item] {
        Array((items + results.prefix(roomCount).map(\.item)).dropFirst(window.skipCount))
    }
}

// MARK: - Results that are not final

extension ResultList {
    /// The range of the results that filters may still remove.
    var unsettled: Range<Int> { min(settledCount, items.count)..<items.count }

    var unsettledItems: ArraySlice<Item> { items[unsettled] }

    /// Indicates whether the next results are not final at once.
    var isPastSettled: Bool { items.count >= settledCount }

    mutating func note(_ size: PixelSize, measuredAt url: WebURL, _ place: Int) {
        items[place].note(size, measuredAt: url)
    }

    /// Retains only these of the results that are not final, which may shorten the window.
    mutating func keepUnsettled(_ kept: [Item]) { items.replaceSubrange(unsettled, with: kept) }

    /// Makes all results final.
    mutating func settle() { settledCount = items.count }

    mutating func replaceItems(with items: [Item]) { self.items = items }
}

// MARK: - The end

extension ResultList {
    /// The results of the window.
    var windowItems: [Item] { Array(items.dropFirst(window.skipCount)) }

    /// The total number of results, if the window starts after the last one.
    var precedingCount: Int? { !items.isEmpty && items.count <= window.skipCount ? items.count : nil }

    /// Indicates whether a provider has more results, but the list is not continued.
    func isCutShort(at provider: ProviderID) -> Bool {
        cursor.isExhausted && waiting.isEmpty && cursor.places.contains { $0.provider == provider }
    }

    /// Returns the place at which the list continues: there are waiting results, a further page, or a failed provider
    /// that may be asked again.
    ///
    /// A failed provider counts only if there is a list at all. Providers that failed too often may be asked again if
    /// this window extended the list.
    func next(
        filteredBy handlings: [ProviderID: [Filter.Name: FilterHandling]], isResumed: Bool
    ) -> SearchCursor? {
        var next = cursor
        if items.count > window.skipCount { next.places += lostPlaces }
        for index in next.places.indices {
            next.places[index].handlings = handlings[next.places[index].provider] ?? [:]
        }
        guard !next.isExhausted || hasWaiting, next.shown.hashes.count <= ShownItems.greatestCount else {
            return nil
        }
        let hasMore = hasWaiting || next.places.contains { $0.failureCount == 0 }
        return hasMore || isResumed || !items.isEmpty ? next : nil
    }
}

/// The part of a list that a search covers, and the number of its rounds.
struct Window: Sendable {
    /// The number of results before the window.
    var skipCount = 0
    /// The size of the window.
    let count: Int
    /// Indicates whether only the best result with a picture is wanted.
    var isForPicture = false
    /// Indicates whether each round gets the full time, and failed providers are asked again in the next round.
    var isUnhurried = false

    /// The place after the window's last result.
    var end: Int { skipCount + count }
    /// The maximum number of rounds of one search; after that, the window is short and the cursor continues the list.
    var greatestRoundCount: Int { isUnhurried ? 200 : 50 }
}

extension Query {
    /// Indicates whether the size of a picture, which may have to be measured, determines the results.
    var isFilteredBySize: Bool { filters.contains(where: \.isOfSize) }
}
