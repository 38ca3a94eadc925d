internal import HTTPServer

/// Wikimedia Commons' API as far as searches, lists and single files go.
struct CommonsService: SandboxService {
    private let files: [CommonsFile]
    private let places: [String: Int]
    private let catalogue: Catalogue
    let hosts = ["commons.wikimedia.org"]

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        files = catalogue.items.enumerated().map { CommonsFile(of: $1, at: $0) }
        places = Dictionary(files.map { ($0.item.id, $0.place) }) { first, _ in first }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.path == "/w/api.php", request["action"] == "query", request["format"] == "json" else {
            return .html("Wikimedia Commons, played by the sandbox", "<p>Nothing is here.</p>", status: 404)
        }
        let answer =
            switch request["generator"] {
            case "categorymembers": featured(request)
            case "images": pictureOfTheDay(request)
            default: request["pageids"].map { pages($0, request) } ?? search(request)
            }
        var response = HTTPServerResponse.json(answer.body)
        if answer.isError { response.headers["MediaWiki-API-Error"] = "missingparam" }
        response.headers["Content-Type"] = "application/json; charset=utf-8"
        response.headers["Cache-Control"] = Self.cacheControl(of: request, isError: answer.isError)
        return response
    }

    private typealias Answer = (body: JSONLiteral, isError: Bool)

    /// What MediaWiki lets others keep: nothing, unless the request says for how long. Errors are never kept.
    private static func cacheControl(of request: SandboxRequest, isError: Bool) -> String {
        let (own, shared) = (request["maxage"].flatMap { Int($0) }, request["smaxage"].flatMap { Int($0) })
        guard !isError, own ?? 0 > 0 || shared ?? 0 > 0 else {
            return "private, must-revalidate, max-age=0"
        }
        return "s-maxage=\(shared ?? 0), max-age=\(own ?? 0), public"
    }

    private func search(_ request: SandboxRequest) -> Answer {
        guard let text = request["gsrsearch"] else {
            let info = "The \"gsrsearch\" parameter must be set."
            return (["error": ["code": "missingparam", "info": .string(info)]], true)
        }
        let words = text.split(separator: " ").filter { !$0.hasPrefix("filetype:") }.joined(separator: " ")
        let size = request.number("gsrlimit", usually: 10, in: 1...500)
        let offset = request.number("gsroffset", usually: 0, in: 0...10_000)
        let found = catalogue.matches(for: words).compactMap { places[$0.item.id] }
        let shown = Array(found.dropFirst(offset).prefix(size))
        let next: JSONLiteral? =
            offset + size < found.count
            ? ["gsroffset": .number(offset + size), "continue": "gsroffset||"] : nil
        // Pages come in the order of their ids; how well each fits is its index.
        let ranked = shown.enumerated().sorted { files[$0.element].pageID < files[$1.element].pageID }
        return (
            list(
                ranked.map { files[$0.element].json(index: offset + $0.offset + 1, copyWide: request.width) },
                next),
            false
        )
    }

    /// The files of a category, the latest first page by page, each page in the order of its ids.
    private func featured(_ request: SandboxRequest) -> Answer {
        let all = files.filter(\.isFeatured).reversed()
        let size = request.number("gcmlimit", usually: 10, in: 1...500)
        let start = request["gcmcontinue"].flatMap { $0.split(separator: "|").last.flatMap { Int($0) } }
        let rest = all.drop { start != nil && $0.pageID != start }
        let next: JSONLiteral? = rest.dropFirst(size).first.map {
            ["gcmcontinue": .string("2026-05-31 10:00:00|\($0.pageID)"), "continue": "gcmcontinue||"]
        }
        let shown = rest.prefix(size).sorted { $0.pageID < $1.pageID }
        return (list(shown.map { $0.json(copyWide: request.width) }, next), false)
    }

    /// The file that the template of a day shows; there are none before November 2004.
    private func pictureOfTheDay(_ request: SandboxRequest) -> Answer {
        let day = request["titles"].flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
        let all = files.filter(\.isFeatured)
        guard day >= "2004-11-01", !all.isEmpty else { return (list([], nil), false) }
        let file = all[Int(day.stableHash % UInt64(all.count))]
        return (list([file.json(copyWide: request.width)], nil), false)
    }

    private func pages(_ ids: String, _ request: SandboxRequest) -> Answer {
        let pages = ids.split(separator: "|").compactMap { Int($0) }.map { id -> JSONLiteral in
            let place = CommonsFile.place(ofPage: id)
            guard files.indices.contains(place) else { return ["pageid": .number(id), "missing": true] }
            return files[place].json(copyWide: request.width)
        }
        return (["batchcomplete": true, "query": ["pages": .array(pages)]], false)
    }

    /// Nothing at all is said of what is not found.
    private func list(_ pages: [JSONLiteral], _ next: JSONLiteral?) -> JSONLiteral {
        var members: [(String, JSONLiteral)] = [("batchcomplete", true)]
        if let next { members.append(("continue", next)) }
        if !pages.isEmpty { members.append(("query", ["pages": .array(pages)])) }
        return .object(members)
    }
}

