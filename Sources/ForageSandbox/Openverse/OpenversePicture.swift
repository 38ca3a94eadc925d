/// The picture that the played Openverse has of a thing of the catalogue.
struct OpenversePicture: Sendable {
    let item: CatalogueItem
    private let hash: UInt64

    init(of item: CatalogueItem) {
        self.item = item
        hash = "openverse \(item.id)".stableHash
    }

    /// Written like a UUID.
    var id: String {
        let digits = Array(
            String(hash | 1 << 63, radix: 16) + String(item.id.stableHash | 1 << 63, radix: 16))
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return parts.joined(separator: "-")
    }

    var size: PictureSize {
        [
            PictureSize(width: 1600, height: 1067), PictureSize(width: 1067, height: 1600),
            PictureSize(width: 1200, height: 1200),
        ][Int(hash % 3)]
    }

    /// The small copy, which is 600 pixels wide.
    var thumbnail: PictureSize { PictureSize(width: 600, height: size.height * 600 / size.width) }

    /// Whether it is for adults only.
    var isMature: Bool { hash % 13 == 0 }

    /// The service's word for its shape.
    var shape: String { size.width == size.height ? "square" : size.width > size.height ? "wide" : "tall" }

    var licence: (name: String, version: String, path: String) {
        [
            ("by", "4.0", "licenses/by/4.0"), ("by-sa", "2.0", "licenses/by-sa/2.0"),
            ("cc0", "1.0", "publicdomain/zero/1.0"),
        ][Int(hash / 3 % 3)]
    }

    /// Some pictures lack a title, some sources state no size.
    var json: JSONLiteral {
        let isMeasured = hash % 5 != 0
        let site = "https://museum.example/works/\(item.id)"
        return [
            "id": .string(id), "title": hash % 11 == 0 ? .null : .string(item.title),
            "indexed_on": "2024-01-01T00:00:00Z", "foreign_landing_url": .string(site),
            "url": .string("https://files.museum.example/\(item.id).png"),
            "creator": .string(item.person), "creator_url": .null, "license": .string(licence.name),
            "license_version": .string(licence.version),
            "license_url": .string("https://creativecommons.org/\(licence.path)/"),
            "provider": "museum", "source": "museum", "category": "photograph",
            "mature": .bool(isMature), "unstable__sensitivity": isMature ? ["user_reported_sensitivity"] : [],
            "tags": .array(
                [item.category.singular, item.head].filter { !$0.isEmpty }.map { ["name": .string($0)] }),
            "attribution": .string("\"\(item.title)\" by \(item.person) is licensed under \(licence.name)."),
            "width": isMeasured ? .number(size.width) : .null,
            "height": isMeasured ? .number(size.height) : .null,
            "thumbnail": .string("https://api.openverse.org/v1/images/\(id)/thumb/"),
            "detail_url": .string("https://api.openverse.org/v1/images/\(id)/"),
        ]
    }
}
