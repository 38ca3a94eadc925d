internal import Forage
internal import ForageCore
internal import ForageSearch

/// Which part of which list is wanted.
struct ListRequest: ContentKey {
    let query: Query
    let place: Forage.ListPlace

    var byteCount: Int {
        let cursorByteCount = if case .cursor(let cursor) = place { cursor.byteCount } else { 0 }
        return query.description.utf8.count + cursorByteCount
    }

    init(query: Query, place: Forage.ListPlace) {
        self.query = query
        self.place = place
    }

    init(searching parameters: Parameters, _ forage: Forage) throws(Problem) {
        guard let text = parameters.text(.query) else {
            throw Problem(400, "Say what to look for: /api/v1/search?q=owl.")
        }
        let (isStrict, limit) = (try parameters.flag(.strict), try Self.limit(parameters, forage))
        let query: Query
        do throws(QueryFault) {
            query = try Query(
                parsing: text, knowing: forage.configuration.providers.map(\.id), isStrict: isStrict,
                limit: limit)
        } catch {
            throw Problem(error)
        }
        try self.init(explaining: query, parameters, forage)
    }

    init(browsing parameters: Parameters, _ forage: Forage) throws(Problem) {
        let day = try parameters.day(.day)
        let (isStrict, limit) = (try parameters.flag(.strict), try Self.limit(parameters, forage))
        let query: Query
        do throws(QueryFault) {
            try day?.checkBeginning(as: "The day")
            let wishes = try Self.wishes(parameters)
            query = try Query(
                browsing: Browse(day: day, filters: wishes.filters), providers: wishes.providers,
                isStrict: isStrict, limit: limit)
        } catch {
            throw Problem(error)
        }
        if let stranger = query.providers.first(where: { forage.configuration[$0] == nil }) {
            throw Problem(400, "There is no provider “\(stranger)”; /api/v1/providers has them.")
        }
        try self.init(explaining: query, parameters, forage)
    }

    private init(explaining query: Query, _ parameters: Parameters, _ forage: Forage) throws(Problem) {
        var query = query
        query.isExplained = try parameters.flag(.explain)
        self.init(query: query, place: try Self.place(parameters, in: query, forage))
    }

    private static func wishes(_ parameters: Parameters) throws(QueryFault) -> QueryWishes {
        let wishes = try QueryWishes(.parameters) { field in
            parameters.text(Parameter(field)).map { [$0] } ?? []
        }
        try wishes.check()
        return wishes
    }

    private static func limit(_ parameters: Parameters, _ forage: Forage) throws(Problem) -> Int {
        try parameters.integer(.limit) ?? forage.configuration.limit
    }

    private static func place(
        _ parameters: Parameters, in query: Query, _ forage: Forage
    ) throws(Problem) -> Forage.ListPlace {
        switch (try parameters.integer(.page), parameters.text(.cursor)) {
        case (nil, nil): return .start
        case (let page?, nil): return .page(page)
        case (_?, _?): throw Problem(400, "Give page or cursor, not both.")
        case (nil, let text?):
            do throws(CursorFault) {
                return .cursor(try forage.cursor(text, for: query))
            } catch {
                throw Problem(error)
            }
        }
    }
}
