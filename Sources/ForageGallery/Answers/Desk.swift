internal import Forage
internal import ForageFormats
internal import HTTPServer

/// Does what a request wants.
struct Desk: Sendable {
    let forage: Forage
    let pictures: PictureDesk
    let files: FileDesk
    /// What the page needs of each item beside what it says.
    let addition: ItemAddition
    /// Whether the services are played on this machine, which takes no keys.
    let isPlayed: Bool

    func answer(_ request: HTTPServerRequest, at route: Route) async throws(Problem) -> HTTPServerResponse {
        switch route {
        case .page: try file("index.html", request)
        case .asset(let name): try file(name, request)
        case .search: try await list(ListRequest(searching: request, forage), request)
        case .browse: try await list(ListRequest(browsing: request, forage), request)
        case .item(let id): try await item(id).response(to: request.headers)
        case .credit(let id): try await credit(of: id).response(to: request.headers)
        case .taking(let id): try files.take(try await found(id), for: request)
        case .file(let token): try files.handOut(token, request)
        case .providers: await providers.response(to: request.headers)
        case .picture(let token): try await pictures.answer(request, token)
        case .health: await Health(of: forage, needsKeys: !isPlayed).response
        }
    }

    private func file(_ name: String, _ request: HTTPServerRequest) throws(Problem) -> HTTPServerResponse {
        guard let file = PageFiles.named(name) else {
            throw Problem(404, "The page has no file \(name.prefix(200)).")
        }
        return file.response(to: request.headers)
    }
}