/// The file that the played Wikimedia Commons has of a thing of the catalogue. Some are photos that their makers show at
/// Flickr, too, in another size.
struct CommonsFile: Sendable {
    let item: CatalogueItem
    let place: Int
    private let hash: UInt64
    private let elsewhere: FlickrPhotograph?

    init(of item: CatalogueItem, at place: Int) {
        self.item = item
        self.place = place
        hash = "commons \(item.id)".stableHash
        let photograph = FlickrPhotograph(0, of: item)
        elsewhere = hash % 4 < 2 && !photograph.isVideo ? photograph : nil
    }

    /// Ids follow the time of upload, which says nothing of how well a file fits.
    var pageID: Int { 10_000 + (place ^ Self.scatter) }
    /// The place of the file that has this id.
    static func place(ofPage id: Int) -> Int { (id - 10_000) ^ scatter }
    private static let scatter = 0x155

    /// Scans of museums are TIFF files, which browsers do not show.
    private var isScan: Bool { elsewhere == nil && hash.isMultiple(of: 7) }
    private var fileExtension: String { isScan ? "tif" : "png" }
    var mediaType: String { isScan ? "image/tiff" : "image/png" }

    /// What it is called.
    var name: String { item.title.split(separator: " ").joined(separator: "_") + "." + fileExtension }
    /// Whether it is among the featured pictures.
    var isFeatured: Bool { hash % 11 < 2 }

    /// What it shows, by the name that it is drawn by.
    var scene: String { elsewhere?.id ?? name }

    var size: PictureSize {
        if let shown = elsewhere?.original {
            return PictureSize(width: shown.width * 5 / 4, height: shown.height * 5 / 4)
        }
        return hash.isMultiple(of: 2)
            ? PictureSize(width: 2400, height: 1600) : PictureSize(width: 1500, height: 2000)
    }

    /// The size that it has in a copy so wide.
    func size(wide width: Int) -> PictureSize {
        PictureSize(width: width, height: size.height * width / size.width)
    }

    /// The widths that the service makes copies in.
    static let steps = [20, 40, 60, 120, 250, 330, 500, 960, 1_280, 1_920, 3_840]

    /// A page of the file; searches tell its rank, lists do not.
    ///
    /// - Parameters:
    ///   - index: Its rank among what was found.
    ///   - width: How wide a copy is asked for.
    /// - Returns: The page as an answer lists it.
    func json(index: Int? = nil, copyWide width: Int?) -> JSONLiteral {
        var info: [(String, JSONLiteral)] = [
            ("size", 48_211), ("width", .number(size.width)), ("height", .number(size.height)),
        ]
        if let width { info += copy(wide: width) }
        info += [
            ("url", .string("https://upload.wikimedia.org/wikipedia/commons/0/0a/\(name)")),
            ("descriptionurl", .string("https://commons.wikimedia.org/wiki/File:\(name)")),
            ("mime", .string(mediaType)), ("extmetadata", metadata),
        ]
        var members: [(String, JSONLiteral)] = [
            ("pageid", .number(pageID)), ("ns", 6), ("title", .string("File:\(item.title).\(fileExtension)")),
        ]
        if let index { members.append(("index", .number(index))) }
        members += [("imagerepository", "local"), ("imageinfo", [.object(info)])]
        return .object(members)
    }

