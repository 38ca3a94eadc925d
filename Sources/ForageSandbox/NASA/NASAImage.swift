/// A picture of NASA's library: in one to five sizes, told apart by their names alone.
struct NASAImage: Sendable {
    let item: CatalogueItem
    private let place: Int
    private let hash: UInt64

    init(of item: CatalogueItem, at place: Int) {
        self.item = item
        self.place = place
        hash = "nasa \(item.id)".stableHash
    }

    /// Each center numbers its pictures in its own way, and some ids are titles with their spaces.
    var id: String {
        switch hash % 7 {
        case 0: "\(item.title) Study"
        case 1, 2: "KSC-2012-\(1_000 + place)"
        case 3: "iss0\(20 + place % 50)e\(100_000 + place)"
        default: "PIA\(10_000 + place)"
        }
    }

    private var center: String { ["KSC", "JSC", "JPL", "GSFC"][Int(hash / 7 % 4)] }
    /// Absent from some.
    private var hasLinks: Bool { hash / 28 % 6 != 0 }
    private var hasMaker: Bool { hash / 168 % 3 == 0 }

    private var original: PictureSize {
        [
            PictureSize(width: 2_400, height: 1_600), PictureSize(width: 1_500, height: 2_000),
            PictureSize(width: 1_024, height: 768),
        ][Int(hash / 504 % 3)]
    }

    enum Rendition: String, CaseIterable {
        case thumb, small, medium, large, orig

        /// The most pixels of the longer side.
        var longest: Int? {
            switch self {
            case .thumb, .small: 640
            case .medium: 1_280
            case .large: 1_920
            case .orig: nil
            }
        }
    }

    /// Nil where the picture itself is smaller.
    func size(of rendition: Rendition) -> PictureSize? {
        guard let longest = rendition.longest else { return original }
        let longer = max(original.width, original.height)
        guard longer > longest else { return nil }
        return PictureSize(
            width: original.width * longest / longer, height: original.height * longest / longer)
    }

    func fileName(_ rendition: Rendition) -> String { "\(id)~\(rendition.rawValue).png" }

    /// The address of a file, spaces and all.
    func address(of file: String, scheme: String = "https") -> String {
        "\(scheme)://\(NASAFiles.host)/image/\(id)/\(file)"
    }

    /// The files that there are, in the order of the moment.
    var renditions: [Rendition] {
        Rendition.allCases.filter { size(of: $0) != nil }
            .sorted { "\(id) \($0)".stableHash < "\(id) \($1)".stableHash }
    }

    // MARK: - In lists

    var json: JSONLiteral {
        var members: [(String, JSONLiteral)] = [
            ("href", .string(address(of: "collection.json"))), ("data", [.object(data)]),
        ]
        if hasLinks { members.append(("links", .array(renditions.map(link)))) }
        return .object(members)
    }

    private var data: [(String, JSONLiteral)] {
        var members: [(String, JSONLiteral)] = [
            ("center", .string(center)), ("date_created", .string("\(created)T00:00:00Z")),
            ("media_type", "image"), ("nasa_id", .string(id)), ("title", .string(item.title)),
        ]
        if hash / 1_512 % 8 != 0 {
            members.append(("description", .string("\(HTML.escaped(item.summary)) &quot;\(center)&quot;")))
        }
        if hash / 1_512 % 5 != 0 { members.append(("keywords", .array(keywords))) }
        if hasMaker { members.append(("photographer", .string("NASA/\(item.person)"))) }
        return members
    }

    /// The day, as `2010-04-14`.
    var created: String { CalendarDay(number: 7_300 + Int(hash % 12_000)).text }

    private var keywords: [JSONLiteral] {
        [item.category.singular, item.head].filter { !$0.isEmpty }.map { .string($0) }
    }

    private func link(_ rendition: Rendition) -> JSONLiteral {
        let size = size(of: rendition) ?? original
        let relation = [Rendition.thumb: "preview", .orig: "canonical"][rendition] ?? "alternate"
        let scheme = hash.isMultiple(of: 5) ? "http" : "https"
        return [
            "href": .string(address(of: fileName(rendition), scheme: scheme)), "rel": .string(relation),
            "render": "image", "width": .number(size.width), "height": .number(size.height),
            "size": .number(size.width * size.height / 10),
        ]
    }
}
