internal import ForageCore

/// The list of a search's results as far as it is known, and the window on it that was asked for.
///
/// The list is made in rounds. What a round brings waits until the window has room for it.
struct ResultList {
    private let fusion: Fusion
    private let window: Window
    /// The results from the beginning of this search's part of the list to the end of the window.
    private(set) var items: [Item] = []
    /// How many results are final, so that no filter is applied to them again.
    private var settledCount: Int
    private var waiting: ArraySlice<Cluster> = []
    /// The answers of the round that is under way.
    private var answers: [ProviderID: SourceAnswer] = [:]
    /// Where each provider is in its list, and what was shown.
    private(set) var cursor: SearchCursor
    /// The places of providers that failed too often to be asked again in this search.
    private var lostPlaces: [SearchCursor.Place] = []

    init(_ fusion: Fusion, window: Window, from cursor: SearchCursor?) {
        self.fusion = fusion
        self.window = window
        // The measured size of a picture may decide which results come before the window.
        settledCount = fusion.query.isFilteredBySize ? 0 : window.skipCount
        var cursor = cursor ?? SearchCursor(startOf: fusion.query, providers: fusion.providers)
        cursor.places.removeAll { !fusion.providers.contains($0.provider) }
        self.cursor = cursor
    }
}

// MARK: - Rounds

extension ResultList {
    /// The number of the round that is under way, from 1.
    var roundNumber: Int { cursor.roundCount + 1 }

    var hasWaiting: Bool { !waiting.isEmpty }

    /// How many results the window has room for.
    var roomCount: Int { window.end - items.count }

    var hasRoom: Bool { items.count < window.end }

    /// Whether a further round may bring more.
    var goesOn: Bool { !cursor.isExhausted }

    /// The page that a provider is asked for at its place.
    func page(at place: SearchCursor.Place, of info: ProviderInfo) -> PageRequest {
        var page = PageRequest(size: cursor.pageSize, cursor: place.page).bounded(by: info.terms)
        page.isRepeat = place.isBegun && place.page == nil
        return page
    }

    /// The results in the answers of a round that were not shown before, in their order.
    func newResults(in answers: [ProviderID: SourceAnswer]) -> [Cluster] {
        fusion.results(in: answers).filter { !cursor.shown.contains(anyOf: $0.keys) }
    }

    /// Takes the results of a round, which wait until the window has room.
    mutating func take(_ results: [Cluster], from answers: [ProviderID: SourceAnswer]) {
        self.answers = answers
        waiting = results[...]
        lostPlaces += cursor.noteFailures(in: answers)
    }

    /// Moves as many of the waiting results into the window as it has room for; the round is finished when none is left.
    mutating func fillWindow() -> ArraySlice<Cluster> {
        let taken = waiting.prefix(roomCount)
        waiting.removeFirst(taken.count)
        items += taken.map(\.item)
        cursor.show(taken)
        if waiting.isEmpty { cursor.finishRound(with: answers) }
        return taken
    }

    /// The window if these results followed what is there.
    func window(with results: [Cluster]) -> [Item] {
        Array((items + results.prefix(roomCount).map(\.item)).dropFirst(window.skipCount))
    }
}

// MARK: - Results that are not final

extension ResultList {
    /// Where the results are that filters may still leave out.
    var unsettled: Range<Int> { min(settledCount, items.count)..<items.count }

    var unsettledItems: ArraySlice<Item> { items[unsettled] }

    /// Whether what comes next is not final at once.
    var isPastSettled: Bool { items.count >= settledCount }

    mutating func note(_ size: PixelSize, measuredAt url: WebURL, _ place: Int) {
        items[place].note(size, measuredAt: url)
    }

    /// Leaves only these of the results that are not final, which may make the window shorter.
    mutating func keepUnsettled(_ kept: [Item]) { items.replaceSubrange(unsettled, with: kept) }

    /// Makes all results final.
    mutating func settle() { settledCount = items.count }

    mutating func replaceItems(with items: [Item]) { self.items = items }
}

// MARK: - The end

extension ResultList {
    /// The results of the window.
    var windowItems: [Item] { Array(items.dropFirst(window.skipCount)) }

    /// How many results there are in all, where the window starts after the last one.
    var precedingCount: Int? { !items.isEmpty && items.count <= window.skipCount ? items.count : nil }

    /// Whether a provider has more, but the list is followed no further.
    func isCutShort(at provider: ProviderID) -> Bool {
        cursor.isExhausted && waiting.isEmpty && cursor.places.contains { $0.provider == provider }
    }

    /// Where the list goes on: results wait, a provider has a further page, or one that failed may be asked again.
    ///
    /// The last counts only if there is a list at all. Providers that failed too often may be asked again where this
    /// window brought the list on.
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

/// The part of a list that a search is for, and how long it goes on.
struct Window: Sendable {
    /// How many results come before it.
    var skipCount = 0
    /// How many it holds.
    let count: Int
    /// Whether only the best result that has a picture is wanted.
    var isForPicture = false
    /// Whether each round has the whole time, and providers that failed are asked again in the next.
    var isUnhurried = false

    /// The place after its last result.
    var end: Int { skipCount + count }
    /// The most rounds of one search; beyond it the window is short and the cursor leads on.
    var greatestRoundCount: Int { isUnhurried ? 200 : 50 }
}

extension Query {
    /// Whether a picture's size, which may have to be measured, decides what is a result.
    var isFilteredBySize: Bool { filters.contains(where: \.isOfSize) }
}
