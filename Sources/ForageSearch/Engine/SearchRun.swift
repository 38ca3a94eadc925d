internal import Essentials
internal import ForageCore

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

extension Query {
    /// Whether a picture's size, which may have to be measured, decides what is a result.
    fileprivate var isFilteredBySize: Bool { filters.contains(where: \.isOfSize) }

    /// What a provider is asked for a page of this query.
    fileprivate func request(_ page: PageRequest) -> ProviderRequest {
        browse.map { .browse($0, page) } ?? .search(self, page)
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
