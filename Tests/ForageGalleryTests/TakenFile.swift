import JSON
import LoopbackClient
import Platform
import Testing

@testable import ForageGallery

/// What the page is told while a file is taken.
struct TakenFile {
    /// The kinds of the events, in order.
    let kinds: [String]
    /// What the last is about.
    let last: JSONValue

    init(_ reply: LoopbackReply) throws {
        #expect(reply.status == 200)
        let events = reply.text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
        let lines = events.map { $0.split(separator: "\n") }
        kinds = lines.map { String($0[0].dropFirst("event: ".count)) }
        let data = try #require(lines.last)[1].dropFirst("data: ".count)
        last = try JSONDocument(Array(data.utf8), mode: .strict).root
    }

    /// Where the file is; nil where it was not taken.
    var address: String? { last["address"].string }
    /// Why it was not taken.
    var detail: String? { last["detail"].string }
}

extension Gallery {
    /// Has the file of an item taken, as the page would.
    func take(_ id: String, headers: [String] = []) async throws -> TakenFile {
        let accept = "Accept: text/event-stream"
        return try TakenFile(
            await get("/api/v1/items/\(id)/file", method: "POST", headers: [accept] + headers))
    }
}
