internal import Essentials
internal import HTTPServer

/// Unsplash's API: every call takes a key, and says in headers how many photos and requests are left.
struct UnsplashService: SandboxService {
    let hosts = ["api.unsplash.com"]
    private let library: PhotoLibrary
    private let allowance = RequestAllowance(5_000)

    init(library: PhotoLibrary) { self.library = library }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.hasKey else { return .refusal(401, "OAuth error: The access token is invalid") }
        let now = Int(Date().timeIntervalSince1970)
        guard let left = request.isFree ? allowance.limit : allowance.take(at: now) else {
            return .text("Rate Limit Exceeded", status: 403)
        }
        var response = answer(to: request)
        response.headers["X-Ratelimit-Limit"] = String(allowance.limit)
        response.headers["X-Ratelimit-Remaining"] = String(left)
        response.headers["X-Unsplash-Version"] = "v1"
        return response
    }

    private func answer(to request: SandboxRequest) -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
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

    /// Counts as a download only with the query that the photo was given out with.
    private func download(_ photo: LibraryPhoto, _ request: SandboxRequest) -> HTTPServerResponse {
        guard request["ixid"]?.hasPrefix("M3w5OTk5fDB8") == true else {
            return .refusal(401, "OAuth error: The access token is invalid")
        }
        return .json(["url": .string(photo.fileURL(foundBy: "") + "&fm=png&q=85")])
    }
}

extension SandboxRequest {
    /// Real keys must never get here, so only those made up for a sandbox are taken.
    fileprivate var hasKey: Bool {
        let header = headers["Authorization"].flatMap { value in
            value.hasPrefix("Client-ID ") ? String(value.dropFirst("Client-ID ".count)) : nil
        }
        return (header ?? self["client_id"])?.hasPrefix("sandbox-") ?? false
    }
}

extension HTTPServerResponse {
    fileprivate static func refusal(_ status: Int, _ sentence: String) -> HTTPServerResponse {
        var response = HTTPServerResponse.json(["errors": [.string(sentence)]])
        response.status = status
        response.headers["Cache-Control"] = "no-cache, no-store, must-revalidate"
        return response
    }
}
