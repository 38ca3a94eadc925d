internal import HTTPServer
internal import Synchronization

/// The last requests to played hosts, as they were sent.
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

    /// How many there were since the start or the last clearing, also those no longer kept.
    var count: Int { state.withLock(\.count) }

    var json: JSONLiteral {
        .array(state.withLock(\.entries).map(Self.describe))
    }

    private static func describe(_ entry: Entry) -> JSONLiteral {
        var parameters: [(String, JSONLiteral)] = []
        for item in entry.request.query where !parameters.contains(where: { $0.0 == item.name }) {
            parameters.append((item.name, .string(item.value)))
        }
        let headers = entry.request.headers.map { ($0.name.lowercased(), JSONLiteral.string($0.value)) }
        return [
            "method": .string(entry.request.method), "host": .string(entry.host), "path": .string(entry.path),
            "query": .string(entry.request.rawQuery ?? ""), "parameters": .object(parameters),
            "headers": .object(headers),
        ]
    }
}
