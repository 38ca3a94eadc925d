internal import ForageCore
internal import Platform

/// One search, from the first question to the report.
struct SearchRun {
    let query: Query
    let roster: Roster
    /// The names of those who are asked. What a source says of itself is large, and there may be many.
    let asked: [ProviderID]
    let window: Window
    private let weights: [ProviderID: Double]
    let seal: CursorSeal
    var measuring: Measuring?
    let suggester: (any Suggester)?
    let limits: SearchLimits
    let events: EventQueue<SearchEvent>
    let start = ContinuousClock.now
    let isResumed: Bool

    /// How many results need not be looked at again.
    var settledCount: Int
    var passed: [Item] = []
    var sieve: Sieve
    var account: Account
    private(set) var cursor: SearchCursor
    /// The last round of pages, and those of its results that the window had no room for yet.
    private var round: Account.Round?
    private(set) var waiting: ArraySlice<Cluster> = []
    /// Where those stood who failed so often that they are asked no more.
    private(set) var lost: [SearchCursor.Place] = []
    var outcomes: [ProviderID: Outcome] = [:]
    private var failed: Set<ProviderID> = []
    private var endlessLists = EndlessLists()
    /// How those ended who failed, had they not been asked again.
    private var unfailed: [ProviderID: Outcome] = [:]
    /// What else may be asked, by who says so.
    private(set) var related: [ProviderID: RelatedQueries] = [:]
    /// Whether anybody brought anything, be it left out again.
    private(set) var isAnythingBrought = false
    /// What may have been meant.
    var suggestions: [String] = []

    init(
        query: Query, roster: Roster, window: Window, weights: [ProviderID: Double], cursor: SearchCursor?,
        seal: CursorSeal, measuring: Measuring?, suggester: (any Suggester)?, limits: SearchLimits,
        events: EventQueue<SearchEvent>
    ) {
        self.query = query
        self.roster = roster
        self.window = window
        self.weights = weights
        self.seal = seal
        self.measuring = measuring
        self.suggester = suggester
        self.limits = limits
        self.events = events
        sieve = Sieve(query, measures: measuring != nil, goingOnAt: cursor)
        account = Account(of: query)
        isResumed = cursor != nil
        // What pictures turn out to be says which results come before the window, too.
        settledCount = query.isFilteredBySize ? 0 : window.skipCount
        asked = roster.asked.map(\.about.id)
        self.cursor = cursor ?? SearchCursor(startOf: query, providers: asked)
        self.cursor.places.removeAll { [asked] in !asked.contains($0.provider) }
    }

    /// Goes through as many rounds as the window takes.
    ///
    /// The report is handed over before the group is left, because leaving it waits for sources that do
    /// not mind being cancelled.
    mutating func run(_ panel: Panel) async {
        events.send(.began(asked))
        for outcome in roster.decided { events.send(.ended(outcome)) }
        await withTaskGroup(of: Panel.Signal.self) { group in
            var panel = panel
            var roundCount = 0
            let greatestRoundCount = limits.roundCount ?? window.greatestRoundCount
            repeat {
                if window.isUnhurried { panel.renew() }
                if waiting.isEmpty {
                    take(await answers(of: &panel, in: &group))
                    roundCount += 1
                }
                fillWindow()
                if measuresAtOnce { await measureRound(by: panel.deadline, in: &group) }
                // What waits already takes no time.
            } while wantsMore && (!waiting.isEmpty || roundCount < greatestRoundCount && panel.hasTime)
            if window.isForPicture {
                await choosePicture(by: panel.deadline, in: &group)
            } else if !measuresAtOnce {
                await measure(by: panel.deadline, in: &group)
            }
            await suggest(by: panel.deadline)
            group.cancelAll()
            events.send(.finished(report))
            events.finish()
        }
    }

