internal import HTTPServer
internal import Synchronization

/// Openverse: pages of at most twenty pictures, single pictures and thumbnails. Clients with a token have a higher
/// limit.
struct OpenverseService: SandboxService {
    private let pictures: RecordLibrary<OpenversePicture>
    private let clients: OpenverseClients
    let hosts = ["api.openverse.org", "files.museum.example"]

    init(catalogue: Catalogue, clients: OpenverseClients = OpenverseClients()) {
        self.clients = clients
        pictures = RecordLibrary(catalogue, names: { [$0.id, $0.fileName] }) { item, _ in
            [OpenversePicture(of: item)]
        }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.steps
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
        case ["thumb"]:
            return PictureServing.png(
                named: picture.id, of: picture.item, size: picture.thumbnail, for: request)
        default: return missing
        }
    }

    /// Returns the original file from the host of the museum.
    private func file(_ name: String, _ request: SandboxRequest) -> HTTPServerResponse {
        guard let picture = pictures[name.prefix { $0 != "." } + ".png"] else { return missing }
        return PictureServing.png(named: name, of: picture.item, size: picture.size, for: request)
    }

    private func list(_ request: SandboxRequest) -> HTTPServerResponse {
        if (request["q"] ?? "").count > 200 {
            return refusal(400, #"{"q":["Ensure this field has no more than 200 characters."]}"#)
        }
        // Anonymous clients may not request larger pages.
        if request.number("page_size") ?? 0 > 20 {
            let words = "Ensure this value is less than or equal to 20 for unauthenticated requests."
            return refusal(401, #"{"page_size":[\#(words)]}"#)
        }
        let size = request.number("page_size", usually: 20, in: 1...20)
        let page = request.number("page", usually: 1, in: 1...1_000)
        let shape = request["aspect_ratio"]
        let licences = request["license"]?.split(separator: ",").map { $0.lowercased() }
        let found = pictures.matches(for: request["q"] ?? "")
            .filter { shape == nil || $0.shape == shape }
            // Any value permits adult content, even "false".
            .filter { request["mature"] != nil || !$0.isMature }
            .filter { licences?.contains($0.licence.name) ?? true }
        return .json(
            """
            {"result_count":\(found.count),"page_count":\(found.pageCount(of: size)),"page_size":\(size),
            "page":\(page),"results":\(found.page(page, of: size).map(\.json))}
            """)
    }

    private var expired: HTTPServerResponse {
        let reason = "error=\"invalid_token\",error_description=\"The access token has expired.\""
        return refusal(401, "\"Authentication credentials were not provided.\"")
            .with(["WWW-Authenticate": "Bearer realm=\"api\",\(reason)"])
    }

    private func throttled(_ seconds: Int) -> HTTPServerResponse {
        let unit = seconds == 1 ? "second" : "seconds"
        let words = "Request was throttled. Expected available in \(seconds) \(unit)."
        return refusal(429, words.json).with(["Retry-After": "\(seconds)"])
    }

    private var missing: HTTPServerResponse { refusal(404, "\"Not found.\"") }

    private func refusal(_ status: Int, _ detail: JSONText) -> HTTPServerResponse {
        .json(#"{"detail":\#(detail)}"#, status: status)
    }
}

/// A picture of the simulated Openverse about an item of the catalogue.
struct OpenversePicture: Sendable {
    let item: CatalogueItem
    private let hash: UInt64

    init(of item: CatalogueItem) {
        self.item = item
        hash = "openverse \(item.id)".stableHash
    }

    var id: String { String(uuidOf: hash, item.id.stableHash) }
    /// The name of the file at the museum.
    var fileName: String { "\(item.id).png" }

    var size: PictureSize {
        [
            PictureSize(width: 1600, height: 1067), PictureSize(width: 1067, height: 1600),
            PictureSize(width: 1200, height: 1200),
        ][Int(hash % 3)]
    }

    /// The size of the thumbnail, which is 600 pixels wide.
    var thumbnail: PictureSize { PictureSize(width: 600, height: size.height * 600 / size.width) }

    var isMature: Bool { hash % 13 == 0 }

    var shape: String { size.width == size.height ? "square" : size.width > size.height ? "wide" : "tall" }

    var licence: (name: String, version: String, path: String) {
        [
            ("by", "4.0", "licenses/by/4.0"), ("by-sa", "2.0", "licenses/by-sa/2.0"),
            ("cc0", "1.0", "publicdomain/zero/1.0"),
        ][Int(hash / 3 % 3)]
    }

    /// The record of the picture. Some pictures lack a title, and some sources state no size.
    var json: JSONText {
        let isMeasured = hash % 5 != 0
        let tags = [item.category.singular, item.head].filter { !$0.isEmpty }
            .map { #"{"name":\#($0)}"# as JSONText }
        let address = "https://api.openverse.org/v1/images/\(id)/"
        return """
            {"id":\(id),"title":\(hash % 11 == 0 ? nil : item.title),"indexed_on":"2024-01-01T00:00:00Z",
            "foreign_landing_url":\("https://museum.example/works/\(item.id)"),
            "url":\("https://files.museum.example/\(fileName)"),"creator":\(item.person),"creator_url":null,
            "license":\(licence.name),"license_version":\(licence.version),
            "license_url":\("https://creativecommons.org/\(licence.path)/"),"provider":"museum",
            "source":"museum","category":"photograph","mature":\(isMature),
            "unstable__sensitivity":\(isMature ? ["user_reported_sensitivity"] : []),"tags":\(tags),
            "attribution":\("\"\(item.title)\" by \(item.person) is licensed under \(licence.name)."),
            "width":\(isMeasured ? size.width : nil),"height":\(isMeasured ? size.height : nil),
            "thumbnail":\(address + "thumb/"),"detail_url":\(address)}
            """
    }
}

/// The clients of Openverse: anonymous ones, and those with a token obtained for client credentials.
final class OpenverseClients: Sendable {
    /// The sender of a request.
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

    /// The lifetime of a token in seconds.
    static let tokenLife = 43_200

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Returns the sender of a request; nil if its token is unknown or has expired.
    func client(of request: SandboxRequest) -> Client? {
        guard let field = request.headers["Authorization"] else { return .anonymous }
        guard field.hasPrefix("Bearer ") else { return nil }
        let known = state.withLock { $0.tokens[String(field.dropFirst("Bearer ".count))] }
        return known.flatMap { $0.end > now() ? .known($0.client) : nil }
    }

    /// Takes one request of a client.
    ///
    /// - Returns: The seconds to wait if the request is refused; nil otherwise.
    func take(from client: Client) -> Int? {
        state.withLock { state in
            let limits = client == .anonymous ? (20, 200) : (100, 10_000)
            return state.allowances[
                client, default: SlidingAllowance(perMinute: limits.0, perDay: limits.1)
            ].take(at: now())
        }
    }

    /// Returns a token for client credentials. Only sandbox credentials are accepted, so that real ones are never sent
    /// here.
    func token(for request: SandboxRequest) -> HTTPServerResponse {
        guard request.method == "POST" else { return .text("Method Not Allowed", status: 405) }
        let form = RequestTarget("/?" + String(decoding: request.body, as: UTF8.self))?.query ?? []
        let fields = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
        guard fields["grant_type"] == "client_credentials" else {
            return .json(#"{"error":"unsupported_grant_type"}"#, status: 400)
        }
        guard let id = fields["client_id"], id.hasPrefix("sandbox-"),
            fields["client_secret"]?.hasPrefix("sandbox-") == true
        else { return .json(#"{"error":"invalid_client"}"#, status: 401) }
        let token = state.withLock { state in
            let token = "played-token-\(state.tokens.count + 1)-of-openverse"
            state.tokens[token] = (id, now() + .seconds(Self.tokenLife))
            return token
        }
        return .json(
            """
            {"access_token":\(token),"expires_in":\(Self.tokenLife),"token_type":"Bearer",
            "scope":"read write throttle"}
            """, ["Cache-Control": "no-store"])
    }
}

/// The limits for any minute and any day; refused requests do not count.
struct SlidingAllowance {
    private let limits: [(count: Int, period: Duration)]
    private var times: [ContinuousClock.Instant] = []

    init(perMinute: Int, perDay: Int) {
        limits = [(perMinute, .seconds(60)), (perDay, .seconds(86_400))]
    }

    /// Takes one request, if the limits permit it.
    ///
    /// - Returns: The seconds to wait if the request is refused; nil otherwise.
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
