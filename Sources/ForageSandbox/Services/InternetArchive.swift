internal import HTTPServer

/// The Internet Archive's advanced search for pictures, with the pages and thumbnails of its items.
struct InternetArchive: SandboxService {
    private let items: RecordLibrary<ArchivedItem>
    let hosts = ["archive.org"]

    init(catalogue: Catalogue) {
        items = RecordLibrary(catalogue, name: \.id) { item, _ in ArchivedItem(of: item) }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.steps
        switch steps.dropLast() {
        case [] where steps == ["advancedsearch.php"]: return search(request)
        case ["services", "img"]:
            guard let item = items[steps[2]] else {
                return HTTPServerResponse(
                    status: 302, headers: ["Location": "https://archive.org/images/notfound.png"])
            }
            return PictureServing.png(named: item.id, of: item.item, size: item.size, for: request)
        case ["images"]: return PictureServing.png(named: steps[1], for: request)
        case ["details"]:
            guard let item = items[steps[1]]?.item else {
                return .html("Item cannot be found", status: 404)
            }
            return .html(item.title, "<p>\(HTML.escaped(item.summary))</p>")
        default: return .html("Page not found", status: 404)
        }
    }

    private func search(_ request: SandboxRequest) -> HTTPServerResponse {
        let rows = request.number("rows", usually: 50, in: 0...10_000)
        let page = request.number("page", usually: 1, in: 1...1_000_000)
        guard page * rows <= 10_000 else { return outOfBounds }
        var found = found(for: request["q"] ?? "")
        if request["sort[]"]?.hasPrefix("publicdate") == true {
            found.sort { $0.id.stableHash < $1.id.stableHash }
        }
        let fields = request.query.filter { $0.name == "fl[]" }.flatMap { $0.value.split(separator: ",") }
        let shown = found.page(page, of: rows).map { $0.json(fields: Set(fields.map(String.init))) }
        return .json(
            """
            {"responseHeader":{"status":0,"QTime":24,"params":{"query":\(request["q"] ?? "")}},
            "response":{"numFound":\(found.count),"start":\((page - 1) * rows),"docs":\(shown)}}
            """)
    }

    /// Parses words, brackets and fields with a colon. All fields except the identifier are ignored.
    private func found(for query: String) -> [ArchivedItem] {
        let parts = query.split { " ()\"".contains($0) }.map(String.init)
        if let id = parts.first(where: { $0.hasPrefix("identifier:") })?.dropFirst("identifier:".count) {
            return items[String(id)].map { [$0] } ?? []
        }
        let words = parts.filter { !$0.contains(":") && !["AND", "OR", "NOT"].contains($0) }
        return words.isEmpty ? items.all : items.matches(for: words.joined(separator: " "))
    }

    /// The answer to a page beyond the limit. Its status and type are normal, but its body is a sentence instead of
    /// JSON.
    private var outOfBounds: HTTPServerResponse {
        .json(
            JSONText(
                text: """
                    [RANGE_OUT_OF_BOUNDS] paging is only supported through 10000 results; scraping is supported \
                    through the Scraping API, see https://archive.org/help/aboutsearch.htm  or, you may request up \
                    to 1000000000 results at one time if you do NOT specify any page. For best results,  do NOT \
                    specify sort (sort may be automatically disabled for very large queries).
                    """))
    }
}

/// A picture in the Internet Archive with a description by its contributor. Each field is a text, a list or missing.
struct ArchivedItem: Sendable {
    let item: CatalogueItem
    private let hash: UInt64

    init(of item: CatalogueItem) {
        self.item = item
        hash = "archive \(item.id)".stableHash
    }

    var id: String { "\(item.id)-plate-\(1 + hash % 30)" }

    var size: PictureSize { PictureSize(width: 180, height: [120, 180, 240][Int(hash % 3)]) }

    /// Returns the requested fields that the item has.
    func json(fields: Set<String>) -> JSONText {
        let license = "http://creativecommons.org/publicdomain/mark/1.0/"
        let members: [(name: String, value: JSONText?)] = [
            ("identifier", id.json), ("mediatype", "\"image\""),
            ("title", field([item.title, "Plate \(1 + hash % 30)"], hash % 12)),
            ("creator", field([item.person, "The Society"], hash / 12 % 5)),
            ("description", field(["<div>\(HTML.escaped(item.summary))</div>", item.place], hash / 60 % 6)),
            ("subject", field([item.category.plural, item.category.theme], hash / 360 % 5)),
            ("date", hash / 1_800 % 3 == 0 ? nil : "\("\(item.year)-01-01T00:00:00Z")"),
            ("licenseurl", hash / 5_400 % 3 == 0 ? license.json : nil),
        ]
        return .object(
            members.compactMap { name, value in
                fields.isEmpty || fields.contains(name) ? value.map { (name, $0) } : nil
            })
    }

    /// Returns no value, a list of all texts, or the first text.
    private func field(_ texts: [String], _ manner: UInt64) -> JSONText? {
        switch manner {
        case 0: nil
        case 1: texts.json
        default: texts[0].json
        }
    }
}
