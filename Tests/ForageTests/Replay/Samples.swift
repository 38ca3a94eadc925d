import ForageCore
import Platform
import Testing

@testable import Forage

extension ProviderID {
    static let birds: ProviderID = "birds"
    static let trees: ProviderID = "trees"
}

extension ProviderInfo {
    static func sample(_ id: ProviderID = .birds) -> ProviderInfo {
        ProviderInfo(
            id: id, name: "Birds", summary: "Plays a service", site: "https://example.org/", kinds: [.photo],
            origins: ["https://api.example.org/"], capabilities: Capabilities())
    }
}

extension Endpoint {
    static let sample = Endpoint.get("https://api.example.org/birds").query("q", "owl")
        .query("key", .key("apiKey")).header("Authorization", "Client-ID ", .key("apiKey"))
}

extension Response {
    static func sample(_ text: String = "{}", _ headers: Headers = Headers()) -> Response {
        Response(url: "https://api.example.org/birds", headers: headers, body: Array(text.utf8))
    }
}

extension Item {
    static func sample(_ title: String = "Owl") -> Item? {
        var draft = Draft(localID: "1/é", kind: .photo, title: title, page: "https://example.org/1")
        draft.tags = ["bird"]
        let credit = Attribution(
            title: title, page: draft.page, source: NamedLink("Birds", "https://example.org/"),
            creator: .unknown, licence: .unknown)
        return Item(draft, credit: credit, from: .birds)
    }
}

extension ReplayBundle {
    /// A bundle of a search without results.
    static func sample(
        arrivals: [Arrival] = [], exchanges: [Exchange] = [], asked: [ProviderID] = [.birds, .trees]
    ) throws -> ReplayBundle {
        ReplayBundle(
            version: "0.1.0", start: Date(timeIntervalSince1970: 1_794_297_600),
            question: .list(try Query("owl"), .start), form: Form(.json, fields: nil), settings: "{}",
            definitions: [], asked: asked, skipped: [], exchanges: exchanges, arrivals: arrivals,
            measured: [], signatures: [:], duration: .nanoseconds(1_234_567_890))
    }
}

extension [UInt8] {
    func replacing(_ old: String, with new: String) -> [UInt8] {
        Array(String(decoding: self, as: UTF8.self).replacing(old, with: new).utf8)
    }
}

extension AsyncStream<SearchEvent> {
    static func of(_ events: [SearchEvent]) -> AsyncStream {
        AsyncStream { stream in
            for event in events { stream.yield(event) }
            stream.finish()
        }
    }
}
