public import ForageCore
public import ForageSearch
package import ForageStorage

extension Forage {
    /// Searches all enabled providers for words, as typed after `forage search`, and stores the answers in the cache.
    ///
    /// ```swift
    /// let report = try await forage.search("barn owl licence:commercial")
    /// ```
    ///
    /// - Parameter text: The words, phrases and filters.
    /// - Returns: The results, and the outcome of every provider.
    /// - Throws: ``ForageCore/QueryError`` if the text is not a query, `CancellationError` if the task was cancelled.
    public func search(_ text: String) async throws -> Report {
        let query = try Query(
            parsing: text, knowing: configuration.providers.map(\.id), limit: configuration.limit)
        guard let report = await search(query).report else { throw CancellationError() }
        await finish()
        return report
    }

    /// Searches all providers, or some of them, and reports events as they happen.
    ///
    /// - Parameters:
    ///   - query: The query: words or a listing.
    ///   - providers: The providers to search; if nil, those that the query names, or else all enabled ones.
    ///   - place: The part of the list to return. A cursor must come from ``cursor(_:for:)`` for this query.
    ///   - timeout: The time limit of the whole search; nil for the configured one.
    /// - Returns: The events, ending with ``ForageCore/SearchEvent/finished(_:)``.
    public func search(
        _ query: Query, on providers: [ProviderID]? = nil, at place: ListPlace = .start,
        within timeout: Duration? = nil
    ) -> SearchEvents {
        let providers = providers ?? wanted(query)
        let timeout = timeout ?? configuration.timeout
        switch place {
        case .start:
            return transforms.applied(
                to: engine.search(query, on: providers, within: timeout))
        case .cursor(let cursor):
            return transforms.applied(
                to: engine.search(query, on: providers, from: cursor, within: timeout))
        case .page(let page):
            return transforms.applied(
                to: engine.search(query, on: providers, page: page, within: timeout))
        }
    }

    /// Searches page after page, until the list ends or holds enough results.
    ///
    /// - Parameters:
    ///   - query: The query: words or a listing.
    ///   - providers: The providers to search; if nil, those that the query names, or else all enabled ones.
    ///   - cursor: The place to begin; nil for the start.
    ///   - count: The maximum number of results, within ``ForageSearch/SearchEngine/counts``; any other number is a
    ///     programming error.
    ///   - timeout: The time limit of each round of pages; nil for the configured one.
    /// - Returns: The events, ending with ``ForageCore/SearchEvent/finished(_:)``.
    public func searchAll(
        _ query: Query, on providers: [ProviderID]? = nil, from cursor: SearchCursor? = nil,
        upTo count: Int = SearchEngine.counts.upperBound, within timeout: Duration? = nil
    ) -> SearchEvents {
        transforms.applied(
            to: engine.searchAll(
                query, on: providers ?? wanted(query), from: cursor, upTo: count,
                within: timeout ?? configuration.timeout))
    }

    /// Parses the `next` value of a report for its query.
    ///
    /// - Throws: ``ForageCore/QueryError`` if it is not a cursor of this query's list or was made with a different
    ///   seal.
    public func cursor(_ text: String, for query: Query) throws(QueryError) -> SearchCursor {
        try SearchCursor(text, for: query, sealedBy: seal)
    }

    /// Browses new or interesting items from all providers that have such a list, or some of them.
    ///
    /// - Parameters:
    ///   - browse: The listing.
    ///   - limit: The maximum number of results; nil for the configured one.
    ///   - providers: The providers to search; if nil, those that the query names, or else all enabled ones.
    ///   - place: The part of the list to return; a cursor must be parsed for `Query(browsing:limit:)`.
    ///   - timeout: The time limit of the whole search; nil for the configured one.
    /// - Returns: The events, ending with ``ForageCore/SearchEvent/finished(_:)``.
    /// - Throws: ``ForageCore/QueryError`` if the limit is out of range.
    public func browse(
        _ browse: Browse = Browse(), limit: Int? = nil, on providers: [ProviderID]? = nil,
        at place: ListPlace = .start, within timeout: Duration? = nil
    ) throws(QueryError) -> SearchEvents {
        let query = try Query(browsing: browse, limit: limit ?? configuration.limit)
        return search(query, on: providers, at: place, within: timeout)
    }

    /// Searches for the best result that has a picture; the report contains only that result.
    ///
    /// - Parameters:
    ///   - query: The query; its limit is the number of results to examine.
    ///   - providers: The providers to search; nil for all enabled ones.
    ///   - timeout: The time limit of the whole search; nil for the configured one.
    /// - Returns: The events, ending with ``ForageCore/SearchEvent/finished(_:)``.
    public func searchForPicture(
        _ query: Query, on providers: [ProviderID]? = nil, within timeout: Duration? = nil
    ) -> SearchEvents {
        transforms.applied(
            to: engine.searchForPicture(
                query, on: providers ?? wanted(query), within: timeout ?? configuration.timeout))
    }

