internal import HTTPServer

/// The Internet Archive's advanced search among pictures, and the pages and small pictures of what it has.
struct InternetArchive: SandboxService {
    private let catalogue: Catalogue
    private let items: [ArchivedItem]
    private let byID: [String: ArchivedItem]
    let hosts = ["archive.org"]

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        items = catalogue.items.map { ArchivedItem(of: $0) }
        byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        switch steps.dropLast() {
        case [] where steps == ["advancedsearch.php"]: return search(request)
        case ["services", "img"]:
            guard let item = byID[steps[2]] else {
                return HTTPServerResponse(
                    status: 302, headers: ["Location": "https://archive.org/images/notfound.png"])
            }
            return PictureServing.png(named: item.id, size: item.size, for: request)
        case ["images"]: return PictureServing.png(named: steps[1], for: request)
        case ["details"]:
            guard let item = byID[steps[1]]?.item else {
                return .html("Item cannot be found", "", status: 404)
            }
            return .html(item.title, "<p>\(HTML.escaped(item.summary))</p>")
        default: return .html("Page not found", "", status: 404)
        }
    }

    private func search(_ request: SandboxRequest) -> HTTPServerResponse {
        let rows = request.number("rows", usually: 50, in: 0...10_000)
        let page = request.number("page", usually: 1, in: 1...1_000_000)
        guard page * rows <= 10_000 else { return outOfBounds }
        var found = items(for: request["q"] ?? "")
        if request["sort[]"]?.hasPrefix("publicdate") == true {
            found.sort { $0.id.stableHash < $1.id.stableHash }
        }
        let start = (page - 1) * rows
        let fields = request.query.filter { $0.name == "fl[]" }.flatMap { $0.value.split(separator: ",") }
        let shown = found.dropFirst(start).prefix(rows)
        return .json([
            "responseHeader": ["status": 0, "QTime": 24, "params": ["query": .string(request["q"] ?? "")]],
            "response": [
                "numFound": .number(found.count), "start": .number(start),
                "docs": .array(shown.map { $0.json(fields: Set(fields.map(String.init))) }),
            ],
        ])
    }

    /// Reads words, brackets and fields with a colon. Of the fields only the identifier matters.
    private func items(for query: String) -> [ArchivedItem] {
        let parts = query.split { " ()\"".contains($0) }.map(String.init)
        if let id = parts.first(where: { $0.hasPrefix("identifier:") })?.dropFirst("identifier:".count) {
            return byID[String(id)].map { [$0] } ?? []
        }
        let words = parts.filter { !$0.contains(":") && !["AND", "OR", "NOT"].contains($0) }
        if words.isEmpty { return items }
        return catalogue.matches(for: words.joined(separator: " ")).map { ArchivedItem(of: $0.item) }
    }

    /// Status and type say that it is an answer like others; it is a sentence, and no JSON.
    private var outOfBounds: HTTPServerResponse {
        let sentence =
            "[RANGE_OUT_OF_BOUNDS] paging is only supported through 10000 results; scraping is supported through the "
            + "Scraping API, see https://archive.org/help/aboutsearch.htm  or, you may request up to 1000000000 results "
            + "at one time if you do NOT specify any page. For best results,  do NOT specify sort (sort may be "
            + "automatically disabled for very large queries)."
        return HTTPServerResponse(
            headers: ["Content-Type": "application/json"], body: .bytes(Array(sentence.utf8)))
    }
}

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
