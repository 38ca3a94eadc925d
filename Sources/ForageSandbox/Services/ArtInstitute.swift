internal import HTTPServer

/// The API of the Art Institute of Chicago without an account. It permits sixty requests a minute, a hundred works on a
/// page, and a thousand results of a search.
struct ArtInstitute: SandboxService {
    private let works: RecordLibrary<Artwork>
    private let allowance = MinuteAllowance(60)
    let hosts = ["api.artic.edu"]

    init(catalogue: Catalogue) {
        works = RecordLibrary(catalogue, name: { String($0.id) }) { Artwork(of: $0, at: $1) }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let (left, seconds) = request.isFree ? (allowance.limit, 60) : allowance.take()
        let response =
            left < 0
            ? .html("Too Many Requests", status: 429, ["Retry-After": "\(seconds)"]) : answer(to: request)
        return response.with([
            "Cache-Control": "no-cache, private", "Access-Control-Allow-Origin": "*",
            "X-RateLimit-Limit": "\(allowance.limit)", "X-RateLimit-Remaining": "\(max(0, left))",
        ])
    }

    private func answer(to request: SandboxRequest) -> HTTPServerResponse {
        let steps = request.steps
        guard steps.starts(with: ["api", "v1", "artworks"]), steps.count < 5 else { return missing }
        let fields = Set(request.list("fields"))
        switch steps.dropFirst(3).first {
        case nil: return list(works.all, request, most: .max) { $0.json(fields: fields) }
        case "search":
            return list(found(request), request, most: 1_000) { $0.json(score: 120.25, fields: fields) }
        case let step?:
            guard let id = Int(step) else {
                return refusal(400, "Invalid syntax", "The identifier syntax is invalid.")
            }
            guard let work = works["\(id)"] else { return missing }
            return .json(#"{"data":\#(work.json(fields: fields)),\#(Self.remarks)}"#)
        }
    }

    private func found(_ request: SandboxRequest) -> [Artwork] {
        let mustBeFree = request["query[term][is_public_domain]"] == "true"
        return (request["q"].map(works.matches) ?? works.all).filter { !mustBeFree || $0.isPublicDomain }
    }

    private func list(
        _ works: [Artwork], _ request: SandboxRequest, most: Int, json: (Artwork) -> JSONText
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
        return .json(
            """
            {"preference":null,"pagination":{"total":\(works.count),"limit":\(limit),
            "offset":\((page - 1) * limit),"total_pages":\(works.pageCount(of: limit)),
            "current_page":\(page)},"data":\(works.page(page, of: limit).map(json)),\(Self.remarks)}
            """)
    }

    private static let remarks: JSONText = """
        "info":{"license_text":"The data in this response is licensed under CC0.",
        "license_links":["https://creativecommons.org/publicdomain/zero/1.0/"],"version":"1.13"},
        "config":{"iiif_url":\("https://\(ArtInstituteSite.host)/iiif/2"),
        "website_url":"https://www.artic.edu"}
        """

    private var missing: HTTPServerResponse {
        refusal(404, "Not found", "The item you requested cannot be found.")
    }

    private func refusal(_ status: Int, _ error: String, _ detail: String) -> HTTPServerResponse {
        .json(#"{"status":\#(status),"error":\#(error),"detail":\#(detail)}"#, status: status)
    }
}

/// The museum's website, which is also the host of its pictures. It refuses all requests by programs.
struct ArtInstituteSite: SandboxService {
    static let host = "www.artic.edu"
    let hosts = [ArtInstituteSite.host]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        .html(
            "Just a moment...", "<p>Enable JavaScript and cookies to continue</p>", status: 403,
            [
                "cf-mitigated": "challenge", "Server": "cloudflare", "Referrer-Policy": "same-origin",
                "Cache-Control":
                    "private, max-age=0, no-store, no-cache, must-revalidate, post-check=0, pre-check=0",
                "Expires": "Thu, 01 Jan 1970 00:00:01 GMT",
            ])
    }
}

/// A work of the Art Institute of Chicago. Some works have no picture, and some are under copyright.
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
    private var maker: String? { hash / 4 % 6 == 0 ? nil : item.person }
    private var imageID: String? {
        hash / 24 % 7 == 0 ? nil : String(uuidOf: hash, item.id.stableHash)
    }

    /// Returns the requested fields. Search results begin with their score.
    func json(score: Double? = nil, fields: Set<String>) -> JSONText {
        let date = hash / 168 % 5 == 0 ? nil : "about \(item.year)"
        let members: [(name: String, value: JSONText)] = [
            ("id", id.json), ("api_model", "\"artworks\""), ("title", item.title.json),
            ("image_id", "\(imageID)"),
            ("artist_display", "\(maker.map { "\($0)\nAmerican, born \(item.year - 40)" })"),
            ("artist_title", "\(maker)"), ("date_display", "\(date)"),
            ("is_public_domain", isPublicDomain.json), ("thumbnail", imageID == nil ? "null" : thumbnail),
        ]
        let found = score.map { [(name: "_score", value: $0.json)] } ?? []
        return .object(found + members.filter { fields.isEmpty || fields.contains($0.name) })
    }

    private var thumbnail: JSONText {
        """
        {"lqip":"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
        "width":2250,"height":3000,"alt_text":\("A work that shows: \(item.title).")}
        """
    }
}
