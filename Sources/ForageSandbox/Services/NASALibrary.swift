internal import HTTPServer

/// NASA's Image and Video Library as far as pictures go. It shows the first 10,000 of what it finds, in 100 pages at
/// most, and gives its reason for what it refuses.
struct NASALibrary: SandboxService {
    private let catalogue: Catalogue
    private let images: NASAImages
    let hosts = ["images-api.nasa.gov"]

    init(catalogue: Catalogue, images: NASAImages) {
        self.catalogue = catalogue
        self.images = images
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        switch (steps.first, steps.count) {
        case ("search", 1): return search(request)
        case ("asset", 2):
            guard let image = images[steps[1]] else {
                return refusal(404, "No assets found for nasa_id=\(steps[1])")
            }
            return assets(of: image)
        default: return refusal(404, "Not Found")
        }
    }

    private func search(_ request: SandboxRequest) -> HTTPServerResponse {
        guard let found = images(for: request) else {
            return refusal(400, "Expected 'q' text search parameter or other keywords.")
        }
        let size = request.number("page_size", usually: 100, in: 1...100)
        let page = request.number("page", usually: 1, in: 1...1_000_000)
        guard page <= 100, page * size <= 10_000 else {
            return refusal(
                400, "Maximum number of search results have been displayed. Please refine your search.")
        }
        let shown = found.dropFirst((page - 1) * size).prefix(size)
        var members: [(String, JSONLiteral)] = [
            ("version", "1.1"), ("href", .string("http://\(hosts[0])/search\(query(request, page: page))")),
            ("items", .array(shown.map(\.json))), ("metadata", ["total_hits": .number(found.count)]),
        ]
        let turns = [("prev", "Previous", page - 1), ("next", "Next", page + 1)].filter {
            $0.2 > 0 && ($0.2 - 1) * size < found.count
        }
        if !turns.isEmpty {
            let links = turns.map { relation, prompt, page -> JSONLiteral in
                [
                    "rel": .string(relation), "prompt": .string(prompt),
                    "href": .string("https://\(hosts[0])/search\(query(request, page: page))"),
                ]
            }
            members.append(("links", .array(links)))
        }
        return answer(["collection": .object(members)])
    }

    /// Nil where nothing says what to look for.
    private func images(for request: SandboxRequest) -> [NASAImage]? {
        let kinds = request["media_type"]?.split(separator: ",") ?? ["image"]
        if let id = request["nasa_id"] { return images[id].map { [$0] } ?? [] }
        guard let words = request["q"] else { return request["media_type"].map { _ in images.all } }
        guard kinds.contains("image") else { return [] }
        return catalogue.matches(for: words).compactMap { images[of: $0.item] }
    }

    private func query(_ request: SandboxRequest, page: Int) -> String {
        let words = request["q"].map { $0.split(separator: " ").joined(separator: "+") } ?? ""
        return "?q=\(words)&media_type=image&page=\(page)"
    }

    private func assets(of image: NASAImage) -> HTTPServerResponse {
        let names = image.renditions.map(image.fileName) + ["metadata.json"]
        let items = names.map { name -> JSONLiteral in
            ["href": .string(image.address(of: name, scheme: "http"))]
        }
        return answer([
            "collection": [
                "version": "1.1", "href": .string("http://\(hosts[0])/asset/\(image.id)"),
                "items": .array(items),
            ]
        ])
    }

    private func answer(_ json: JSONLiteral) -> HTTPServerResponse {
        HTTPServerResponse.json(json).with([
            "Content-Type": "application/json; charset=UTF-8", "Access-Control-Allow-Origin": "*",
            "Cache-Control": "public, max-age=300, s-maxage=600",
        ])
    }

    private func refusal(_ status: Int, _ reason: String) -> HTTPServerResponse {
        HTTPServerResponse.json(["reason": .string(reason)]).with(
            status: status, ["Content-Type": "application/json; charset=UTF-8"])
    }
}

/// The pictures by their ids and by the things that they show.
struct NASAImages: Sendable {
    let all: [NASAImage]
    private let byID: [String: NASAImage]
    private let byItem: [String: NASAImage]

    init(_ catalogue: Catalogue) {
        all = catalogue.items.enumerated().map { NASAImage(of: $1, at: $0) }
        byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        byItem = Dictionary(all.map { ($0.item.id, $0) }) { first, _ in first }
    }

    subscript(id: String) -> NASAImage? { byID[id] }

    subscript(of item: CatalogueItem) -> NASAImage? { byItem[item.id] }
}

/// The host of the files: a store, which answers what it lacks with 403. It has two lists, of what is new and of what
/// is liked.
struct NASAFiles: SandboxService {
    let images: NASAImages
    static let host = "images-assets.nasa.gov"
    let hosts = [NASAFiles.host]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        switch steps {
        case ["recent.json"]: return list { $0.created > $1.created }
        case ["popular.json"]: return list { $0.id.stableHash < $1.id.stableHash }
        default: break
        }
        guard steps.count == 3, steps[0] == "image", let image = images[steps[1]] else {
            return FileStore.accessDenied
        }
        if steps[2] == "collection.json" {
            return .json(.array(image.renditions.map { .string(image.address(of: image.fileName($0))) }))
        }
        guard let rendition = image.renditions.first(where: { image.fileName($0) == steps[2] }),
            let size = image.size(of: rendition)
        else { return FileStore.accessDenied }
        return PictureServing.png(named: image.id, size: size, for: request)
    }

    private func list(by isBefore: (NASAImage, NASAImage) -> Bool) -> HTTPServerResponse {
        let shown = images.all.sorted(by: isBefore).prefix(100)
        return .json([
            "collection": ["version": "1.1", "items": .array(shown.map(\.json))]
        ])
    }
}

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
