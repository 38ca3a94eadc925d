internal import HTTPServer
internal import Platform
internal import Synchronization

/// Unsplash's API. Every call requires a key, and headers state the total number of photos and the remaining requests.
struct UnsplashService: SandboxService {
    let hosts = ["api.unsplash.com"]
    private let library: PhotoLibrary
    private let allowance = HourAllowance(5_000)

    init(library: PhotoLibrary) { self.library = library }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.hasKey else { return .refusal(401, "OAuth error: The access token is invalid") }
        let now = Int(Date().timeIntervalSince1970)
        guard let left = request.isFree ? allowance.limit : allowance.take(at: now) else {
            return .text("Rate Limit Exceeded", status: 403)
        }
        return answer(to: request).with([
            "X-Ratelimit-Limit": "\(allowance.limit)", "X-Ratelimit-Remaining": "\(left)",
            "X-Unsplash-Version": "v1",
        ])
    }

    private func answer(to request: SandboxRequest) -> HTTPServerResponse {
        let steps = request.steps
        switch (steps.first, steps.count) {
        case ("search", 2) where steps[1] == "photos": return search(request)
        case ("photos", 1): return PhotoWindow(request, of: library.latest).list
        case ("photos", 2), ("photos", 3):
            guard let photo = library.photo(steps[1]) else { return .refusal(404, "Couldn't find Photo") }
            if steps.count == 2 { return .json(photo.fullJSON) }
            return steps[2] == "download" ? download(photo, request) : .refusal(404, "Not found")
        default: return .refusal(404, "Not found")
        }
    }

    private func search(_ request: SandboxRequest) -> HTTPServerResponse {
        guard let words = request["query"] else { return .refusal(400, "query is missing") }
        var photos = library.matches(for: words).filter { photo in
            (request["orientation"] ?? photo.orientation) == photo.orientation
                && (request["color"] ?? photo.hue) == photo.hue
                && (request["content_filter"] != "high" || !photo.isDelicate)
        }
        switch request["order_by"] {
        case "latest": photos.sort { ($0.day, $0.id) > ($1.day, $1.id) }
        case "editorial": photos.sort { ($0.likes, $0.id) > ($1.likes, $1.id) }
        default: break
        }
        return PhotoWindow(request, of: photos).results(for: words)
    }

    /// Returns the address of a download, which requires the query from the photo's record.
    private func download(_ photo: LibraryPhoto, _ request: SandboxRequest) -> HTTPServerResponse {
        guard request["ixid"]?.hasPrefix("M3w5OTk5fDB8") == true else {
            return .refusal(401, "OAuth error: The access token is invalid")
        }
        return .json(#"{"url":\#(photo.fileURL(foundBy: "") + "&fm=png&q=85")}"#)
    }
}

/// The image hosts, which draw a photo in the requested size: `w`, `h`, `dpr`, `fit`.
struct UnsplashImages: SandboxService {
    let library: PhotoLibrary
    let hosts = ["images.unsplash.com", "plus.unsplash.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let name = String(request.path.dropFirst())
        guard let photo = library[name], photo.host == request.host else {
            return .text("No such picture.\n", status: 404)
        }
        return PictureServing.png(
            named: name, of: photo.item, size: size(of: photo.size, for: request), for: request)
    }

    /// Returns the size of a copy. It is not larger than the photo, unless a crop to an exact size is requested.
    private func size(of own: PictureSize, for request: SandboxRequest) -> PictureSize {
        let ratio = min(max(request["dpr"].flatMap { Double($0) } ?? 1, 1), 5)
        let width = request.number("w").map { Double(min(max($0, 1), 4_000)) * ratio }
        let height = request.number("h").map { Double(min(max($0, 1), 4_000)) * ratio }
        if let width, let height, request["fit"] == "crop" {
            return PictureSize(width: min(Int(width), 4_000), height: min(Int(height), 4_000))
        }
        let scale = min(
            1, (width ?? .infinity) / Double(own.width), (height ?? .infinity) / Double(own.height))
        return PictureSize(
            width: max(1, Int((Double(own.width) * scale).rounded())),
            height: max(1, Int((Double(own.height) * scale).rounded())))
    }
}

/// A page of a list of photos, with headers for the other pages.
struct PhotoWindow {
    private let request: SandboxRequest
    private let total: Int
    private let page: Int
    private let size: Int
    private let photos: [LibraryPhoto]

    init(_ request: SandboxRequest, of all: [LibraryPhoto]) {
        self.request = request
        total = all.count
        page = request.number("page", usually: 1, in: 1...(.max))
        size = request.number("per_page", usually: 10, in: 1...30)
        photos = all.page(page, of: size)
    }

    private var pageCount: Int { (total + size - 1) / size }

    /// The list as an array. Only the headers state the total.
    var list: HTTPServerResponse {
        answer(photos.map { $0.json(foundBy: "") }.json, total: total)
    }

    /// Returns search results. The total in the header is one higher than in the body, as in the real service.
    func results(for words: String) -> HTTPServerResponse {
        let results = photos.map { $0.json(foundBy: words) }
        return answer(
            #"{"total":\#(total),"total_pages":\#(pageCount),"results":\#(results)}"#,
            total: total == 0 ? 0 : total + 1)
    }

    private func answer(_ body: JSONText, total: Int) -> HTTPServerResponse {
        let response = HTTPServerResponse.json(
            body,
            [
                "X-Total": "\(total)", "X-Per-Page": "\(size)",
                "Cache-Control": "max-age=86400,stale-if-error=3600,stale-while-revalidate=60",
            ])
        return links.isEmpty ? response : response.with(["Link": links.joined(separator: ", ")])
    }

    /// The links to other pages. The last page comes before the next.
    private var links: [String] {
        let before = page > 1 ? [link("first", to: 1), link("prev", to: page - 1)] : []
        return before + (page < pageCount ? [link("last", to: pageCount), link("next", to: page + 1)] : [])
    }

    private func link(_ relation: String, to page: Int) -> String {
        let others = request.query.filter { !["page", "client_id"].contains($0.name) }
        let query = [("page", "\(page)")] + others.map { ($0.name, PagePath.encoded($0.value)) }
        let text = query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        return "<https://api.unsplash.com\(request.path)?\(text)>; rel=\"\(relation)\""
    }
}

extension SandboxRequest {
    /// Indicates whether the request has a sandbox key. Real keys are not accepted, so that they are never sent here.
    fileprivate var hasKey: Bool {
        let header = headers["Authorization"].flatMap { value in
            value.hasPrefix("Client-ID ") ? String(value.dropFirst("Client-ID ".count)) : nil
        }
        return (header ?? self["client_id"])?.hasPrefix("sandbox-") ?? false
    }
}

extension HTTPServerResponse {
    fileprivate static func refusal(_ status: Int, _ sentence: String) -> HTTPServerResponse {
        .json(
            #"{"errors":[\#(sentence)]}"#, status: status,
            ["Cache-Control": "no-cache, no-store, must-revalidate"])
    }
}

/// The requests that a key may still make. The full number is restored at each full hour.
final class HourAllowance: Sendable {
    let limit: Int
    private let used = Mutex((hour: 0, count: 0))

    init(_ limit: Int) { self.limit = limit }

    /// Takes one request.
    ///
    /// - Parameter seconds: The time, since 1970.
    /// - Returns: The number of requests left; nil if the request is refused.
    func take(at seconds: Int) -> Int? {
        used.withLock { used in
            if used.hour != seconds / 3_600 { used = (seconds / 3_600, 0) }
            guard used.count < limit else { return nil }
            used.count += 1
            return limit - used.count
        }
    }
}
