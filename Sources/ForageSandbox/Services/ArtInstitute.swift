internal import HTTPServer

/// The API of the Art Institute of Chicago without an account: sixty calls a minute, a hundred works a page, a
/// thousand of a search.
struct ArtInstitute: SandboxService {
    private let catalogue: Catalogue
    private let works: [Artwork]
    private let places: [String: Int]
    private let allowance = MinuteAllowance(60)
    let hosts = ["api.artic.edu"]

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        works = catalogue.items.enumerated().map { Artwork(of: $1, at: $0) }
        places = Dictionary(catalogue.items.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let (left, seconds) = request.isFree ? (allowance.limit, 60) : allowance.take()
        let counts: HTTPFields = [
            "Cache-Control": "no-cache, private", "Access-Control-Allow-Origin": "*",
            "X-RateLimit-Limit": "\(allowance.limit)", "X-RateLimit-Remaining": "\(max(0, left))",
        ]
        if left < 0 {
            return .html("Too Many Requests", "").with(status: 429, counts).with(
                status: 429, ["Retry-After": "\(seconds)"])
        }
        let response = answer(to: request)
        return response.with(status: response.status, counts)
    }

    private func answer(to request: SandboxRequest) -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        guard steps.starts(with: ["api", "v1", "artworks"]), steps.count < 5 else { return missing }
        let fields = Set((request["fields"] ?? "").split(separator: ",").map(String.init))
        switch steps.dropFirst(3).first {
        case nil: return list(works, request, most: .max) { $0.json(fields: fields) }
        case "search":
            return list(found(request), request, most: 1_000) { $0.json(score: 120, fields: fields) }
        case let step?:
            guard let id = Int(step) else {
                return refusal(400, "Invalid syntax", "The identifier syntax is invalid.")
            }
            guard let work = works.first(where: { $0.id == id }) else { return missing }
            return .json(.object([("data", work.json(fields: fields))] + Self.remarks))
        }
    }

    private func found(_ request: SandboxRequest) -> [Artwork] {
        let matches = request["q"].map { words in
            catalogue.matches(for: words).compactMap { places[$0.item.id].map { works[$0] } }
        }
        let mustBeFree = request["query[term][is_public_domain]"] == "true"
        return (matches ?? works).filter { !mustBeFree || $0.isPublicDomain }
    }

    private func list(
        _ works: [Artwork], _ request: SandboxRequest, most: Int, json: (Artwork) -> JSONLiteral
    ) -> HTTPServerResponse {
        let limit = request.number("limit", usually: 12, in: 1...1_000)
        let page = request.number("page", usually: 1, in: 1...1_000_000)
        guard limit <= 100 else {
            let detail = "You have requested too many resources per page. Please set a smaller limit."
            return refusal(403, "Invalid limit", detail)
        }
        guard page * limit <= most else {
            let detail = "You have requested too many results. Please refine your parameters."
            return refusal(403, "Invalid number of results", detail)
        }
        let pagination: JSONLiteral = [
            "total": .number(works.count), "limit": .number(limit), "offset": .number((page - 1) * limit),
            "total_pages": .number((works.count + limit - 1) / limit), "current_page": .number(page),
        ]
        let shown = works.dropFirst((page - 1) * limit).prefix(limit)
        return .json(
            .object(
                [("preference", nil), ("pagination", pagination), ("data", .array(shown.map(json)))]
                    + Self.remarks))
    }

    private static let remarks: [(String, JSONLiteral)] = [
        (
            "info",
            [
                "license_text": "The data in this response is licensed under CC0.",
                "license_links": ["https://creativecommons.org/publicdomain/zero/1.0/"], "version": "1.13",
            ]
        ),
        (
            "config",
            [
                "iiif_url": .string("https://\(ArtInstituteSite.host)/iiif/2"),
                "website_url": "https://www.artic.edu",
            ]
        ),
    ]

    private var missing: HTTPServerResponse {
        refusal(404, "Not found", "The item you requested cannot be found.")
    }

    private func refusal(_ status: Int, _ error: String, _ detail: String) -> HTTPServerResponse {
        HTTPServerResponse.json([
            "status": .number(status), "error": .string(error), "detail": .string(detail),
        ]).with(status: status)
    }
}

/// The museum's site, and with it the host of its pictures: it lets no program in.
struct ArtInstituteSite: SandboxService {
    static let host = "www.artic.edu"
    let hosts = [ArtInstituteSite.host]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        HTTPServerResponse.html("Just a moment...", "<p>Enable JavaScript and cookies to continue</p>").with(
            status: 403,
            [
                "cf-mitigated": "challenge", "Server": "cloudflare", "Referrer-Policy": "same-origin",
                "Cache-Control":
                    "private, max-age=0, no-store, no-cache, must-revalidate, post-check=0, pre-check=0",
                "Expires": "Thu, 01 Jan 1970 00:00:01 GMT",
            ])
    }
}

/// A work of the Art Institute of Chicago; some have no picture, some are under copyright.
struct Artwork: Sendable {
    let item: CatalogueItem
    let id: Int
    private let hash: UInt64

    init(of item: CatalogueItem, at place: Int) {
        self.item = item
        id = 27_000 + place
        hash = "artwork \(item.id)".stableHash
    }

    var isPublicDomain: Bool { hash % 4 != 0 }
    private var hasMaker: Bool { hash / 4 % 6 != 0 }

    /// Written like a UUID.
    private var imageID: String? {
        if hash / 24 % 7 == 0 { return nil }
        let digits = Array(
            String(hash | 1 << 63, radix: 16) + String(item.id.stableHash | 1 << 63, radix: 16))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }

    /// The fields that are asked for; in what a search found the first is always there.
    func json(score: Int? = nil, fields: Set<String>) -> JSONLiteral {
        let found: [(String, JSONLiteral)] = score.map { [("_score", .decimal(Double($0) + 0.25))] } ?? []
        return .object(found + members.filter { fields.isEmpty || fields.contains($0.0) })
    }

    private var members: [(String, JSONLiteral)] {
        let maker = hasMaker ? item.person : nil
        return [
            ("id", .number(id)), ("api_model", "artworks"), ("title", .string(item.title)),
            ("image_id", imageID.map { .string($0) } ?? nil),
            ("artist_display", maker.map { .string("\($0)\nAmerican, born \(item.year - 40)") } ?? nil),
            ("artist_title", maker.map { .string($0) } ?? nil),
            ("date_display", hash / 168 % 5 == 0 ? nil : .string("about \(item.year)")),
            ("is_public_domain", .bool(isPublicDomain)), ("thumbnail", thumbnail),
        ]
    }

    private var thumbnail: JSONLiteral {
        if imageID == nil { return nil }
        return [
            "lqip": "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
            "width": 2_250, "height": 3_000, "alt_text": .string("A work that shows: \(item.title)."),
        ]
    }
}
