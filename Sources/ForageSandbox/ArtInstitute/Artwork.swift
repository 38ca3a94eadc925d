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
