public import ForageCore
internal import Platform

/// Asks several sources at once and combines their answers into one list.
///
/// ```swift
/// let engine = SearchEngine(sources: sources)
/// for await event in engine.search(try Query("owl")) {
///     if case .finished(let report) = event { show(report) }
/// }
/// ```
///
/// One deadline applies to a whole search. Sources that have not finished by then time out and are cancelled; a source
/// that ignores its cancellation does not delay the others.
public struct SearchEngine: Sendable {
    var sources: [any Source]
    let weights: [ProviderID: Double]
    let timeouts: [ProviderID: Duration]
    let skipped: [Outcome]
    let measurer: (any Measurer)?
    let suggester: (any Suggester)?
    /// The limits of a search.
    package var limits = SearchLimits()
    /// Wakes the tasks that wait for a deadline.
    let clock = SleepTimer()
    let seal: CursorSeal
    package let pictures: PictureKeys

    /// The default time limit of a search.
    public static let usualTimeout = Duration.seconds(5)
    /// The number of items to request from a provider at once, if it supports that many.
    package static let pageSize = 30
    /// The numbers of the windows that can be requested.
    public static let pages = 1...50
    /// The numbers of results that a search through all pages may request.
    public static let counts = 1...1_000

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - sources: The sources to ask; their order decides ties. Of two with the same ID, the first is used.
    ///   - weights: The weights of sources, from 0 to 1000; 1 by default.
    ///   - timeouts: Shorter time limits for some sources.
    ///   - skipped: The outcomes of providers that are never asked, for complete reports.
    ///   - measurer: Measures the shown pictures of unknown size.
    ///   - suggester: Suggests other words if nothing is found.
    ///   - seal: The seal of cursors.
    ///   - pictures: The address patterns of pictures; nil for those of the sources.
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

    /// Searches or browses, from the start or from the end of an earlier window.
    ///
    /// Events arrive as they happen and end with ``ForageCore/SearchEvent/finished(_:)``. A source that is asked for a
    /// further page ends again; the report contains its final outcome. To cancel the search, cancel the task that reads
    /// the events, or release the events; a reader that continues learns which sources were cancelled.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - providers: The providers to ask; nil for all.
    ///   - cursor: The place to continue, made for this query.
    ///   - timeout: The time limit of the whole search.
    /// - Returns: The events as they happen.
    public func search(
        _ query: Query, on providers: [ProviderID]? = nil, from cursor: SearchCursor? = nil,
        within timeout: Duration = usualTimeout
    ) -> some AsyncSequence<SearchEvent, Never> & Sendable {
        events(of: query, on: providers, from: cursor, Window(count: query.limit), within: timeout)
    }

    /// Searches through all pages, until the list ends or holds enough results. If a provider fails, it is asked for
    /// the same page again, at most twice.
    ///
    /// - Parameters:
    ///   - query: The query; its limit is ignored.
    ///   - providers: The providers to ask; nil for all.
    ///   - cursor: The place to begin, made for this query.
    ///   - count: The maximum number of results, within ``counts``.
    ///   - timeout: The time limit of each round of pages.
    /// - Returns: The events as they happen.
    public func searchAll(
        _ query: Query, on providers: [ProviderID]? = nil, from cursor: SearchCursor? = nil,
        upTo count: Int = counts.upperBound, within timeout: Duration = usualTimeout
    ) -> some AsyncSequence<SearchEvent, Never> & Sendable {
        precondition(
            Self.counts.contains(count),
            "a search cannot return \(count) results: choose one of \(Self.counts)")
        let window = Window(count: count, isUnhurried: true)
        return events(of: query, on: providers, from: cursor, window, within: timeout)
    }