    /// The copy at the next step, with the sides that were asked for; the file itself where it is no wider.
    private func copy(wide width: Int) -> [(String, JSONLiteral)] {
        let asked = size(wide: min(width, size.width))
        let step = Self.steps.first { $0 >= width } ?? size.width
        let host = hash.isMultiple(of: 5) ? "thumb.wikimedia.org" : "upload.wikimedia.org"
        var address = "https://upload.wikimedia.org/wikipedia/commons/0/0a/\(name)"
        if step < size.width || isScan {
            let scan = isScan ? ("lossy-page1-", ".jpg") : ("", "")
            address =
                "https://\(host)/wikipedia/commons/thumb/0/0a/\(name)/\(scan.0)\(min(step, size.width))px-\(name)\(scan.1)"
        }
        return [
            ("thumburl", .string(address)), ("thumbwidth", .number(asked.width)),
            ("thumbheight", .number(asked.height)),
        ]
    }

    /// What is told of it, as HTML; old things are free and lack the address of a licence.
    private var metadata: JSONLiteral {
        let person = HTML.escaped(item.person)
        let artist =
            "<a href=\"//commons.wikimedia.org/wiki/User:\(person)\" title=\"\(person)\">\(person)</a>"
        var members: [(String, JSONLiteral)] = [
            ("ObjectName", told(item.title)),
            ("ImageDescription", told("<p>\(HTML.escaped(item.summary))</p>")),
            ("Artist", told(artist)),
        ]
        if hash.isMultiple(of: 3) {
            members.append(("LicenseShortName", told("Public domain")))
        } else {
            members.append(("LicenseShortName", told("CC BY-SA 4.0")))
            members.append(("LicenseUrl", told("https://creativecommons.org/licenses/by-sa/4.0")))
        }
        return .object(members)
    }

    private func told(_ html: String) -> JSONLiteral {
        ["value": .string(html), "source": "commons-desc-page"]
    }
}

/// The hosts of Wikimedia's files and of their copies, which are drawn on the spot.
struct CommonsFiles: SandboxService {
    private let files: [String: CommonsFile]
    let hosts = ["upload.wikimedia.org", "thumb.wikimedia.org"]

    init(catalogue: Catalogue) {
        let files = catalogue.items.enumerated().map { CommonsFile(of: $1, at: $0) }
        self.files = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        let isCopy = steps.contains("thumb")
        guard let name = isCopy ? steps.dropLast().last : steps.last, let file = files[name] else {
            return PictureServing.png(named: steps.last ?? "", for: request)
        }
        guard isCopy else {
            // A scan is no picture that a browser shows.
            if file.mediaType == "image/tiff" {
                return HTTPServerResponse(
                    headers: ["Content-Type": "image/tiff"], body: .bytes(Array("II*\0".utf8) + [8, 0, 0, 0]))
            }
            return PictureServing.png(named: file.scene, size: file.size, for: request)
        }
        guard let width = steps.last.flatMap(Self.width),
            CommonsFile.steps.contains(width) || width == file.size.width
        else {
            return .text("Use thumbnail steps listed on https://w.wiki/GHai.\n", status: 400)
        }
        guard width <= file.size.width else {
            return .text("The requested width is larger than that of the file.\n", status: 400)
        }
        return PictureServing.png(named: file.scene, size: file.size(wide: width), for: request)
    }

    /// The width in a name such as `960px-Owl.png` or `lossy-page1-960px-Owl.tif.jpg`.
    private static func width(_ name: String) -> Int? {
        let start = name.hasPrefix("lossy-page1-") ? name.dropFirst("lossy-page1-".count) : name[...]
        let digits = start.prefix { $0.isNumber }
        return start.dropFirst(digits.count).hasPrefix("px-") ? Int(digits) : nil
    }
}

extension SandboxRequest {
    /// How wide a copy of each file is asked for.
    fileprivate var width: Int? { self["iiurlwidth"].flatMap { Int($0) } }
}
