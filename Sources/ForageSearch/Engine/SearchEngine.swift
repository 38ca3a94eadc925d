public import ForageCore
internal import Platform

/// Asks several sources at once and makes one list of what they bring.
///
/// ```swift
/// let engine = SearchEngine(sources: sources)
/// for await event in engine.search(try Query("owl")) {
///     if case .finished(let report) = event { show(report) }
/// }
/// ```
///
/// One deadline holds for a whole search. Sources that are still out then end as timed out and are
/// cancelled; one that does not mind being cancelled holds up nothing but itself.
public struct SearchEngine: Sendable {
    var sources: [any Source]
    let weights: [ProviderID: Double]
    let timeouts: [ProviderID: Duration]
    let skipped: [Outcome]
    let measurer: (any Measurer)?
    let suggester: (any Suggester)?
    /// How far a search goes.
    package var limits = SearchLimits()
    /// Wakes who waits for a deadline.
    let clock = AlarmClock()
    let seal: CursorSeal
    let pictures: PictureKeys

    /// How long a search may take when nobody says.
    public static let usualTimeout = Duration.seconds(5)
    /// How many items a provider is asked for at once, where it gives so many.
    package static let pageSize = 30
    /// Which windows of a list can be asked for by number.
    public static let pages = 1...50
    /// How many results may be followed through all pages.
    public static let counts = 1...1_000

    /// Puts an engine together.
    ///
    /// - Parameters:
    ///   - sources: Whom to ask; their order decides ties. Of two with one id the first counts.
    ///   - weights: What a source's word counts for, from 0 to 1000; 1 where nothing is said.
    ///   - timeouts: Sources that are listened to for a shorter time than the rest.
    ///   - skipped: How providers ended that are not even to be asked, for the reports to be complete.
    ///   - measurer: What measures the pictures shown that nobody stated a size of.
    ///   - suggester: What says what may have been meant where nothing was found.
    ///   - seal: What the cursors are sealed with.
    ///   - pictures: How addresses of files name pictures; as the sources say when nil.
    public init(
        sources: [any Source], weights: [ProviderID: Double] = [:], timeouts: [ProviderID: Duration] = [:],
        skipped: [Outcome] = [], measurer: (any Measurer)? = nil, suggester: (any Suggester)? = nil,
        seal: CursorSeal = .keyless, pictures: [PictureAddresses]? = nil
    ) {
        self.seal = seal
        self.pictures = PictureKeys(pictures ?? sources.flatMap(\.info.pictures))
        self.suggester = suggester
        self.measurer = measurer
        var met: Set<ProviderID> = []
        self.sources = sources.filter { met.insert($0.info.id).inserted }
        self.weights = weights
        self.timeouts = timeouts
        self.skipped = skipped.filter { met.insert($0.provider).inserted }
    }

    /// Searches or browses, from the start or from where a window before ended.
    ///
    /// The events come as things happen and end with ``ForageCore/SearchEvent/finished(_:)``. A source that is
    /// asked for a further page ends once more; the report has the last word. Cancelling the task that
    /// reads, or letting go of the events, cancels the search; who reads on learns who was cancelled.
    ///
    /// - Parameters:
    ///   - query: What is wanted.
    ///   - providers: Whom to ask; everyone when nil.
    ///   - cursor: Where to go on, made for this query.
    ///   - timeout: How long the whole may take.
    /// - Returns: What happens, as it happens.
    public func search(
        _ query: Query, on providers: [ProviderID]? = nil, from cursor: SearchCursor? = nil,
        within timeout: Duration = usualTimeout
    ) -> some AsyncSequence<SearchEvent, Never> & Sendable {
        events(of: query, on: providers, from: cursor, Window(count: query.limit), within: timeout)
    }

    /// Searches through all pages, to the end of the list or as far as is wanted. A provider that fails is asked for
    /// the same page again, twice at most.
    ///
    /// - Parameters:
    ///   - query: What is wanted; its limit means nothing here.
    ///   - providers: Whom to ask; everyone when nil.
    ///   - cursor: Where to begin, made for this query.
    ///   - count: The most results, within ``counts``.
    ///   - timeout: How long each round of pages may take.
    /// - Returns: What happens, as it happens.
    public func searchAll(
        _ query: Query, on providers: [ProviderID]? = nil, from cursor: SearchCursor? = nil,
        upTo count: Int = counts.upperBound, within timeout: Duration = usualTimeout
    ) -> some AsyncSequence<SearchEvent, Never> & Sendable {
        precondition(
            Self.counts.contains(count), "no search gives \(count) results: choose one of \(Self.counts)")
        let window = Window(count: count, isUnhurried: true)
        return events(of: query, on: providers, from: cursor, window, within: timeout)
    }