    /// Searches for a window by its number.
    ///
    /// The preceding windows are computed and skipped, so this takes as many requests as paging to the window; a cursor
    /// needs fewer.
    ///
    /// - Parameters:
    ///   - query: The query; its limit is the size of a window.
    ///   - providers: The providers to ask; nil for all.
    ///   - page: The number of the window, within ``pages``.
    ///   - timeout: The time limit of the whole search.
    /// - Returns: The events as they happen.
    public func search(
        _ query: Query, on providers: [ProviderID]? = nil, page: Int, within timeout: Duration = usualTimeout
    ) -> some AsyncSequence<SearchEvent, Never> & Sendable {
        precondition(Self.pages.contains(page), "there is no page \(page): choose one of \(Self.pages)")
        let window = Window(skipCount: (page - 1) * query.limit, count: query.limit)
        return events(of: query, on: providers, from: nil, window, within: timeout)
    }

    /// Searches for the best result that has a picture. The report contains only that result, no other picture is
    /// measured, and no further page is requested once there is one.
    ///
    /// - Parameters:
    ///   - query: The query; its limit is the number of results to examine.
    ///   - providers: The providers to ask; nil for all.
    ///   - timeout: The time limit of the whole search.
    /// - Returns: The events as they happen.
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
    /// Requests all details of one item, and measures its picture if its size is unknown.
    ///
    /// - Parameters:
    ///   - id: The ID of the item.
    ///   - timeout: The time limit.
    /// - Returns: The item, if its provider has it, and the provider's outcome.
    public func details(
        of id: ItemID, within timeout: Duration = usualTimeout
    ) async -> SourceAnswer {
        // A service that is asked for "1|2" may return the item "1".
        await answer(to: .details(id), of: id.provider, within: timeout) { $0.id == id }
    }

    /// Requests the items with a file from a provider.
    ///
    /// - Parameters:
    ///   - sha1: The SHA-1 of the file, in hex.
    ///   - provider: A provider that can find files.
    ///   - timeout: The time limit.
    /// - Returns: The items, if there are any, and the provider's outcome.
    package func items(
        withSHA1 sha1: String, of provider: ProviderID, within timeout: Duration
    ) async -> SourceAnswer {
        await answer(
            to: .browse(Browse(sha1: sha1), PageRequest(size: 10)), of: provider, within: timeout
        ) { $0.id.provider == provider }
    }

    private func answer(
        to request: ProviderRequest, of provider: ProviderID, within timeout: Duration,
        keeping isWanted: @escaping @Sendable (Item) -> Bool
    ) async -> SourceAnswer {
        let participants = Participants([provider], in: self)
        guard let source = participants.asked.first else {
            return SourceAnswer(outcome: participants.decided[0])
        }
        let feed = EventFeed<SourceAnswer> { queue in
            await withTaskGroup(of: SourceGroup.Signal.self) { group in
                var panel = SourceGroup(timeout: timeout, timeouts: timeouts, clock)
                panel.ask(source, for: request, in: &group)
                if let answer = await panel.nextAnswer(in: &group) {
                    let answer = answer.keeping(isWanted)
                    queue.send(await measured(answer, by: panel.deadline, in: &group))
                }
                queue.finish()
                group.cancelAll()
            }
        }
        for await answer in feed { return answer }
        return SourceAnswer(outcome: Outcome(provider, .cancelled))
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
    /// Returns the providers that a search would ask, and the outcomes of those that need not be asked.
    package func participants(
        in query: Query, on wanted: [ProviderID]
    ) -> (asked: [ProviderID], decided: [Outcome]) {
        let participants = Participants(for: query, on: wanted, from: nil, in: self)
        return (participants.asked.map(\.info.id), participants.decided)
    }
}

/// The limits of a search in addition to its time limit.
package struct SearchLimits: Sendable {
    /// The maximum number of rounds; nil to use the window's.
    package var roundCount: Int?
    /// The time limit for measuring pictures. The results are already there, and their sizes do not justify a longer
    /// wait.
    package var measuringTime = Duration.milliseconds(800)
    /// The time limit for suggestions.
    package var suggestingTime = Duration.milliseconds(500)

    /// Creates the default limits.
    package init() {}
}
