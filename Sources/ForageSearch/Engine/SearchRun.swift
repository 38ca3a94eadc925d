internal import ForageCore
internal import Platform

/// One search, from the first request to the report.
///
/// It asks each source for one page, merges the answers into results, fills the window with them, and measures their
/// pictures. It repeats this until the window is full or there are no more results.
struct SearchRun {
    private let query: Query
    private let participants: Participants
    private let asked: [ProviderID]
    private let window: Window
    private let isResumed: Bool
    private let suggester: (any Suggester)?
    private let limits: SearchLimits
    private let seal: CursorSeal
    private let events: EventQueue<SearchEvent>
    private let start = ContinuousClock.now

    private var list: ResultList
    private var filters: FilterPass
    private var outcomes = OutcomeLog()
    private var explanations: ExplanationBuilder
    private var endlessLists = EndlessLists()
    private var measuring: Measuring?
    private var related: [ProviderID: RelatedQueries] = [:]
    private var suggestions: [String] = []
    /// Indicates whether any provider returned an item, even if it was filtered out.
    private var isAnythingFound = false

    init(
        query: Query, participants: Participants, window: Window, from cursor: SearchCursor?,
        engine: SearchEngine, events: EventQueue<SearchEvent>
    ) {
        self.query = query
        self.participants = participants
        self.window = window
        self.events = events
        isResumed = cursor != nil
        suggester = engine.suggester
        limits = engine.limits
        seal = engine.seal
        asked = participants.asked.map(\.info.id)
        measuring = engine.measurer.map { Measuring(by: $0, engine.clock) }
        filters = FilterPass(query, measures: measuring != nil, resumingAt: cursor)
        explanations = ExplanationBuilder(of: query)
        let fusion = Fusion(
            query: query, providers: asked, weights: engine.weights, pictures: engine.pictures)
        list = ResultList(fusion, window: window, from: cursor)
    }

    /// Searches round by round, and sends the report.
    ///
    /// The report is sent inside the task group, because leaving the group waits for sources that ignore cancellation.
    mutating func run(_ sources: SourceGroup) async {
        events.send(.began(asked))
        for outcome in participants.decided { events.send(.ended(outcome)) }
        await withTaskGroup(of: SourceGroup.Signal.self) { group in
            var sources = sources
            var roundCount = 0
            let greatestRoundCount = limits.roundCount ?? window.greatestRoundCount
            repeat {
                if window.isUnhurried { sources.restartTime() }
                if !list.hasWaiting {
                    await ask(&sources, in: &group)
                    roundCount += 1
                }
                let round = list.roundNumber
                explanations.note(list.fillWindow(), round: round)
                if measuresEachRound {
                    await measure(by: sources.deadline, in: &group)
                    list.settle()
                }
                // Moving waiting results into the window needs no time.
            } while wantsMore && (list.hasWaiting || roundCount < greatestRoundCount && sources.hasTime)
            if window.isForPicture {
                await choosePicture(by: sources.deadline, in: &group)
            } else if !measuresEachRound {
                await measure(by: sources.deadline, in: &group)
            }
            await suggest(by: sources.deadline)
            group.cancelAll()
            events.send(.finished(report))
            events.finish()
        }
    }

    private var wantsMore: Bool {
        list.hasRoom && !(window.isForPicture && list.items.contains(where: \.hasPicture))
            && (list.hasWaiting || list.goesOn && asked.contains { place(of: $0) != nil })
    }

    /// Indicates whether pictures are measured before the number of results is known.
    private var measuresEachRound: Bool {
        window.isUnhurried || !window.isForPicture && query.isFilteredBySize
    }
}

// MARK: - Asking

extension SearchRun {
    /// Asks every provider that has a further page, and takes the results when all have finished.
    private mutating func ask(_ sources: inout SourceGroup, in group: inout SourceGroup.Group) async {
        var infos: [ProviderID: ProviderInfo] = [:]
        for source in participants.asked {
            let info = source.info
            guard let place = place(of: info.id) else { continue }
            sources.ask(source, for: query.request(list.page(at: place, of: info)), in: &group)
            infos[info.id] = info
        }
        var answers: [ProviderID: SourceAnswer] = [:]
        while var answer = await sources.nextAnswer(
            in: &group, onMeasured: { measuring?.note($1, of: $0, in: &$2) })
        {
            let provider = answer.outcome.provider
            isAnythingFound = isAnythingFound || !answer.items.isEmpty
            endlessLists.end(at: &answer)
            explanations.note(answer)
            if let info = infos[provider] { answer = filters.filtered(answer, of: info) }
            answers[provider] = answer
            publish(answer, among: answers)
            measureAhead(answers, waitingFor: sources.waitingCount, by: sources.deadline, in: &group)
        }
        list.take(filters.admitted(list.newResults(in: answers), noting: &outcomes), from: answers)
    }

    /// Returns a provider's place; nil at its end, and after a failure in a search that does not retry.
    private func place(of provider: ProviderID) -> SearchCursor.Place? {
        guard window.isUnhurried || !outcomes.hasFailed(provider) else { return nil }
        return list.cursor.places.first { $0.provider == provider }
    }

    private mutating func publish(_ answer: SourceAnswer, among answers: [ProviderID: SourceAnswer]) {
        let provider = answer.outcome.provider
        // A further page names the same related queries, if any.
        if related[provider] == nil { related[provider] = answer.related }
        let items = filters.licensed(answer.items)
        if !items.isEmpty { events.send(.items(provider, items)) }
        if query.publishesList, !answer.items.isEmpty {
            let results = list.newResults(in: answers).filter { filters.admits($0.item, at: .merged) }
            events.send(.list(list.window(with: results)))
        }
        events.send(.ended(outcomes.note(answer)))
    }
}

