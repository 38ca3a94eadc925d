internal import HTTPServer

/// Cocoacasts itself: the lists of the first generation behind a key, and the pages of episodes.
struct CocoacastsService: SandboxService {
    let lists: EpisodeLists
    let hosts = ["cocoacasts.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.path.hasPrefix("/api/") else { return page(String(request.path.dropFirst())) }
        guard request.headers["X-API-Key"]?.hasPrefix("sandbox-") == true else { return .unauthorized }
        let name = String(request.path.dropFirst("/api/".count))
        if let list = lists.list(named: name) { return .json(list) }
        if name.hasPrefix("episode/"), let episode = lists.episode(String(name.dropFirst(8))) {
            return .json(episode)
        }
        return .html("Not found", "<p>The page you were looking for doesn't exist.</p>", status: 404)
    }

    private func page(_ slug: String) -> HTTPServerResponse {
        guard let episode = lists.catalogue.episodes.first(where: { $0.slug == slug }) else {
            return .html("Cocoacasts, played by the sandbox", "", status: slug.isEmpty ? 200 : 404)
        }
        return .html(episode.title, "<p>\(HTML.escaped(episode.plainExcerpt))</p>")
    }
}

/// The copies of the lists that anyone may read, as a store of files gives them.
struct CocoacastsCopies: SandboxService {
    let lists: EpisodeLists
    let hosts = ["cocoacasts.s3.us-west-1.amazonaws.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let name = request.path.dropFirst("/mock-api/".count)
        guard request.path.hasPrefix("/mock-api/"), name.hasSuffix(".json"),
            let list = lists.list(named: String(name.dropLast(".json".count)))
        else { return FileStore.accessDenied }
        return FileStore.file(list.bytes(), type: "binary/octet-stream", for: request)
    }
}

/// The later generation. Its host has no such program any more; to those with a sandbox's token it is played as it was.
struct CocoacastsMock: SandboxService {
    let lists: EpisodeLists
    let hosts = ["cocoacasts-mock-api.herokuapp.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.headers["X-API-TOKEN"]?.hasPrefix("sandbox-") == true else { return .noSuchApp }
        guard request.path == "/api/v1/episodes" else {
            return .complaint("Not Found", status: 404)
        }
        return HTTPServerResponse(
            headers: ["Content-Type": "application/json; charset=utf-8"],
            body: .bytes(lists.later.bytesWithEscapedSlashes))
    }
}

extension HTTPServerResponse {
    static let unauthorized = complaint("Unauthorized", status: 401)

    fileprivate static func complaint(_ reason: String, status: Int) -> HTTPServerResponse {
        var response = json(["error": true, "reason": .string(reason)])
        response.status = status
        return response
    }

    /// Heroku's answer in the place of a program that was taken down.
    fileprivate static let noSuchApp = html(
        "No such app", "<iframe src=\"//www.herokucdn.com/error-pages/no-such-app.html\"></iframe>"
    ).with(status: 404, ["Cache-Control": "no-cache, no-store", "Server": "Heroku"])
}
