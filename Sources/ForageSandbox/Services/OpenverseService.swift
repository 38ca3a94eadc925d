internal import HTTPServer
internal import Synchronization

/// Openverse: pages of twenty pictures at most, single pictures and thumbnails; clients with a token may ask more often.
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

/// The picture that the played Openverse has of a thing of the catalogue.
struct OpenversePicture: Sendable {
    let item: CatalogueItem
    private let hash: UInt64

    init(of item: CatalogueItem) {
        self.item = item
        hash = "openverse \(item.id)".stableHash
    }

    /// Written like a UUID.
    var id: String {
        let digits = Array(
            String(hash | 1 << 63, radix: 16) + String(item.id.stableHash | 1 << 63, radix: 16))
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return parts.joined(separator: "-")
    }

    var size: PictureSize {
        [
            PictureSize(width: 1600, height: 1067), PictureSize(width: 1067, height: 1600),
            PictureSize(width: 1200, height: 1200),
        ][Int(hash % 3)]
    }

    /// The small copy, which is 600 pixels wide.
    var thumbnail: PictureSize { PictureSize(width: 600, height: size.height * 600 / size.width) }

    /// Whether it is for adults only.
    var isMature: Bool { hash % 13 == 0 }

    /// The service's word for its shape.
    var shape: String { size.width == size.height ? "square" : size.width > size.height ? "wide" : "tall" }

    var licence: (name: String, version: String, path: String) {
        [
            ("by", "4.0", "licenses/by/4.0"), ("by-sa", "2.0", "licenses/by-sa/2.0"),
            ("cc0", "1.0", "publicdomain/zero/1.0"),
        ][Int(hash / 3 % 3)]
    }

    /// Some pictures lack a title, some sources state no size.
    var json: JSONLiteral {
        let isMeasured = hash % 5 != 0
        let site = "https://museum.example/works/\(item.id)"
        return [
            "id": .string(id), "title": hash % 11 == 0 ? .null : .string(item.title),
            "indexed_on": "2024-01-01T00:00:00Z", "foreign_landing_url": .string(site),
            "url": .string("https://files.museum.example/\(item.id).png"),
            "creator": .string(item.person), "creator_url": .null, "license": .string(licence.name),
            "license_version": .string(licence.version),
            "license_url": .string("https://creativecommons.org/\(licence.path)/"),
            "provider": "museum", "source": "museum", "category": "photograph",
            "mature": .bool(isMature), "unstable__sensitivity": isMature ? ["user_reported_sensitivity"] : [],
            "tags": .array(
                [item.category.singular, item.head].filter { !$0.isEmpty }.map { ["name": .string($0)] }),
            "attribution": .string("\"\(item.title)\" by \(item.person) is licensed under \(licence.name)."),
            "width": isMeasured ? .number(size.width) : .null,
            "height": isMeasured ? .number(size.height) : .null,
            "thumbnail": .string("https://api.openverse.org/v1/images/\(id)/thumb/"),
            "detail_url": .string("https://api.openverse.org/v1/images/\(id)/"),
        ]
    }
}

/// Who asks Openverse: anybody, or one with a token that was given for client credentials.
final class OpenverseClients: Sendable {
    /// Whom a request is from.
    enum Client: Hashable {
        case anonymous
        case known(String)
    }

    private struct State {
        var tokens: [String: (client: String, end: ContinuousClock.Instant)] = [:]
        var allowances: [Client: SlidingAllowance] = [:]
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// How long a token holds, in seconds.
    static let tokenLife = 43_200

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Whom a request is from; nil where its token is unknown or has expired.
    func client(of request: SandboxRequest) -> Client? {
        guard let field = request.headers["Authorization"] else { return .anonymous }
        guard field.hasPrefix("Bearer ") else { return nil }
        let known = state.withLock { $0.tokens[String(field.dropFirst("Bearer ".count))] }
        return known.flatMap { $0.end > now() ? .known($0.client) : nil }
    }

    /// Takes one request of a client's.
    ///
    /// - Returns: In how many seconds it may be made, if not now.
    func take(from client: Client) -> Int? {
        state.withLock { state in
            let limits = client == .anonymous ? (20, 200) : (100, 10_000)
            return state.allowances[
                client, default: SlidingAllowance(perMinute: limits.0, perDay: limits.1)
            ].take(at: now())
        }
    }

    /// Gives a token for client credentials. Real ones must never get here, so only those made up for a sandbox are taken.
    func token(for request: SandboxRequest) -> HTTPServerResponse {
        guard request.method == "POST" else { return .text("Method Not Allowed", status: 405) }
        let form = RequestTarget("/?" + String(decoding: request.body, as: UTF8.self))?.query ?? []
        let fields = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
        guard fields["grant_type"] == "client_credentials" else {
            return .json(["error": "unsupported_grant_type"]).with(status: 400)
        }
        guard let id = fields["client_id"], id.hasPrefix("sandbox-"),
            fields["client_secret"]?.hasPrefix("sandbox-") == true
        else { return .json(["error": "invalid_client"]).with(status: 401) }
        let token = state.withLock { state in
            let token = "played-token-\(state.tokens.count + 1)-of-openverse"
            state.tokens[token] = (id, now() + .seconds(Self.tokenLife))
            return token
        }
        return .json([
            "access_token": .string(token), "expires_in": .number(Self.tokenLife), "token_type": "Bearer",
            "scope": "read write throttle",
        ]).with(["Cache-Control": "no-store"])
    }
}

/// How many requests may be made within any minute and within any day; those that are refused do not count.
struct SlidingAllowance {
    private let limits: [(count: Int, period: Duration)]
    private var times: [ContinuousClock.Instant] = []

    init(perMinute: Int, perDay: Int) {
        limits = [(perMinute, .seconds(60)), (perDay, .seconds(86_400))]
    }

    /// Takes one request, if one is left.
    ///
    /// - Returns: In how many seconds there is one, if not now.
    mutating func take(at now: ContinuousClock.Instant) -> Int? {
        times.removeAll { now - $0 >= .seconds(86_400) }
        let waits = limits.compactMap { limit in
            times.dropLast(limit.count - 1).last.map { limit.period - (now - $0) }
        }
        if let wait = waits.max(), wait > .zero {
            return max(1, Int((wait / .seconds(1)).rounded(.up)))
        }
        times.append(now)
        return nil
    }
}
