internal import HTTPServer
internal import Synchronization

/// The sandbox's own pages, in addition to the simulated hosts.
struct ControlPages: Sendable {
    let catalogue: Catalogue
    let hosts: [String]
    let log: RequestLog

    var hostList: String { hosts.joined(separator: ", ") }

    /// Returns the answer of the sandbox itself; nil if the first component of the path is the name of a host.
    func respond(to request: HTTPServerRequest, under step: String) -> HTTPServerResponse? {
        switch (step, request.path) {
        case ("", _): .text(welcome)
        case ("healthz", _): .text("ok\n")
        case ("sandbox", "/sandbox/relevance"): .json(relevance(for: request.queryValue("q") ?? ""))
        case ("sandbox", "/sandbox/queries"): .json(queries)
        case ("sandbox", "/sandbox/requests"): requests
        case ("sandbox", "/sandbox/reset"): reset(request)
        case ("sandbox", _): .text("Page not found. See / for a list of the pages.\n", status: 404)
        default: nil
        }
    }

    private var welcome: String {
        """
        This is forage-sandbox. It simulates web services on this machine, with a generated catalogue of
        \(catalogue.items.count) items, so that you can try searches without a network.

        Simulated hosts: \(hostList)
        https://HOST/PATH is served as /HOST/PATH

        /sandbox/queries          queries worth trying, as JSON
        /sandbox/relevance?q=     the items that match a query, with their relevance
        /sandbox/requests         the last requests to simulated hosts
        /sandbox/reset            clears the list of requests (POST)
        /healthz                  returns ok

        To request a fault, use the header \(FaultOrder.header), the query parameter \(FaultOrder.flag)
        or the word \(FaultOrder.wordPrefix)NAME in the text of a search. Put that word in quotes, because
        forage reads a word before a colon as a filter: forage --sandbox search owl '"\(FaultOrder.wordPrefix)html"'
        \(Fault.help.joined(separator: "\n"))

        """
    }

    private func relevance(for query: String) -> JSONText {
        let items = catalogue.matches(for: query).map { match -> JSONText in
            #"{"id":\#(match.item.id),"title":\#(match.item.title),"grade":\#(match.relevance.rawValue)}"#
        }
        return #"{"query":\#(query),"items":\#(items)}"#
    }

    private var queries: JSONText {
        catalogue.goodQueries.map { query -> JSONText in
            #"{"query":\#(query),"items":\#(catalogue.matches(for: query).count)}"#
        }.json
    }

    private var requests: HTTPServerResponse {
        .json(log.json, ["X-Sandbox-Count": "\(log.count)", "Cache-Control": "no-store"])
    }

    private func reset(_ request: HTTPServerRequest) -> HTTPServerResponse {
        guard request.method == "POST" else {
            return .text("Use POST to reset.\n", status: 405).with(["Allow": "POST"])
        }
        log.clear()
        return .text("Cleared.\n")
    }
}

/// The most recent requests to simulated hosts, as they were sent.
final class RequestLog: Sendable {
    private struct Entry {
        let request: HTTPServerRequest
        let host: String
        let path: String
    }

    private struct State {
        var entries: [Entry] = []
        var count = 0
    }

    private static let capacity = 500
    private let state = Mutex(State())

    func record(_ request: HTTPServerRequest, host: String, path: String) {
        state.withLock { state in
            state.count += 1
            if state.entries.count == Self.capacity { state.entries.removeFirst() }
            state.entries.append(Entry(request: request, host: host, path: path))
        }
    }

    func clear() {
        state.withLock { $0 = State() }
    }

    /// The number of requests since the start or the last reset, including those that are no longer stored.
    var count: Int { state.withLock(\.count) }

    var json: JSONText { state.withLock(\.entries).map(Self.describe).json }

    private static func describe(_ entry: Entry) -> JSONText {
        let (request, items) = (entry.request, entry.request.query)
        let parameters = items.enumerated()
            .filter { place, item in !items[..<place].contains { $0.name == item.name } }
            .map { (name: $1.name, value: $1.value.json) }
        let headers = request.headers.map { (name: $0.name.lowercased(), value: $0.value.json) }
        return """
            {"method":\(request.method),"host":\(entry.host),"path":\(entry.path),
            "query":\(request.rawQuery ?? ""),"parameters":\(JSONText.object(parameters)),
            "headers":\(JSONText.object(headers))}
            """
    }
}
