internal import ForageCore
internal import JSON

/// The position of a page in its list.
///
/// A search states the total in its body; the list of all photos states it only in headers.
struct UnsplashListing {
    /// The total number of photos.
    let total: Int?
    /// The number of the next page; nil at the end.
    let next: String?

    /// The members of a search result other than the photos.
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
        // A page before the current one would cause an endless loop.
        let next = linked ?? pages.flatMap { number < $0 ? number + 1 : nil }
        self.next = next.flatMap { hasPhotos && $0 > number ? "\($0)" : nil }
    }

    /// Returns the number of pages. The stated total may be any number, so the calculation must not overflow.
    private static func pageCount(of total: Int, size: Int) -> Int? {
        total > 0 && size > 0 ? (total - 1) / size + 1 : nil
    }
}

extension LinkRelations {
    /// Returns the page number in the address with a relation.
    fileprivate func page(_ relation: String) -> Int? {
        guard let target = self[relation], let start = target.firstIndex(of: "?") else { return nil }
        let items = target[start...].dropFirst().split(separator: "&")
        return items.first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst("page=".count)) }
    }
}
