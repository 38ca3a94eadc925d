internal import HTTPServer

/// A page of a list of photos, with what the headers tell of the others.
struct PhotoWindow {
    private let request: SandboxRequest
    private let total: Int
    private let page: Int
    private let size: Int
    private let photos: ArraySlice<LibraryPhoto>

    private static let greatestSize = 30

    init(_ request: SandboxRequest, of all: [LibraryPhoto]) {
        self.request = request
        total = all.count
        page = max(1, request["page"].flatMap { Int($0) } ?? 1)
        size = min(max(1, request["per_page"].flatMap { Int($0) } ?? 10), Self.greatestSize)
        photos = all.dropFirst(min(page - 1, total) * size).prefix(size)
    }

    private var pageCount: Int { (total + size - 1) / size }

    /// A bare array: only the headers tell how many there are.
    var list: HTTPServerResponse {
        answer(.array(photos.map { $0.json(foundBy: "") }), total: total)
    }

    /// The header counts one more than the body, as it does at the service.
    func results(for words: String) -> HTTPServerResponse {
        let results = JSONLiteral.array(photos.map { $0.json(foundBy: words) })
        return answer(
            ["total": .number(total), "total_pages": .number(pageCount), "results": results],
            total: total == 0 ? 0 : total + 1)
    }

    private func answer(_ body: JSONLiteral, total: Int) -> HTTPServerResponse {
        var response = HTTPServerResponse.json(body)
        response.headers["X-Total"] = String(total)
        response.headers["X-Per-Page"] = String(size)
        response.headers["Cache-Control"] = "max-age=86400,stale-if-error=3600,stale-while-revalidate=60"
        if !links.isEmpty { response.headers["Link"] = links.joined(separator: ", ") }
        return response
    }

    /// The last page stands before the next.
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
