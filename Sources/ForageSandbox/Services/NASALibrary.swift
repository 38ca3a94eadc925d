internal import HTTPServer

/// The pictures of NASA's Image and Video Library. It returns at most the first 10,000 results on at most 100 pages,
/// and states the reason of a refusal.
struct NASALibrary: SandboxService {
    let images: RecordLibrary<NASAImage>
    let hosts = ["images-api.nasa.gov"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.steps
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
        let links = [("prev", "Previous", page - 1), ("next", "Next", page + 1)]
            .filter { $0.2 > 0 && ($0.2 - 1) * size < found.count }
            .map { relation, prompt, page -> JSONText in
                let address = "https://\(hosts[0])/search\(query(request, page: page))"
                return #"{"rel":\#(relation),"prompt":\#(prompt),"href":\#(address)}"#
            }
        return answer(
            """
            {"collection":{"version":"1.1","href":\("http://\(hosts[0])/search\(query(request, page: page))"),
            "items":\(found.page(page, of: size).map(\.json)),"metadata":{"total_hits":\(found.count)}
            \(member: "links", links.isEmpty ? nil : links)}}
            """)
    }

    /// Returns the pictures for a request; nil if there is nothing to search for.
    private func images(for request: SandboxRequest) -> [NASAImage]? {
        if let id = request["nasa_id"] { return images[id].map { [$0] } ?? [] }
        guard let words = request["q"] else { return request["media_type"].map { _ in images.all } }
        let kinds = request["media_type"]?.split(separator: ",") ?? ["image"]
        return kinds.contains("image") ? images.matches(for: words) : []
    }

    private func query(_ request: SandboxRequest, page: Int) -> String {
        let words = request["q"].map { $0.split(separator: " ").joined(separator: "+") } ?? ""
        return "?q=\(words)&media_type=image&page=\(page)"
    }

    private func assets(of image: NASAImage) -> HTTPServerResponse {
        let items = (image.renditions.map(image.fileName) + ["metadata.json"]).map { name -> JSONText in
            #"{"href":\#(image.address(of: name, scheme: "http"))}"#
        }
        return answer(
            """
            {"collection":{"version":"1.1","href":\("http://\(hosts[0])/asset/\(image.id)"),"items":\(items)}}
            """)
    }

    private func answer(_ json: JSONText) -> HTTPServerResponse {
        .json(
            json,
            [
                "Content-Type": "application/json; charset=UTF-8", "Access-Control-Allow-Origin": "*",
                "Cache-Control": "public, max-age=300, s-maxage=600",
            ])
    }

    private func refusal(_ status: Int, _ reason: String) -> HTTPServerResponse {
        .json(
            #"{"reason":\#(reason)}"#, status: status, ["Content-Type": "application/json; charset=UTF-8"])
    }
}

extension RecordLibrary<NASAImage> {
    init(_ catalogue: Catalogue) {
        self.init(catalogue, name: \.id) { NASAImage(of: $0, at: $1) }
    }
}

/// The host of the files: a file store that answers 403 for a missing file. It has two lists: new pictures and popular
/// ones.
struct NASAFiles: SandboxService {
    let images: RecordLibrary<NASAImage>
    static let host = "images-assets.nasa.gov"
    let hosts = [NASAFiles.host]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.steps
        switch steps {
        case ["recent.json"]: return list { $0.created > $1.created }
        case ["popular.json"]: return list { $0.id.stableHash < $1.id.stableHash }
        default: break
        }
        guard steps.count == 3, steps[0] == "image", let image = images[steps[1]] else {
            return FileStore.accessDenied
        }
        if steps[2] == "collection.json" {
            return .json(image.renditions.map { image.address(of: image.fileName($0)) }.json)
        }
        guard let rendition = image.renditions.first(where: { image.fileName($0) == steps[2] }),
            let size = image.size(of: rendition)
        else { return FileStore.accessDenied }
        return PictureServing.png(named: image.id, of: image.item, size: size, for: request)
    }

    private func list(by isBefore: (NASAImage, NASAImage) -> Bool) -> HTTPServerResponse {
        let shown = images.all.sorted(by: isBefore).prefix(100)
        return .json(#"{"collection":{"version":"1.1","items":\#(shown.map(\.json))}}"#)
    }
}

/// A picture in NASA's library, in one to five sizes that only their names distinguish.
struct NASAImage: Sendable {
    let item: CatalogueItem
    private let place: Int
    private let hash: UInt64

    init(of item: CatalogueItem, at place: Int) {
        self.item = item
        self.place = place
        hash = "nasa \(item.id)".stableHash
    }

    /// The id. Each center has its own numbering, and some ids are titles with spaces.
    var id: String {
        switch hash % 7 {
        case 0: "\(item.title) Study"
        case 1, 2: "KSC-2012-\(1_000 + place)"
        case 3: "iss0\(20 + place % 50)e\(100_000 + place)"
        default: "PIA\(10_000 + place)"
        }
    }

    private var center: String { ["KSC", "JSC", "JPL", "GSFC"][Int(hash / 7 % 4)] }
    /// Indicates whether the record has links, which some records lack.
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

        /// The maximum length of the longer side in pixels.
        var longest: Int? {
            switch self {
            case .thumb, .small: 640
            case .medium: 1_280
            case .large: 1_920
            case .orig: nil
            }
        }
    }

    /// Returns the size of a rendition; nil if the picture itself is smaller.
    func size(of rendition: Rendition) -> PictureSize? {
        guard let longest = rendition.longest else { return original }
        let longer = max(original.width, original.height)
        guard longer > longest else { return nil }
        return PictureSize(
            width: original.width * longest / longer, height: original.height * longest / longer)
    }

    func fileName(_ rendition: Rendition) -> String { "\(id)~\(rendition.rawValue).png" }

    /// Returns the address of a file with unescaped spaces.
    func address(of file: String, scheme: String = "https") -> String {
        "\(scheme)://\(NASAFiles.host)/image/\(id)/\(file)"
    }

    /// The available files in an arbitrary order.
    var renditions: [Rendition] {
        Rendition.allCases.filter { size(of: $0) != nil }
            .sorted { "\(id) \($0)".stableHash < "\(id) \($1)".stableHash }
    }

    // MARK: - In lists

    var json: JSONText {
        let description = "\(HTML.escaped(item.summary)) &quot;\(center)&quot;"
        let keywords = [item.category.singular, item.head].filter { !$0.isEmpty }
        return """
            {"href":\(address(of: "collection.json")),"data":[{"center":\(center),
            "date_created":\("\(created)T00:00:00Z"),"media_type":"image","nasa_id":\(id),"title":\(item.title)
            \(member: "description", hash / 1_512 % 8 == 0 ? nil : description)
            \(member: "keywords", hash / 1_512 % 5 == 0 ? nil : keywords)
            \(member: "photographer", hasMaker ? "NASA/\(item.person)" : nil)}]
            \(member: "links", hasLinks ? renditions.map(link) : nil)}
            """
    }

    /// The date, such as `2010-04-14`.
    var created: String { CalendarDay(number: 7_300 + Int(hash % 12_000)).text }

    private func link(_ rendition: Rendition) -> JSONText {
        let size = size(of: rendition) ?? original
        let relation = [Rendition.thumb: "preview", .orig: "canonical"][rendition] ?? "alternate"
        let scheme = hash.isMultiple(of: 5) ? "http" : "https"
        return """
            {"href":\(address(of: fileName(rendition), scheme: scheme)),"rel":\(relation),"render":"image",
            "width":\(size.width),"height":\(size.height),"size":\(size.width * size.height / 10)}
            """
    }
}
