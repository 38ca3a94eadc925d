import JSON
import LoopbackClient
import Platform
import Testing

@testable import ForageGallery

/// The events that the page receives during a download.
struct TakenFile {
    /// The kinds of the events, in order.
    let kinds: [String]
    /// The data of the last event.
    let last: JSONValue

    init(_ reply: LoopbackReply) throws {
        #expect(reply.status == 200)
        let events = reply.text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
        let lines = events.map { $0.split(separator: "\n") }
        kinds = lines.map { String($0[0].dropFirst("event: ".count)) }
        let data = try #require(lines.last)[1].dropFirst("data: ".count)
        last = try JSONDocument(Array(data.utf8), mode: .strict).root
    }

    /// The address of the file; nil if the download failed.
    var address: String? { last["address"].string }
    /// The reason for a failure.
    var detail: String? { last["detail"].string }
}

extension Gallery {
    /// Downloads the file of an item, as the page would.
    func take(_ id: String, _ query: String = "", headers: [String] = []) async throws -> TakenFile {
        let accept = "Accept: text/event-stream"
        return try TakenFile(
            await get("/api/v1/items/\(id)/file\(query)", method: "POST", headers: [accept] + headers))
    }
}
