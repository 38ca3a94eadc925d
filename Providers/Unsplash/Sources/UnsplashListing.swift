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

    /// What the body of a search has beside the photos.
    static let shape: RecordShape = ["total": .number, "total_pages": .number]

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

extension LinkRelations {
    /// The number in the address that bears this relation.
    fileprivate func page(_ relation: String) -> Int? {
        guard let target = self[relation], let start = target.firstIndex(of: "?") else { return nil }
        let items = target[start...].dropFirst().split(separator: "&")
        return items.first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst("page=".count)) }
    }
}
