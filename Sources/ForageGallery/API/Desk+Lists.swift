internal import Forage
internal import ForageCore
internal import ForageFormats
internal import HTTPServer

extension Desk {
    /// A list at once, or as it comes to whoever takes events. Whoever goes away ends the search.
    func list(
        _ wanted: ListRequest, _ request: HTTPServerRequest
    ) async throws(Problem) -> HTTPServerResponse {
        let takesEvents = request.headers.values(of: "Accept").contains { $0.contains("text/event-stream") }
        return takesEvents
            ? stream(wanted) : try await whole(wanted).response(to: request.headers)
    }

    private func whole(_ wanted: ListRequest) async throws(Problem) -> Content {
        for await event in forage.search(wanted.query, at: wanted.place) {
            guard case .finished(let report) = event else { continue }
            return Content(json: JSONReport(adding: addition).text(of: report))
        }
        throw Problem(503, "The search was given up; try again.")
    }

    private func stream(_ wanted: ListRequest) -> HTTPServerResponse {
        HTTPServerResponse(
            headers: [
                "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store",
                "Connection": "close",
            ],
            body: .stream { [forage, addition] writer in
                var lines = ListLines(
                    of: wanted.query,
                    forage.configuration.listSoFar(
                        of: wanted.query, at: wanted.place, upTo: wanted.query.limit),
                    SearchLines(adding: addition), tellingEverything: true)
                for await event in forage.search(wanted.query, at: wanted.place) {
                    let told = lines.lines(of: event).map { "event: \($0.event)\ndata: \($0.json)\n\n" }
                    try await writer.write(told.joined())
                }
            })
    }
}
