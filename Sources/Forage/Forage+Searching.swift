public import ForageCore
public import ForageSearch
package import ForageStorage

extension Forage {
    /// Searches every provider, or some, and tells what happens as it happens.
    ///
    /// - Parameters:
    ///   - query: What is wanted: words, or a listing.
    ///   - providers: Whom to ask; whom the query names, else all that are enabled, when nil.
    ///   - place: Which part of the list is wanted. A cursor must come from ``cursor(_:for:)`` for this query.
    ///   - timeout: How long the whole may take; as configured when nil.
    /// - Returns: What happens, ending with ``ForageCore/SearchEvent/finished(_:)``.
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

    /// Searches through all pages, to the end of the list or as far as is wanted.
    ///
    /// - Parameters:
    ///   - query: What is wanted: words, or a listing.
    ///   - providers: Whom to ask; whom the query names, else all that are enabled, when nil.
    ///   - cursor: Where to begin; at the start when nil.
    ///   - count: The most results, within ``ForageSearch/SearchEngine/counts``; another number stops the program.
    ///   - timeout: How long each round of pages may take; as configured when nil.
    /// - Returns: What happens, ending with ``ForageCore/SearchEvent/finished(_:)``.
    public func searchAll(
        _ query: Query, on providers: [ProviderID]? = nil, from cursor: SearchCursor? = nil,
        upTo count: Int = SearchEngine.counts.upperBound, within timeout: Duration? = nil
    ) -> SearchEvents {
        transforms.applied(
            to: engine.searchAll(
                query, on: providers ?? wanted(query), from: cursor, upTo: count,
                within: timeout ?? configuration.timeout))
    }

    /// Reads a report's `next` for the query that it belongs to.
    ///
    /// - Throws: ``ForageCore/QueryError`` when it is no place in the query's list, or was not made with this seal.
    public func cursor(_ text: String, for query: Query) throws(QueryError) -> SearchCursor {
        try SearchCursor(text, for: query, sealedBy: seal)
    }

    /// Shows what is new or interesting: browses every provider that has such a list, or some.
    ///
    /// - Parameters:
    ///   - browse: Which listing.
    ///   - limit: How many are shown at once; as configured when nil.
    ///   - providers: Whom to ask; whom the query names, else all that are enabled, when nil.
    ///   - place: Which part of the list is wanted; a cursor is read for `Query(browsing:limit:)`.
    ///   - timeout: How long the whole may take; as configured when nil.
    /// - Returns: What happens, ending with ``ForageCore/SearchEvent/finished(_:)``.
    /// - Throws: ``ForageCore/QueryError`` when the limit is out of range.
    public func browse(
        _ browse: Browse = Browse(), limit: Int? = nil, on providers: [ProviderID]? = nil,
        at place: ListPlace = .start, within timeout: Duration? = nil
    ) throws(QueryError) -> SearchEvents {
        let query = try Query(browsing: browse, limit: limit ?? configuration.limit)
        return search(query, on: providers, at: place, within: timeout)
    }

    /// Searches for the best result that has a picture; the report holds that one alone.
    ///
    /// - Parameters:
    ///   - query: What is wanted; its limit is how many results are looked at.
    ///   - providers: Whom to ask; all that are enabled when nil.
    ///   - timeout: How long the whole may take; as configured when nil.
    /// - Returns: What happens, ending with ``ForageCore/SearchEvent/finished(_:)``.
    public func searchForPicture(
        _ query: Query, on providers: [ProviderID]? = nil, within timeout: Duration? = nil
    ) -> SearchEvents {
        transforms.applied(
            to: engine.searchForPicture(
                query, on: providers ?? wanted(query), within: timeout ?? configuration.timeout))
    }

    /// Whom the query names, else all that are enabled.
    func wanted(_ query: Query) -> [ProviderID] {
        if let everyone { return everyone }
        return query.providers.isEmpty
            ? configuration.providers.filter(\.isEnabled).map(\.id) : query.providers
    }

    /// Which part of a search's list is wanted.
    public enum ListPlace: Hashable, Sendable {
        /// The first window.
        case start
        /// Where an earlier window of the same query ended; a cursor of another query stops the program.
        case cursor(SearchCursor)
        /// The window of this number; 1 is the first. One outside of ``ForageSearch/SearchEngine/pages`` stops the
        /// program, so a number from outside is to be checked.
        case page(Int)
    }
}

extension Forage {
    /// The sources to ask, and the outcomes of providers that are not even to be asked.
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
    /// The account of what every service was asked that all programs of a person keep together.
    ///
    /// - Parameters:
    ///   - folder: Where its file is; nothing is made before something is to be counted.
    ///   - warn: Is told when the file cannot be used; then the program counts for itself.
    /// - Returns: The account. What is noted in it is written soon after; its `finish()`, and that of whoever draws
    ///   on it, waits for that.
    public static func ledger(
        in folder: String, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) -> any Ledger {
        WriteBehindLedger(before: SQLiteLedger(in: folder, warn: warn))
    }
}

extension Forage {
    /// How every provider stands that was ever asked.
    package var states: [ProviderID: ProviderState] {
        get async { await pipelines.states }
    }

    /// What was asked and answered, in numbers.
    package var traffic: Traffic.Count { pipelines.traffic.count }

    /// Whether answers can be kept and found; nil where none are to be kept.
    package var storeCondition: StoreCondition? {
        get async { await pipelines.cache?.responses?.condition() }
    }
}

/// A source whose key is missing, offline: it brings what the cache has of it, and it is no failure to have nothing there.
private struct KeylessSource: Source {
    let source: any Source
    /// The reason why it is not asked.
    let obstacle: String

    var info: ProviderInfo { source.info }

    func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer {
        var answer = await source.answer(request, by: deadline)
        if case .failed = answer.outcome.result { answer.outcome.result = .skipped(obstacle) }
        return answer
    }
}

extension Configuration {
    /// Why the definitions of those are refused that have one which is wrong.
    package var refusedDefinitions: [ProviderID: String] {
        let faults = providers.compactMap { configured in
            Definitions.fault(of: configured.provider).map { (configured.id, $0) }
        }
        return Dictionary(uniqueKeysWithValues: faults)
    }
}
