internal import HTTPServer

/// Openverse: pages of twenty pictures at most, single pictures and thumbnails, to anybody and, more often, to who has a
/// token.
struct OpenverseService: SandboxService {
    private let catalogue: Catalogue
    private let pictures: [String: OpenversePicture]
    private let clients: OpenverseClients
    let hosts = ["api.openverse.org", "files.museum.example"]

    init(catalogue: Catalogue, clients: OpenverseClients = OpenverseClients()) {
        self.catalogue = catalogue
        self.clients = clients
        let all = catalogue.items.map { OpenversePicture(of: $0) }
        pictures = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        if request.host != hosts[0] { return file(steps.first ?? "", request) }
        if steps == ["v1", "auth_tokens", "token"] { return clients.token(for: request) }
        guard steps.prefix(2) == ["v1", "images"] else { return missing }
        guard let client = clients.client(of: request) else { return expired }
        if steps.last != "thumb", !request.isFree, let seconds = clients.take(from: client) {
            return throttled(seconds)
        }
        if steps.count == 2 { return list(request) }
        guard let picture = pictures[steps[2]] else { return missing }
        switch steps.dropFirst(3) {
        case []: return .json(picture.json)
        case ["thumb"]: return PictureServing.png(named: picture.id, size: picture.thumbnail, for: request)
        default: return missing
        }
    }

    /// The file itself, at the museum that has it.
    private func file(_ name: String, _ request: SandboxRequest) -> HTTPServerResponse {
        guard let item = catalogue.item(id: String(name.prefix { $0 != "." })) else { return missing }
        return PictureServing.png(named: name, size: OpenversePicture(of: item).size, for: request)
    }

    private func list(_ request: SandboxRequest) -> HTTPServerResponse {
        if (request["q"] ?? "").count > Self.longestText {
            let words = "Ensure this field has no more than \(Self.longestText) characters."
            return refusal(400, ["detail": ["q": [.string(words)]]])
        }
        // Who is not known may ask for no larger pages.
        if let size = request["page_size"].flatMap({ Int($0) }), size > Self.greatestSize {
            return refusal(401, ["detail": ["page_size": [.string(Self.sizeAdvice)]]])
        }
        let size = min(max(1, request["page_size"].flatMap { Int($0) } ?? 20), Self.greatestSize)
        let page = min(max(1, request["page"].flatMap { Int($0) } ?? 1), 1_000)
        let shape = request["aspect_ratio"]
        let licences = request["license"]?.split(separator: ",").map { $0.lowercased() }
        let found = catalogue.matches(for: request["q"] ?? "").map { OpenversePicture(of: $0.item) }
            .filter { shape == nil || $0.shape == shape }
            // Any value lets in what is for adults only, "false" too.
            .filter { request["mature"] != nil || !$0.isMature }
            .filter { licences?.contains($0.licence.name) ?? true }
        let shown = found.dropFirst((page - 1) * size).prefix(size)
        return .json([
            "result_count": .number(found.count), "page_count": .number((found.count + size - 1) / size),
            "page_size": .number(size), "page": .number(page), "results": .array(shown.map(\.json)),
        ])
    }

    private var expired: HTTPServerResponse {
        refusal(401, ["detail": "Authentication credentials were not provided."]).with(
            status: 401,
            [
                "WWW-Authenticate":
                    "Bearer realm=\"api\",error=\"invalid_token\",error_description=\"The access token has expired.\""
            ])
    }

    private func throttled(_ seconds: Int) -> HTTPServerResponse {
        let unit = seconds == 1 ? "second" : "seconds"
        let words = "Request was throttled. Expected available in \(seconds) \(unit)."
        return refusal(429, ["detail": .string(words)]).with(status: 429, ["Retry-After": String(seconds)])
    }

    private var missing: HTTPServerResponse { refusal(404, ["detail": "Not found."]) }

    private func refusal(_ status: Int, _ body: JSONLiteral) -> HTTPServerResponse {
        var response = HTTPServerResponse.json(body)
        response.status = status
        return response
    }

    private static let greatestSize = 20
    private static let longestText = 200
    private static let sizeAdvice =
        "Ensure this value is less than or equal to \(greatestSize) for unauthenticated requests."
}
