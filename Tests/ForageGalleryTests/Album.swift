import Forage
import ForageCore
import HTTPServer
import JSON
import LoopbackClient
import Synchronization
import Testing

@testable import ForageGallery

/// A gallery with a simulated service, whose only result for NAME is the file `/pictures/NAME`.
struct Album {
    let gallery: Gallery
    private let service: HTTPServer
    private let warnings: Warnings

    final class Warnings: Sendable {
        let all = Mutex<[String]>([])
    }

    /// - Parameters:
    ///   - imageProgram: The program that works on pictures.
    ///   - isProtected: Whether the service's terms require its own picture addresses.
    ///   - handler: The service.
    /// - Throws: An error if the gallery or the service cannot listen.
    init(
        imageProgram: String? = BuiltProgram.image, isProtected: Bool = false,
        _ handler: @escaping HTTPServer.Handler
    ) throws {
        let warnings = Warnings()
        service = try HTTPServer(handler: handler)
        let base = "http://127.0.0.1:\(service.port)/"
        let settings = #"{ "measure": false, "providers": { "album": { "baseURL": "\#(base)" } } }"#
        let registration = AlbumProvider.registration(isProtected: isProtected)
        let configuration = try Configuration(
            layers: [.userFile("/config.json", .bytes(Array(settings.utf8)))], registrations: [registration])
        self.warnings = warnings
        gallery = try Gallery(Forage(configuration)) { serving in
            serving.imageProgram = imageProgram
            serving.warn = { warning in warnings.all.withLock { $0.append(warning) } }
        }
    }

    /// The messages for the user.
    var told: [String] { warnings.all.withLock { $0 } }

    /// The members of `pictures` of the result for a name.
    func pictures(_ name: String) async throws -> JSONValue { try await item(name)["pictures"] }

    private func item(_ name: String) async throws -> JSONValue {
        let reply = try await gallery.get("/api/v1/search?q=\(name)")
        return try #require(Array(try reply.json["items"].elements).first)
    }

    /// Requests the sound of this name, which begins with "sound".
    func sound(_ name: String, method: String = "GET", range: String? = nil) async throws -> LoopbackReply {
        let address = try #require(try await item(name)["media"]["audio"].string)
        return try await gallery.get(
            address, method: method, headers: range.map { ["Range: \($0)"] } ?? [])
    }

    /// The member `rights` of the result for a name.
    func rights(_ name: String) async throws -> JSONValue { try await item(name)["rights"] }

    /// Requests the picture of this name, with an optional query.
    func picture(_ name: String, _ query: String = "", headers: [String] = []) async throws -> LoopbackReply {
        let address = try #require(try await pictures(name)["large"].string)
        return try await gallery.get(address.prefix { $0 != "?" } + query, headers: headers)
    }

    /// Downloads the file of this name, as the page would, and returns the last event.
    func take(_ name: String, _ query: String = "", headers: [String] = []) async throws -> TakenFile {
        try await gallery.take("album:\(name)", query, headers: headers)
    }
}

private struct AlbumProvider: Provider {
    let info: ProviderInfo

    static func registration(isProtected: Bool) -> Registration {
        let info = ProviderInfo(
            id: "album", name: "Album", summary: "Pictures", site: "https://album.example/",
            kinds: [.photo], origins: ["https://album.example/"], capabilities: Capabilities(),
            terms: Terms(requiresHotlinking: isProtected, pictureOrigins: ["https://album.example/"]))
        return Registration(info, make: { _ in AlbumProvider(info: info) })
    }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        .get("https://album.example/api")
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        guard let name = request.name,
            let url = WebURL("https://\(name == "elsewhere" ? "other" : "album").example/pictures/\(name)")
        else { return .page(Page(drafts: [])) }
        var draft = Draft(localID: name, kind: .photo, title: name, page: info.site)
        draft.blurHash = BlurHash("L9AB*A%LPqys8_H=yDR5nMMeVXR5")
        let mediaType = name.hasPrefix("sound") ? "audio/mpeg" : nil
        draft.renditions = [Rendition(.original, at: url, mediaType: mediaType)]
        if name.hasPrefix("cc") { draft.licence = Licence(id: name, name: name) }
        return .page(Page(drafts: [draft]))
    }
}

extension ProviderRequest {
    fileprivate var name: String? {
        switch self {
        case .search(let query, _): query.text
        case .details(let id): id.local
        case .browse, .download: nil
        }
    }
}
