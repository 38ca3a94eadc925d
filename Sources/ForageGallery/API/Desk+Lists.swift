internal import Forage
internal import ForageCore
internal import ForageFormats
internal import HTTPServer

extension Desk {
    /// A list at once, or as it comes to whoever takes events. Whoever goes away ends the search.
    func list(
        _ wanted: ListRequest, _ headers: HTTPFields
    ) async throws(Problem) -> HTTPServerResponse {
        ServerSentEvents.areWanted(by: headers)
            ? stream(wanted) : try await lists.list(wanted).response(to: headers)
    }

    private func stream(_ wanted: ListRequest) -> HTTPServerResponse {
        ServerSentEvents.response { [forage, searches, addition, metrics] writer in
            try await metrics.countingStream {
                var lines = ListLines(
                    of: wanted.query,
                    forage.configuration.listSoFar(
                        of: wanted.query, at: wanted.place, upTo: wanted.query.limit),
                    SearchLines(adding: addition), tellingEverything: true)
                for await event in searches.events(of: wanted) {
                    let told = lines.lines(of: event).map { ServerSentEvents.event($0.event, $0.json) }
                    try await writer.write(told.joined())
                }
            }
        }
    }
}
