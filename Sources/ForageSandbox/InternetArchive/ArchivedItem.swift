/// A picture of the Internet Archive, described by those who gave it: a field is a text, a list or missing.
struct ArchivedItem: Sendable {
    let item: CatalogueItem
    private let hash: UInt64

    init(of item: CatalogueItem) {
        self.item = item
        hash = "archive \(item.id)".stableHash
    }

    var id: String { "\(item.id)-plate-\(1 + hash % 30)" }

    var size: PictureSize { PictureSize(width: 180, height: [120, 180, 240][Int(hash % 3)]) }

    /// The fields that are asked for, as far as it has them.
    func json(fields: Set<String>) -> JSONLiteral {
        .object(members.filter { fields.isEmpty || fields.contains($0.0) })
    }

    private var members: [(String, JSONLiteral)] {
        var members: [(String, JSONLiteral)] = [("identifier", .string(id)), ("mediatype", "image")]
        func add(_ name: String, _ texts: [String], _ manner: UInt64) {
            if manner == 0 { return }
            let list = JSONLiteral.array(texts.map { .string($0) })
            members.append((name, manner == 1 ? list : .string(texts[0])))
        }
        add("title", [item.title, "Plate \(1 + hash % 30)"], hash % 12)
        add("creator", [item.person, "The Society"], hash / 12 % 5)
        add("description", ["<div>\(HTML.escaped(item.summary))</div>", item.place], hash / 60 % 6)
        add("subject", [item.category.plural, item.category.theme], hash / 360 % 5)
        if hash / 1_800 % 3 != 0 { members.append(("date", .string("\(item.year)-01-01T00:00:00Z"))) }
        if hash / 5_400 % 3 == 0 {
            members.append(("licenseurl", "http://creativecommons.org/publicdomain/mark/1.0/"))
        }
        return members
    }
}
