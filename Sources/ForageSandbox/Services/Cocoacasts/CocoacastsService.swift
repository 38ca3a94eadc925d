internal import HTTPServer

/// The Cocoacasts website, with the lists of the first generation, which require a key, and the pages of episodes.
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
            return .html("Cocoacasts, simulated by the sandbox", "", status: slug.isEmpty ? 200 : 404)
        }
        return .html(episode.title, "<p>\(HTML.escaped(episode.plainExcerpt))</p>")
    }
}

/// The public copies of the lists in a file store.
struct CocoacastsCopies: SandboxService {
    let lists: EpisodeLists
    let hosts = ["cocoacasts.s3.us-west-1.amazonaws.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let name = request.path.dropFirst("/mock-api/".count)
        guard request.path.hasPrefix("/mock-api/"), name.hasSuffix(".json"),
            let list = lists.list(named: String(name.dropLast(".json".count)))
        else { return FileStore.accessDenied }
        return FileStore.file(list.bytes, type: "binary/octet-stream", for: request)
    }
}

/// The service of the later generation. The real host no longer exists; it is simulated for requests with a sandbox
/// token.
struct CocoacastsMock: SandboxService {
    let lists: EpisodeLists
    let hosts = ["cocoacasts-mock-api.herokuapp.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.headers["X-API-TOKEN"]?.hasPrefix("sandbox-") == true else { return .noSuchApp }
        guard request.path == "/api/v1/episodes" else {
            return .complaint("Not Found", status: 404)
        }
        // Some JSON encoders escape every slash.
        let body = JSONText(text: lists.later.text.replacing("/", with: "\\/"))
        return .json(body, ["Content-Type": "application/json; charset=utf-8"])
    }
}

extension HTTPServerResponse {
    fileprivate static let unauthorized = complaint("Unauthorized", status: 401)

    fileprivate static func complaint(_ reason: String, status: Int) -> HTTPServerResponse {
        .json(#"{"error":true,"reason":\#(reason)}"#, status: status)
    }

    /// Heroku's answer for an application that has been removed.
    fileprivate static let noSuchApp = html(
        "No such app", "<iframe src=\"//www.herokucdn.com/error-pages/no-such-app.html\"></iframe>",
        status: 404, ["Cache-Control": "no-cache, no-store", "Server": "Heroku"])
}

/// The lists of both generations.
struct EpisodeLists: Sendable {
    let catalogue: EpisodeCatalogue

    /// Returns a list of the first generation.
    func list(named name: String) -> JSONText? {
        switch name {
        case "episodes": catalogue.episodes.map(\.snakeCase).json
        case "recent-episodes": catalogue.recent.map(\.snakeCase).json
        case "popular-episodes": catalogue.popular.map(\.snakeCase).json
        case "categories": EpisodeCatalogue.categories.enumerated().map { category($0 + 1, $1) }.json
        case "collections": collections.enumerated().map { collection($0 + 1, $1) }.json
        default: nil
        }
    }

    /// Returns an episode of the first generation. If a number occurs twice, the first one is returned.
    func episode(_ number: String) -> JSONText? {
        catalogue.episodes.first { String($0.number) == number }?.snakeCase
    }

    /// The list of the later generation.
    var later: JSONText { catalogue.later.map(\.camelCase).json }

    private var collections: [String] {
        catalogue.episodes.compactMap(\.collection).reduce(into: []) { names, name in
            if names.last != name { names.append(name) }
        }
    }

    private func category(_ number: Int, _ name: String) -> JSONText {
        """
        {"id":\(number),"name":\(name),"thumbnail_url":\(thumbnail(name)),
        "number_of_episodes":\(catalogue.episodes.count { $0.category == name })}
        """
    }

    private func collection(_ number: Int, _ name: String) -> JSONText {
        let parts = catalogue.episodes.filter { $0.collection == name }
        return """
            {"id":\(number),"name":\(name),"thumbnail_url":\(thumbnail(name)),
            "duration":\(parts.reduce(0) { $0 + $1.seconds })}
            """
    }

    private func thumbnail(_ name: String) -> String {
        EpisodeImages.address(of: Slug.of(name), on: EpisodeImages.store)
    }
}

/// The hosts of the episodes' images. Each image is an SVG file in its own folder.
struct EpisodeImages: SandboxService {
    let catalogue: EpisodeCatalogue
    let hosts = [EpisodeImages.store, EpisodeImages.network]

    /// A file store, which supports ranges.
    static let store = "cocoacasts.s3.amazonaws.com"
    /// A content delivery network for the file store, which does not support ranges.
    static let network = "cdn.cocoacasts.com"

    static func address(of slug: String, on host: String) -> String {
        "https://\(host)/\(slug)/\(slug).svg"
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard let svg = svg(at: request.path) else {
            return request.host == Self.store ? FileStore.accessDenied : .text("Not found\n", status: 404)
        }
        if request.host == Self.store { return FileStore.file(svg, type: "image/svg+xml", for: request) }
        let headers: HTTPFields = [
            "Content-Type": "image/svg+xml", "ETag": request.path.entityTag,
            "Cache-Control": "public, max-age=86400",
        ]
        return HTTPServerResponse(headers: headers, body: .bytes(svg)).unlessKnown(to: request)
    }

    /// Returns the drawing at a path; nil if no episode has an image there.
    func drawing(at path: String) -> Drawing? { slug(of: path).map { Drawing(named: $0) } }

    /// Returns the drawing as a file. The form of its root element depends on its name.
    func svg(at path: String) -> [UInt8]? {
        slug(of: path).map { slug in
            let styles = Drawing.RootStyle.allCases
            return Drawing(named: slug).svg(styles[Int(slug.stableHash / 7 % UInt64(styles.count))])
        }
    }

    private func slug(of path: String) -> String? {
        let steps = path.split(separator: "/")
        guard steps.count == 2, steps[1] == steps[0] + ".svg" else { return nil }
        return catalogue.slugs.contains(String(steps[0])) ? String(steps[0]) : nil
    }
}

/// A file store such as Amazon's S3. It sends entity tags and dates and supports ranges, but states no caching time,
/// and answers 403 for a missing file.
enum FileStore {
    static func file(_ bytes: [UInt8], type: String, for request: SandboxRequest) -> HTTPServerResponse {
        let tag = [request.path, "\(bytes.count)"].map { String($0.stableHash | 1 << 63, radix: 16) }.joined()
        return HTTPServerResponse(headers: headers, body: .bytes(bytes)).with([
            "Last-Modified": "Fri, 04 Dec 2020 10:12:45 GMT", "ETag": "\"\(tag)\"", "Content-Type": type,
        ]).unlessKnown(to: request).honouringRange(askedFor: request.headers)
    }

    static var accessDenied: HTTPServerResponse {
        let body = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Error><Code>AccessDenied</Code><Message>Access Denied</Message>\
            <RequestId>\(requestID)</RequestId><HostId>\(hostID)</HostId></Error>
            """
        return HTTPServerResponse(status: 403, headers: headers, body: .bytes(Array(body.utf8)))
            .with(["Content-Type": "application/xml"])
    }

    private static let requestID = "2D56B47560B764EC"
    private static let hostID = "c2FuZGJveCBwbGF5cyBhIHN0b3Jl"
    private static let headers: HTTPFields = [
        "x-amz-request-id": requestID, "x-amz-id-2": hostID, "Server": "AmazonS3",
    ]
}