// MARK: - Measuring

extension SearchRun {
    /// Begins to measure pictures that will probably be shown while some sources are still working. From each list, it
    /// takes an even share of the window, which is the final share of providers of equal weight.
    private mutating func measureAhead(
        _ answers: [ProviderID: SourceAnswer], waitingFor waitingCount: Int,
        by deadline: ContinuousClock.Instant, in group: inout SourceGroup.Group
    ) {
        guard measuring != nil, !window.isForPicture, query.order != .newest, list.isPastSettled,
            waitingCount > 0
        else { return }
        let lists = asked.compactMap { answers[$0]?.items }.filter { !$0.isEmpty }
        guard !lists.isEmpty else { return }
        let share = list.roomCount / (lists.count + waitingCount)
        let urls = lists.flatMap { list in list.indices.prefix(share).compactMap { list[$0].urlToMeasure } }
        measuring?.begin(urls, by: deadline, in: &group)
    }

    /// Retains only the best result whose picture satisfies the filters; that may require measuring it.
    private mutating func choosePicture(
        by deadline: ContinuousClock.Instant, in group: inout SourceGroup.Group
    ) async {
        let candidates = list.items.filter(\.hasPicture)
        list.replaceItems(with: [])
        for candidate in candidates where list.items.isEmpty {
            list.replaceItems(with: [candidate])
            await measure(by: deadline, in: &group)
        }
    }

    /// Measures the window's pictures of unknown size, and applies the filters to the result.
    private mutating func measure(
        by deadline: ContinuousClock.Instant, in group: inout SourceGroup.Group
    ) async {
        if var measuring {
            let unmeasured = list.unsettled.filter { list.items[$0].urlToMeasure != nil }
            let places = Dictionary(grouping: unmeasured) { list.items[$0].urlToMeasure }
            let urls = unmeasured.compactMap { list.items[$0].urlToMeasure }.distinct
            await measuring.finish(urls, by: min(deadline, .now + limits.measuringTime), in: &group) {
                url, size in
                for place in places[url] ?? [] {
                    list.note(size, measuredAt: url, place)
                    events.send(.measured(list.items[place].id, size, at: url))
                }
            }
            self.measuring = measuring
        }
        list.keepUnsettled(filters.settled(list.unsettledItems, of: asked, noting: &outcomes))
        noteUnmeasured()
    }

    /// Notes for each provider how many of its pictures have no size, and the reason for the first one.
    private mutating func noteUnmeasured() {
        guard let measuring else { return }
        for item in list.unsettledItems {
            guard let url = item.urlToMeasure, case .failure(let reason) = measuring.results[url] else {
                continue
            }
            outcomes[item.id.provider]?.add(.unmeasured(1, reason.reason))
        }
    }
}

// MARK: - The end

extension SearchRun {
    /// Requests suggestions if providers answered and none had any results.
    ///
    /// If results were found but filtered out, the words were spelt correctly; the same applies after the first page.
    private mutating func suggest(by deadline: ContinuousClock.Instant) async {
        guard let suggester, query.browse == nil, !isResumed, !window.isForPicture, !isAnythingFound,
            !Task.isCancelled, outcomes.hasAnswer
        else { return }
        suggestions = await suggester.suggestions(
            for: query, of: asked, by: min(deadline, .now + limits.suggestingTime))
    }

    private var report: Report {
        let ended = asked.compactMap { outcomes[$0] }.map { outcome in
            guard list.isCutShort(at: outcome.provider) else { return outcome }
            var outcome = outcome
            outcome.notes.append(
                .incomplete("there may be more results, but Forage does not follow a list any further"))
            return outcome
        }
        var report = Report(
            query: query, items: list.windowItems, outcomes: ended + participants.decided,
            next: list.next(filteredBy: filters.handlings, isResumed: isResumed)?.text(sealedBy: seal),
            duration: ContinuousClock.now - start)
        report.explanations = explanations.explanations(of: report.items, filteredBy: filters.handlings)
        report.seeAlso = RelatedQueries.seeAlso(asked.compactMap { related[$0] }, excluding: query)
        report.suggestions = suggestions
        report.precedingCount = list.precedingCount
        return report
    }
}

extension Query {
    /// Creates the request for a page of this query.
    fileprivate func request(_ page: PageRequest) -> ProviderRequest {
        browse.map { .browse($0, page) } ?? .search(self, page)
    }
}

/// Detects the end of lists whose services always name a further page.
struct EndlessLists {
    /// The items of each provider's first and last whole page.
    private var brought: [ProviderID: (first: Set<ItemID>, last: Set<ItemID>)] = [:]
    /// The providers whose last page was empty.
    private var emptied: Set<ProviderID> = []

    /// Ends a provider's list after two successive empty pages or a repeated page: for each page after the end, many
    /// services return their last page, or always their first.
    mutating func end(at answer: inout SourceAnswer) {
        guard answer.isWhole, answer.next != nil, let reason = reason(toEndAt: answer) else { return }
        answer.next = nil
        answer.outcome.add(.incomplete(reason))
    }

    private mutating func reason(toEndAt answer: SourceAnswer) -> String? {
        let provider = answer.outcome.provider
        // A single empty page may occur in the middle of a list.
        guard !answer.items.isEmpty else {
            return emptied.insert(provider).inserted
                ? nil : "two pages in a row are empty, so the list ends here"
        }
        emptied.remove(provider)
        let page = Set(answer.items.map(\.id))
        let former = brought[provider]
        brought[provider] = (former?.first ?? page, page)
        guard let former, page.isSubset(of: former.first) || page.isSubset(of: former.last) else {
            return nil
        }
        return "a further page repeats earlier results, so the list ends here"
    }
}