    /// Asks everyone who has a further page and did not fail, and waits until all have ended.
    private mutating func answers(
        of panel: inout Panel, in group: inout Panel.Group
    ) async -> [ProviderID: SourceAnswer] {
        var abouts: [ProviderID: About] = [:]
        for source in roster.asked {
            guard let place = place(of: source.about.id) else { continue }
            var page = PageRequest(size: cursor.pageSize, cursor: place.page)
                .bounded(by: source.about.terms)
            page.isRepeat = place.isBegun && place.page == nil
            panel.ask(source, for: query.request(page), in: &group)
            abouts[place.provider] = source.about
        }
        var answers: [ProviderID: SourceAnswer] = [:]
        while var answer = await panel.nextAnswer(
            in: &group, meanwhile: { measuring?.note($1, of: $0, in: &$2) })
        {
            let provider = answer.outcome.provider
            if !answer.items.isEmpty { isAnythingBrought = true }
            endlessLists.end(at: &answer)
            let sieved = abouts[provider].map { sieve.sift(answer, of: $0) } ?? answer
            account.note(answer)
            answers[provider] = sieved
            tell(sieved)
            measureAhead(answers, while: panel, in: &group)
        }
        return answers
    }

    /// Where a provider is to be asked; nil when it is at its end, or failed in a search that does not ask again.
    private func place(of provider: ProviderID) -> SearchCursor.Place? {
        guard window.isUnhurried || !failed.contains(provider) else { return nil }
        return cursor.places.first { $0.provider == provider }
    }

    private mutating func tell(_ answer: SourceAnswer) {
        let provider = answer.outcome.provider
        let former = failed.contains(provider) ? unfailed[provider] : outcomes[provider]
        var ending = answer.outcome
        ending.isBrokenOff = answer.isCutOff
        var outcome = former?.followed(by: ending) ?? ending
        // A failure is over once it is asked again; the time that it took is not had back.
        outcome.duration = answer.outcome.duration + (outcomes[provider]?.duration ?? .zero)
        outcomes[provider] = outcome
        if answer.isWhole {
            failed.remove(provider)
        } else if failed.insert(provider).inserted {
            unfailed[provider] = former
        }
        // A further page names the same again, if anything.
        if related[provider] == nil { related[provider] = answer.related }
        let items = sieve.licensed(answer.items)
        if !items.isEmpty { events.send(.items(provider, items)) }
        events.send(.ended(outcome))
    }
}

extension SearchRun {
    /// Lets what is new of a round wait for its place in the window.
    private mutating func take(_ answers: [ProviderID: SourceAnswer]) {
        let unseen = fused(answers).filter { !cursor.shown.contains(anyOf: $0.keys) }
        let fresh = admitted(unseen)
        round = Account.Round(number: cursor.roundCount + 1, answers: answers)
        waiting = fresh[...]
        lost += cursor.noteFailures(in: answers)
    }

    /// Puts as many of those that wait behind what is there as the window has room for. The round is finished when
    /// nothing of it is left over.
    private mutating func fillWindow() {
        guard let round else { return }
        let taken = waiting.prefix(window.end - passed.count)
        waiting.removeFirst(taken.count)
        account.note(taken, of: round)
        passed += taken.map(\.item)
        cursor.show(taken)
        if waiting.isEmpty { cursor.finishRound(with: round.answers) }
    }

    /// What was brought in a round as results in their order.
    func fused(_ answers: [ProviderID: SourceAnswer]) -> [Cluster] {
        lists(answers).fused().inOrder(of: query)
    }

    /// What each provider brought in a round.
    func lists(_ answers: [ProviderID: SourceAnswer]) -> [RankedList] {
        asked.map { RankedList(answers[$0]?.items ?? [], weight: weight(of: $0)) }
    }

    func weight(of provider: ProviderID) -> Weight { Weight(weights[provider] ?? 1) }

    private var wantsMore: Bool {
        passed.count < window.end
            && !(window.isForPicture && passed.contains(where: \.hasPicture))
            && (!waiting.isEmpty || !cursor.isExhausted && asked.contains { place(of: $0) != nil })
    }

    /// Whether pictures are measured before it is known how many results there are.
    private var measuresAtOnce: Bool {
        window.isUnhurried || !window.isForPicture && query.isFilteredBySize
    }
}