    /// Searches for a window by its number.
    ///
    /// The windows before it are passed over one round after the other, so this takes as many requests
    /// as paging there; a cursor is cheaper.
    ///
    /// - Parameters:
    ///   - query: What is wanted; its limit is the size of a window.
    ///   - providers: Whom to ask; everyone when nil.
    ///   - page: Which window, within ``pages``.
    ///   - timeout: How long the whole may take.
    /// - Returns: What happens, as it happens.
    public func search(
        _ query: Query, on providers: [ProviderID]? = nil, page: Int, within timeout: Duration = usualTimeout
    ) -> some AsyncSequence<SearchEvent, Never> & Sendable {
        precondition(Self.pages.contains(page), "there is no page \(page): choose one of \(Self.pages)")
        let window = Window(skipCount: (page - 1) * query.limit, count: query.limit)
        return events(of: query, on: providers, from: nil, window, within: timeout)
    }

    /// Searches for the best result that has a picture. The report holds that one alone, no other picture
    /// is measured, and nobody is asked for a further page once there is one.
    ///
    /// - Parameters:
    ///   - query: What is wanted; its limit is how many results are looked at.
    ///   - providers: Whom to ask; everyone when nil.
    ///   - timeout: How long the whole may take.
    /// - Returns: What happens, as it happens.
    public func searchForPicture(
        _ query: Query, on providers: [ProviderID]? = nil, within timeout: Duration = usualTimeout
    ) -> some AsyncSequence<SearchEvent, Never> & Sendable {
        let window = Window(count: query.limit, isForPicture: true)
        return events(of: query, on: providers, from: nil, window, within: timeout)
    }

    private func events(
        of query: Query, on providers: [ProviderID]?, from cursor: SearchCursor?, _ window: Window,
        within timeout: Duration
    ) -> EventFeed<SearchEvent> {
        precondition(cursor?.isIn(listOf: query) ?? true, "the cursor was made for another query")
        let participants = Participants(for: query, on: providers, from: cursor, in: self)
        return EventFeed { queue in
            var run = SearchRun(
                query: query, participants: participants, window: window, from: cursor, engine: self,
                events: queue)
            await run.run(SourceGroup(timeout: timeout, timeouts: timeouts, clock))
        }
    }
}

extension SearchEngine {
    /// Asks for everything about one item, and measures its picture if nobody states a size.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - timeout: How long it may take.
    /// - Returns: The item, if its provider has it, and how the provider ended.
    public func details(
        of id: ItemID, within timeout: Duration = usualTimeout
    ) async -> SourceAnswer {
        let participants = Participants([id.provider], in: self)
        guard let source = participants.asked.first else {
            return SourceAnswer(outcome: participants.decided[0])
        }
        let feed = EventFeed<SourceAnswer> { queue in
            await withTaskGroup(of: SourceGroup.Signal.self) { group in
                var panel = SourceGroup(timeout: timeout, timeouts: timeouts, clock)
                panel.ask(source, for: .details(id), in: &group)
                if let answer = await panel.nextAnswer(in: &group) {
                    // A service that is asked for "1|2" may show the first.
                    let answer = answer.keeping { $0.id == id }
                    queue.send(await measured(answer, by: panel.deadline, in: &group))
                }
                queue.finish()
                group.cancelAll()
            }
        }
        for await answer in feed { return answer }
        return SourceAnswer(outcome: Outcome(id.provider, .cancelled))
    }

    private func measured(
        _ answer: SourceAnswer, by deadline: ContinuousClock.Instant, in group: inout SourceGroup.Group
    ) async -> SourceAnswer {
        guard let measurer, let url = answer.items.first?.urlToMeasure else { return answer }
        var answer = answer
        var measuring = Measuring(by: measurer, clock)
        await measuring.finish([url], by: min(deadline, .now + limits.measuringTime), in: &group) {
            url, size in
            answer.items[0].note(size, measuredAt: url)
        }
        if case .failure(let reason) = measuring.results[url] {
            answer.outcome.notes.append(.unmeasured(1, reason.reason))
        }
        return answer
    }
}

extension SearchEngine {
    /// The providers that a search would ask, and the outcomes of those that it need not ask.
    package func participants(
        in query: Query, on wanted: [ProviderID]
    ) -> (asked: [ProviderID], decided: [Outcome]) {
        let participants = Participants(for: query, on: wanted, from: nil, in: self)
        return (participants.asked.map(\.info.id), participants.decided)
    }
}

/// How far a search goes, whatever else its time allows.
package struct SearchLimits: Sendable {
    /// The most rounds, where it is not for the window to say.
    package var roundCount: Int?
    /// How long pictures are measured. The results are there; their sizes are not worth a longer wait.
    package var measuringTime = Duration.milliseconds(800)
    /// How long somebody may look for what may have been meant.
    package var suggestingTime = Duration.milliseconds(500)

    /// What is usual.
    package init() {}
}
