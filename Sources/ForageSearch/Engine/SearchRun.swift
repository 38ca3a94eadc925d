internal import Essentials
internal import ForageCore

/// One search, from the first question to the report.
struct SearchRun {
    let query: Query
    let roster: Roster
    private let weights: [ProviderID: Double]
    private let measurer: (any Measurer)?
    private let limits: SearchLimits
    private let events: EventQueue<SearchEvent>
    private let start = ContinuousClock.now
    private let isResumed: Bool
    /// Whether nothing is wanted but the best result that has a picture.
    private let isForPicture: Bool

    /// How many results come before the window.
    let skipCount: Int
    var passed: [Item] = []
    var sieve: Sieve
    var account: Account
    private var cursor: SearchCursor
    private var hasLeftovers = false
    var outcomes: [ProviderID: Outcome] = [:]
    private var failed: Set<ProviderID> = []

    init(
        query: Query, roster: Roster, weights: [ProviderID: Double], cursor: SearchCursor?,
        skipping count: Int, isForPicture: Bool, measurer: (any Measurer)?, limits: SearchLimits,
        events: EventQueue<SearchEvent>
    ) {
        self.query = query
        self.roster = roster
        self.weights = weights
        self.measurer = measurer
        self.limits = limits
        self.events = events
        sieve = Sieve(query, measures: measurer != nil)
        account = Account(of: query)
        isResumed = cursor != nil
        skipCount = count
        self.isForPicture = isForPicture
        let asked = roster.asked.map(\.about.id)
        self.cursor = cursor ?? SearchCursor(startOf: query, providers: asked)
        self.cursor.places.removeAll { !asked.contains($0.provider) }
    }

    /// Goes through as many rounds as the window takes.
    ///
    /// The report is handed over before the group is left, because leaving it waits for sources that do
    /// not mind being cancelled.
    mutating func run(_ panel: Panel) async {
        events.send(.began(roster.asked.map(\.about.id)))
        for outcome in roster.decided { events.send(.ended(outcome)) }
        await withTaskGroup(of: Panel.Signal.self) { group in
            var panel = panel
            var roundCount = 0
            repeat {
                take(await round(of: &panel, in: &group))
                roundCount += 1
            } while wantsMore && roundCount < limits.roundCount && panel.hasTime
            if isForPicture {
                await choosePicture(by: panel.deadline, in: &group)
            } else {
                await measure(by: panel.deadline, in: &group)
            }
            group.cancelAll()
            events.send(.finished(report))
            events.finish()
        }
    }

    /// Asks everyone who has a further page and did not fail, and waits until all have ended.
    private mutating func round(
        of panel: inout Panel, in group: inout Panel.Group
    ) async -> [ProviderID: SourceAnswer] {
        var abouts: [ProviderID: About] = [:]
        for source in roster.asked {
            guard let place = place(of: source) else { continue }
            let size = min(cursor.pageSize, source.about.terms.greatestPageSize)
            panel.ask(source, for: query.request(PageRequest(size: size, cursor: place.page)), in: &group)
            abouts[place.provider] = source.about
        }
        var answers: [ProviderID: SourceAnswer] = [:]
        while let answer = await panel.nextAnswer(in: &group) {
            let provider = answer.outcome.provider
            let sieved = abouts[provider].map { sieve.sift(answer, of: $0) } ?? answer
            account.note(answer, sifted: sieved, by: sieve)
            answers[provider] = sieved
            tell(sieved)
        }
        return answers
    }

    /// Where a source is to be asked; nil when it is at its end or failed in this search.
    private func place(of source: any Source) -> SearchCursor.Place? {
        let provider = source.about.id
        guard !failed.contains(provider) else { return nil }
        return cursor.places.first { $0.provider == provider }
    }

    private mutating func tell(_ answer: SourceAnswer) {
        let provider = answer.outcome.provider
        let outcome = outcomes[provider]?.followed(by: answer.outcome) ?? answer.outcome
        outcomes[provider] = outcome
        if !answer.outcome.isAnswer { failed.insert(provider) }
        let items = sieve.licensed(answer.items)
        if !items.isEmpty { events.send(.items(provider, items)) }
        events.send(.ended(outcome))
    }
}