extension SearchRun {
    /// Where the list goes on: there is something left, or a provider has a further page, or one that
    /// failed may be asked again; the last only if there is a list at all. Who failed so often that they are asked no more
    /// may be asked again where this window brought the list on.
    private var next: SearchCursor? {
        var cursor = cursor
        if passed.count > window.skipCount { cursor.places += lost }
        cursor.places = cursor.places.map { place in
            var place = place
            place.handlings = sieve.handlings[place.provider] ?? [:]
            return place
        }
        guard !cursor.isExhausted || !waiting.isEmpty, cursor.shown.hashes.count <= ShownItems.greatestCount
        else { return nil }
        let hasMore = !waiting.isEmpty || cursor.places.contains { $0.failureCount == 0 }
        return hasMore || isResumed || !passed.isEmpty ? cursor : nil
    }

    /// What came of all of it.
    var report: Report {
        let ended = asked.compactMap { outcomes[$0] }
        var report = Report(
            query: query, items: Array(passed.dropFirst(window.skipCount)),
            outcomes: ended.map(withNoteOnTheEnd) + roster.decided, next: next?.text(sealedBy: seal),
            duration: ContinuousClock.now - start)
        report.explanations = account.explanations(of: report.items, by: sieve)
        report.seeAlso = RelatedQueries.seeAlso(
            asked.compactMap { related[$0] }, besides: query)
        report.suggestions = suggestions
        report.precedingCount = !passed.isEmpty && passed.count <= window.skipCount ? passed.count : nil
        return report
    }

    /// Says that a provider has more where the list ends only because it is long enough.
    private func withNoteOnTheEnd(_ outcome: Outcome) -> Outcome {
        guard cursor.isExhausted, waiting.isEmpty,
            cursor.places.contains(where: { $0.provider == outcome.provider })
        else {
            return outcome
        }
        var outcome = outcome
        outcome.notes.append(.incomplete("there may be more, but a list is followed no further than this"))
        return outcome
    }
}

extension SearchRun {
    /// Asks what may have been meant, where somebody answered and nobody had anything.
    ///
    /// What was found and left out was spelt well enough, and behind the first page nothing is misspelt any more.
    mutating func suggest(by deadline: ContinuousClock.Instant) async {
        guard let suggester, query.browse == nil, !isResumed, !window.isForPicture, !isAnythingBrought,
            !Task.isCancelled, outcomes.values.contains(where: \.isAnswer)
        else { return }
        suggestions = await suggester.suggestions(
            for: query, of: asked, by: min(deadline, .now + limits.suggestingTime))
    }
}

extension [Cluster] {
    /// The results in the order wanted: of a listing that of turns. Those that say nothing about it come last.
    func inOrder(of query: Query) -> [Cluster] {
        guard query.browse == nil else { return inTurns() }
        guard query.order == .newest else { return self }
        let dated = map { (cluster: $0, date: $0.item.publishedAt ?? .distantPast) }
        return dated.sorted { $0.date > $1.date }.map(\.cluster)
    }
}

/// The part of a list that a search goes for, and how long it goes on.
struct Window: Sendable {
    /// How many results come before it.
    var skipCount = 0
    /// How many it holds.
    let count: Int
    /// Whether nothing is wanted but the best result that has a picture.
    var isForPicture = false
    /// Whether each round has the whole time, and who failed is asked again in the next.
    var isUnhurried = false

    /// The place behind its last result.
    var end: Int { skipCount + count }
    /// The most rounds of one search; beyond it the window is short and the cursor leads on.
    var greatestRoundCount: Int { isUnhurried ? 200 : 50 }
}

extension Query {
    /// Whether a picture's size, which may have to be measured, decides what is a result.
    fileprivate var isFilteredBySize: Bool { filters.contains(where: \.isOfSize) }

    /// What a provider is asked for a page of this query.
    fileprivate func request(_ page: PageRequest) -> ProviderRequest {
        browse.map { .browse($0, page) } ?? .search(self, page)
    }
}
