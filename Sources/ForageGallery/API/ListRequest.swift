internal import Forage
internal import ForageCore
internal import ForageSearch
internal import HTTPServer

/// Which part of which list is wanted.
struct ListRequest: Sendable {
    let query: Query
    let place: Forage.ListPlace

    init(searching request: HTTPServerRequest, _ forage: Forage) throws(Problem) {
        let parameters = try Parameters(request, among: ["q", "limit", "cursor", "page"])
        guard let text = parameters.text("q") else {
            throw Problem(400, "Say what to look for: /api/v1/search?q=owl.")
        }
        let limit = try Self.limit(parameters, forage)
        do throws(QueryFault) {
            query = try Query(
                parsing: text, knowing: forage.configuration.providers.map(\.id), limit: limit)
        } catch {
            throw Problem(error)
        }
        place = try Self.place(parameters, in: query, forage)
    }

    init(browsing request: HTTPServerRequest, _ forage: Forage) throws(Problem) {
        let parameters = try Parameters(request, among: ["day", "limit", "cursor"])
        let day = try parameters.text("day").map { text throws(Problem) in
            guard let day = CalendarDay(text) else {
                throw Problem(400, "day is a date such as 2024-05-31.")
            }
            return day
        }
        let limit = try Self.limit(parameters, forage)
        do throws(QueryFault) {
            query = try Query(browsing: Browse(day: day), limit: limit)
        } catch {
            throw Problem(error)
        }
        place = try Self.place(parameters, in: query, forage)
    }

    private static func limit(_ parameters: Parameters, _ forage: Forage) throws(Problem) -> Int {
        try parameters.integer("limit", in: Query.limits) ?? forage.configuration.limit
    }

    private static func place(
        _ parameters: Parameters, in query: Query, _ forage: Forage
    ) throws(Problem) -> Forage.ListPlace {
        let page = try parameters.integer("page", in: SearchEngine.pages)
        switch (page, parameters.text("cursor")) {
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