extension SearchRun {
    /// Puts what is new of a round behind what is there, as far as the window reaches. The round is
    /// finished when nothing of it is left over.
    private mutating func take(_ answers: [ProviderID: SourceAnswer]) {
        let lists = roster.asked.map { source in
            RankedList(
                answers[source.about.id]?.items ?? [], weight: Weight(weights[source.about.id] ?? 1))
        }
        let all = lists.fused().inOrder(query.order)
        let unseen = all.filter { !cursor.shown.contains(anyOf: $0.keys) }
        let fresh = admitted(unseen)
        let taken = fresh.prefix(skipCount + query.limit - passed.count)
        account.note(
            Account.Round(
                number: cursor.roundCount + 1, answers: answers, all: all, unseen: unseen, fresh: fresh,
                precedingCount: passed.count), taken: taken)
        passed += taken.map(\.item)
        cursor.show(taken)
        cursor.noteFailures(in: answers)
        hasLeftovers = taken.count < fresh.count
        if !hasLeftovers { cursor.finishRound(with: answers) }
    }

    private var wantsMore: Bool {
        passed.count < skipCount + query.limit && !cursor.isExhausted
            && !(isForPicture && passed.contains(where: \.hasPicture))
            && roster.asked.contains { place(of: $0) != nil }
    }

    /// Where the list goes on: there is something left, or a provider has a further page, or one that
    /// failed may be asked again; the last only if there is a list at all.
    private var next: SearchCursor? {
        guard !cursor.isExhausted else { return nil }
        let hasMore = hasLeftovers || cursor.places.contains { $0.failureCount == 0 }
        return hasMore || isResumed || !passed.isEmpty ? cursor : nil
    }

    private var report: Report {
        let asked = roster.asked.compactMap { source in outcomes[source.about.id] }
        var report = Report(
            query: query, items: Array(passed.dropFirst(skipCount)),
            outcomes: asked.map(withNoteOnTheEnd) + roster.decided, next: next?.text,
            duration: ContinuousClock.now - start)
        report.explanations = account.explanations(of: report.items, by: sieve)
        report.whereabouts = account.whereabouts(in: passed, skipping: skipCount)
        return report
    }

    /// Says that a provider has more where the list ends only because it is long enough.
    private func withNoteOnTheEnd(_ outcome: Outcome) -> Outcome {
        guard cursor.isExhausted, cursor.places.contains(where: { $0.provider == outcome.provider }) else {
            return outcome
        }
        var outcome = outcome
        outcome.notes.append(.incomplete("there may be more, but a list is followed no further than this"))
        return outcome
    }
}

extension Query {
    /// What a provider is asked for a page of this query.
    fileprivate func request(_ page: PageRequest) -> ProviderRequest {
        browse.map { .browse($0, page) } ?? .search(self, page)
    }
}

extension SearchRun {
    /// Leaves the best result alone whose picture passes the filters, which may take measuring it.
    private mutating func choosePicture(
        by deadline: ContinuousClock.Instant, in group: inout Panel.Group
    ) async {
        let candidates = passed.filter(\.hasPicture)
        passed = []
        for candidate in candidates where passed.isEmpty {
            passed = [candidate]
            await measure(by: deadline, in: &group)
        }
    }

    /// Measures the pictures of the window that nobody stated a size of.
    private mutating func measure(
        by deadline: ContinuousClock.Instant, in group: inout Panel.Group
    ) async {
        guard let measurer, !Task.isCancelled else { return settle() }
        let window = passed.indices.dropFirst(skipCount)
        let urls = Dictionary(grouping: window.filter { passed[$0].urlToMeasure != nil }) {
            passed[$0].urlToMeasure
        }
        var step = MeasuringStep(
            window.compactMap { passed[$0].urlToMeasure }, measurer: measurer, by: deadline,
            within: limits.measuringTime)
        await step.run(in: &group) { url, size in
            for index in urls[url] ?? [] {
                passed[index].note(size, measuredAt: url)
                events.send(.measured(passed[index].id, size))
            }
        }
        settle()
        for source in roster.asked { noteUnmeasured(step.results, of: source.about.id) }
    }

    /// Says once a provider how many of its pictures have no size, and why the first has none.
    private mutating func noteUnmeasured(_ results: MeasuringStep.Results, of provider: ProviderID) {
        let reasons = passed.dropFirst(skipCount).filter { $0.id.provider == provider }.compactMap { item in
            if case .failure(let reason) = item.urlToMeasure.flatMap({ results[$0] }) {
                reason.reason
            } else {
                nil
            }
        }
        guard let reason = reasons.first else { return }
        outcomes[provider]?.notes.append(.unmeasured(reasons.count, reason))
    }
}

extension [Cluster] {
    /// The results in the order wanted; those that say nothing about it come last.
    fileprivate func inOrder(_ order: Order) -> [Cluster] {
        guard order == .newest else { return self }
        let dated = map { (cluster: $0, date: $0.item.publishedAt ?? .distantPast) }
        return dated.sorted { $0.date > $1.date }.map(\.cluster)
    }
}
