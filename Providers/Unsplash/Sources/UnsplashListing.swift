internal import ForageCore
internal import JSON

/// Where a page stands in its list.
///
/// A search tells in its body how many there are; the list of all photos tells it in headers alone.
struct UnsplashListing {
    /// How many photos there are in all.
    let total: Int?
    /// The number of the next page; nil at the end.
    let next: String?

    init(_ response: Response, of page: PageRequest, body: JSONValue) {
        let stated = body["total"].flexibleInt ?? response.headers["X-Total"].flatMap { Int($0) }
        total = stated.flatMap { $0 >= 0 ? $0 : nil }
        let number = page.cursor.flatMap { Int($0) } ?? 1
        let hasPhotos = (body.kind == .array ? body : body["results"])[0].exists
        let size = response.headers["X-Per-Page"].flatMap { Int($0) } ?? page.size
        let pages =
            body["total_pages"].flexibleInt ?? total.flatMap { Self.pageCount(of: $0, size: size) }
        let linked = response.headers["Link"].map { LinkRelations($0).page("next") }
        // A page before this one would go round in circles.
        let next = linked ?? pages.flatMap { number < $0 ? number + 1 : nil }
        self.next = next.flatMap { hasPhotos && $0 > number ? "\($0)" : nil }
    }

    /// How many pages a list takes; any number may have been stated, so nothing is added that could overflow.
    private static func pageCount(of total: Int, size: Int) -> Int? {
        total > 0 && size > 0 ? (total - 1) / size + 1 : nil
    }
}

/// What a `Link` header names: `<https://…?page=9>; rel="last", <https://…?page=2>; rel="next"`, in any order.
struct LinkRelations {
    private let targets: [String: Substring]

    init(_ header: String) {
        var targets: [String: Substring] = [:]
        for link in header.split(separator: "<") {
            let parts = link.split(separator: ">", maxSplits: 1)
            guard parts.count == 2 else { continue }
            for name in Self.relations(in: parts[1]) where targets[name] == nil { targets[name] = parts[0] }
        }
        self.targets = targets
    }

    /// The number in the address that bears this relation.
    func page(_ relation: String) -> Int? {
        guard let target = targets[relation], let start = target.firstIndex(of: "?") else { return nil }
        let items = target[start...].dropFirst().split(separator: "&")
        return items.first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst("page=".count)) }
    }

    private static func relations(in parameters: Substring) -> [String] {
        let values = parameters.split { $0 == ";" || $0 == "," }.map { $0.trimmingWhitespace() }
        guard let value = values.first(where: { $0.lowercased().hasPrefix("rel=") }) else { return [] }
        return value.dropFirst("rel=".count).split { $0 == "\"" || $0 == " " }.map { $0.lowercased() }
    }
}
