/// Which part of a list a call wants.
struct FlickrWindow: Sendable {
    private let number: Int
    private let size: Int
    private let extras: Set<String>

    init(_ request: SandboxRequest) {
        number = max(1, request["page"].flatMap { Int($0) } ?? 1)
        size = min(500, max(1, request["per_page"].flatMap { Int($0) } ?? 100))
        extras = Set((request["extras"] ?? "").split(separator: ",").map(String.init))
    }

    /// A page of photos. Behind the last page the last one comes again, as at the real service.
    func list(of photographs: [FlickrPhotograph], total: (Int) -> JSONLiteral) -> JSONLiteral {
        let pageCount = (photographs.count + size - 1) / size
        let number = min(number, max(1, pageCount))
        let page = photographs.dropFirst((number - 1) * size).prefix(size)
        // A photo that was taken away since the list was made is missing from its page.
        let shown = page.count == size && size > 10 ? page.dropLast() : page
        return [
            "page": .number(number), "pages": .number(pageCount), "perpage": .number(size),
            "total": total(photographs.count), "photo": .array(shown.map { $0.record(extras) }),
        ]
    }
}
