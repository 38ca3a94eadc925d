internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch
internal import Platform

/// Searches for complete lists.
///
/// Concurrent requests for the same list share one search, and recent results are reused for a moment. Frequent
/// requests are therefore as fast as those for a file.
struct ListHandler: Sendable {
    private let searches: Searches
    private let addition: ItemAddition
    private let found = SharedContent<ListRequest>(upTo: 16 << 20)
    private let time: TimeInterval

    /// The time for which results are reused: lists state ages in whole seconds.
    private static let usualTime: TimeInterval = 1

    /// - Parameters:
    ///   - searches: The searches.
    ///   - addition: The additional member of each item.
    ///   - time: The time for which results are reused.
    init(_ searches: Searches, _ addition: ItemAddition, keptFor time: TimeInterval = usualTime) {
        self.searches = searches
        self.addition = addition
        self.time = time
    }

    /// Searches for a list. The search ends if all clients that requested it have disconnected.
    func list(_ wanted: ListRequest) async throws(HTTPProblem) -> Content {
        var wanted = wanted
        wanted.revision = searches.revision
        return try await found.content(for: wanted) { [wanted] () throws(HTTPProblem) in
            try await search(wanted)
        }
    }

    private func search(_ wanted: ListRequest) async throws(HTTPProblem) -> SharedContent<ListRequest>.Made {
        for await event in searches.events(of: wanted) {
            guard case .finished(let report) = event else { continue }
            let isSettled = report.outcomes.allSatisfy(\.isSettled)
            return .init(
                content: Content(json: JSONReport(adding: addition).text(of: report)),
                time: isSettled ? time : 0)
        }
        throw .nobodyWaits
    }
}

/// The query of a list and the place in it.
struct ListRequest: ContentKey {
    var query: Query
    let place: Forage.ListPlace
    /// The number of changes of the configuration before the request.
    var revision = 0

    var byteCount: Int {
        let cursorByteCount = if case .cursor(let cursor) = place { cursor.byteCount } else { 0 }
        return query.description.utf8.count + cursorByteCount
    }

    init(query: Query, place: Forage.ListPlace) {
        self.query = query
        self.place = place
    }

    init(searching parameters: Parameters, _ forage: Forage) throws(HTTPProblem) {
        guard let text = parameters.text(.query) else {
            throw HTTPProblem(400, "Give a query, as in /api/v1/search?q=owl.")
        }
        let (isStrict, limit) = (try parameters.flag(.strict), try Self.limit(parameters, forage))
        let query: Query
        do throws(QueryError) {
            query = try Query(
                parsing: text, knowing: forage.configuration.providers.map(\.id), isStrict: isStrict,
                limit: limit)
        } catch {
            throw HTTPProblem(error)
        }
        try self.init(explaining: query, parameters, forage)
    }

    init(browsing parameters: Parameters, _ forage: Forage) throws(HTTPProblem) {
        let day = try parameters.day(.day)
        let (isStrict, limit) = (try parameters.flag(.strict), try Self.limit(parameters, forage))
        let query: Query
        do throws(QueryError) {
            try day?.checkBeginning(as: "The day")
            let options = try Self.options(parameters)
            query = try Query(
                browsing: Browse(day: day, filters: options.filters), providers: options.providers,
                isStrict: isStrict, limit: limit)
        } catch {
            throw HTTPProblem(error)
        }
        if let stranger = query.providers.first(where: { forage.configuration[$0] == nil }) {
            throw HTTPProblem(400, "There is no provider “\(stranger)”; see /api/v1/providers for a list.")
        }
        try self.init(explaining: query, parameters, forage)
    }

    private init(explaining query: Query, _ parameters: Parameters, _ forage: Forage) throws(HTTPProblem) {
        var query = query
        query.isExplained = try parameters.flag(.explain)
        self.init(query: query, place: try Self.place(parameters, in: query, forage))
    }

    private static func options(_ parameters: Parameters) throws(QueryError) -> QueryOptions {
        let options = try QueryOptions(.parameters) { field in
            parameters.text(Parameter(field)).map { [$0] } ?? []
        }
        try options.check()
        return options
    }

    private static func limit(_ parameters: Parameters, _ forage: Forage) throws(HTTPProblem) -> Int {
        try parameters.integer(.limit) ?? forage.configuration.limit
    }

    private static func place(
        _ parameters: Parameters, in query: Query, _ forage: Forage
    ) throws(HTTPProblem) -> Forage.ListPlace {
        switch (try parameters.integer(.page), parameters.text(.cursor)) {
        case (nil, nil): return .start
        case (let page?, nil): return .page(page)
        case (_?, _?): throw HTTPProblem(400, "Give page or cursor, not both.")
        case (nil, let text?):
            do throws(QueryError) {
                return .cursor(try forage.cursor(text, for: query))
            } catch {
                throw HTTPProblem(error)
            }
        }
    }
}

/// The current searches and listings.
///
/// When the gallery closes, they end with the results so far.
struct Searches: Sendable {
    private let forage: CurrentForage
    private let metrics: Metrics
    private let tasks = OpenTasks()

    /// - Parameters:
    ///   - forage: The Forage to search with.
    ///   - metrics: The metrics that count the outcomes.
    init(_ forage: CurrentForage, _ metrics: Metrics) {
        self.forage = forage
        self.metrics = metrics
    }

    var revision: Int { forage.revision }

    /// The events of a search up to its report. If the reader stops, the search ends without a report.
    func events(of wanted: ListRequest) -> AsyncStream<SearchEvent> {
        let (events, teller) = AsyncStream<SearchEvent>.makeStream()
        let task = tasks.begin {
            for await event in forage.value.search(wanted.query, at: wanted.place) {
                if case .finished(let report) = event { report.outcomes.forEach(metrics.note) }
                teller.yield(event)
            }
            teller.finish()
        }
        teller.onTermination = { if case .cancelled = $0 { task.cancel() } }
        return events
    }

    /// Stops waiting for providers.
    func end() { tasks.end() }
}

extension Outcome {
    /// Indicates whether a repetition would soon have the same result.
    fileprivate var isSettled: Bool {
        switch result {
        case .answered, .empty, .skipped: true
        case .throttled, .denied, .timedOut, .failed, .drift, .cancelled: false
        }
    }
}
