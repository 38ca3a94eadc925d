public import ForageCore
public import ForageSearch

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
    /// - Throws: ``ForageSearch/CursorFault`` when it is no place in the query's list, or was not made with this seal.
    public func cursor(_ text: String, for query: Query) throws(CursorFault) -> SearchCursor {
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
    /// - Throws: ``ForageCore/QueryFault`` when the limit is out of range.
    public func browse(
        _ browse: Browse = Browse(), limit: Int? = nil, on providers: [ProviderID]? = nil,
        at place: ListPlace = .start, within timeout: Duration? = nil
    ) throws(QueryFault) -> SearchEvents {
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