    /// Returns the providers that the query names, or else all enabled ones.
    func wanted(_ query: Query) -> [ProviderID] {
        if let everyone { return everyone }
        return query.providers.isEmpty
            ? configuration.providers.filter(\.isEnabled).map(\.id) : query.providers
    }

    /// A part of a search's list of results.
    public enum ListPlace: Hashable, Sendable {
        /// The first window.
        case start
        /// The window that follows an earlier one of the same query; a cursor of another query is a programming error.
        case cursor(SearchCursor)
        /// The window with this number, counted from 1. A number outside of ``ForageSearch/SearchEngine/pages`` is a
        /// programming error, so check input first.
        case page(Int)
    }
}

extension Forage {
    /// Returns the sources to search, and the outcomes of providers that are skipped.
    static func sources(
        of providers: [ProviderConfiguration], _ pipelines: Pipelines, needsKeys: Bool, isOffline: Bool
    ) -> (asked: [any Source], skipped: [Outcome]) {
        var sources: [any Source] = []
        var skipped: [Outcome] = []
        for provider in providers {
            let obstacle = needsKeys ? provider.obstacle : nil
            if !provider.isEnabled {
                skipped.append(Outcome(provider.id, .notEnabled))
            } else if let obstacle, isOffline {
                sources.append(KeylessSource(source: pipelines.source(of: provider), obstacle: obstacle))
            } else if let obstacle {
                skipped.append(Outcome(provider.id, .skipped(obstacle)))
            } else {
                sources.append(pipelines.source(of: provider))
            }
        }
        return (sources, skipped)
    }
}

extension Forage {
    /// Creates the ledger of requests to each service, which all programs of a user share.
    ///
    /// - Parameters:
    ///   - folder: The folder of the ledger's file, which is created when the first request is counted.
    ///   - warn: Receives a warning if the file cannot be used; the program then counts only its own requests.
    /// - Returns: The ledger. It writes entries shortly afterwards; its own `finish()`, and that of its users, waits
    ///   for that.
    public static func ledger(
        in folder: String, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) -> any Ledger {
        WriteBehindLedger(before: SQLiteLedger(in: folder, warn: warn))
    }
}

extension Forage {
    /// Returns every key by which an item can be recognized later, also under another source: its IDs, and what
    /// identifies duplicates.
    package func identityKeys(of item: Item) -> [String] {
        let keys = DuplicateKeys(of: item, knowing: engine.pictures).all
        return (item.sources.map(\.id.description) + keys).distinct
    }
}

extension Forage {
    /// The state of every provider that was ever used.
    package var states: [ProviderID: ProviderState] {
        get async { await pipelines.states }
    }

    /// Ends a pause of a provider after failures, because the user insists.
    ///
    /// - Returns: The pause that remains because the service or its terms require it; nil if a request is allowed.
    package func insist(on provider: ProviderID) async -> Pause? {
        await pipelines.ledger?.insist(on: provider)
    }

    /// Returns phrases of items from earlier searches that a text may become.
    package func completions(of text: String, within limit: Duration) async -> [String] {
        let providers = configuration.providers.filter(\.isEnabled).map(\.id)
        return await pipelines.cache?.items?.completions(of: text, of: providers, by: .now + limit) ?? []
    }

    /// The numbers of requests and answers.
    package var traffic: Traffic.Count { pipelines.traffic.count }

    /// The condition of the answer store, which shows whether it works; nil if nothing is cached.
    package var storeCondition: StoreCondition? {
        get async { await pipelines.cache?.condition() }
    }
}

/// A source that is used offline without its key: it returns cached answers, and the lack of one is not a failure.
private struct KeylessSource: Source {
    let source: any Source
    /// The reason why the service receives no request.
    let obstacle: String

    var info: ProviderInfo { source.info }

    func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer {
        var answer = await source.answer(request, by: deadline)
        if case .failed = answer.outcome.result { answer.outcome.result = .skipped(obstacle) }
        return answer
    }
}

extension Configuration {
    /// The reasons why definitions are refused, by provider.
    package var refusedDefinitions: [ProviderID: String] {
        let faults = providers.compactMap { configured in
            Definitions.fault(of: configured.provider).map { (configured.id, $0) }
        }
        return Dictionary(uniqueKeysWithValues: faults)
    }
}
