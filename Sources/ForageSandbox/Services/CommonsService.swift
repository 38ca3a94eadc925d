internal import HTTPServer
internal import Platform
internal import Synchronization

/// Wikimedia Commons' API: searches, lists and single files.
struct CommonsService: SandboxService {
    private let library: RecordLibrary<CommonsFile>
    private let digests: CommonsDigests
    let hosts = ["commons.wikimedia.org"]

    init(catalogue: Catalogue, digests: CommonsDigests = CommonsDigests()) {
        self.digests = digests
        library = RecordLibrary(catalogue, name: { "\($0.pageID)" }) { CommonsFile(of: $0, at: $1) }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.path == "/w/api.php", request["action"] == "query", request["format"] == "json" else {
            return .html(
                "Wikimedia Commons, simulated by the sandbox", "<p>Nothing is here.</p>", status: 404)
        }
        if let digest = request["gaisha1"], !CommonsDigests.isDigest(digest) {
            return Self.failure("invalidsha1hash", "The SHA1 hash provided is not valid.")
        }
        let body =
            switch request["generator"] {
            case "allimages": files(with: request["gaisha1"] ?? "", request)
            case "categorymembers": featured(request)
            case "images": pictureOfTheDay(request)
            default: request["pageids"].map { pages($0, request) } ?? search(request)
            }
        guard let body else {
            return Self.failure("missingparam", "The \"gsrsearch\" parameter must be set.")
        }
        return .json(
            body, ["Content-Type": Self.mediaType, "Cache-Control": Self.cacheControl(of: request)])
    }

    private static func failure(_ code: String, _ info: String) -> HTTPServerResponse {
        .json(
            #"{"error":{"code":\#(code),"info":\#(info)}}"#,
            ["Content-Type": mediaType, "Cache-Control": keptByNobody, "MediaWiki-API-Error": code])
    }

    private static let mediaType = "application/json; charset=utf-8"
    private static let keptByNobody = "private, must-revalidate, max-age=0"

    /// Returns MediaWiki's caching header. Only the request itself can permit caching, and errors are never cached.
    private static func cacheControl(of request: SandboxRequest) -> String {
        let (own, shared) = (request.number("maxage") ?? 0, request.number("smaxage") ?? 0)
        return own > 0 || shared > 0 ? "s-maxage=\(shared), max-age=\(own), public" : keptByNobody
    }

    /// Returns search results; nil without words to search for.
    private func search(_ request: SandboxRequest) -> JSONText? {
        guard let text = request["gsrsearch"] else { return nil }
        let words = text.split(separator: " ").filter { !$0.hasPrefix("filetype:") }.joined(separator: " ")
        let size = request.number("gsrlimit", usually: 10, in: 1...500)
        let offset = request.number("gsroffset", usually: 0, in: 0...10_000)
        let found = library.matches(for: words)
        let next: JSONText? =
            offset + size < found.count
            ? #"{"gsroffset":\#(offset + size),"continue":"gsroffset||"}"# : nil
        // Pages are sorted by id. Their rank is in the index.
        let ranked = found.dropFirst(offset).prefix(size).enumerated()
            .sorted { $0.element.pageID < $1.element.pageID }
        return list(
            ranked.map { $0.element.json(index: offset + $0.offset + 1, copyWide: request.width) }, next)
    }

    /// Returns the files of a category. The latest are on the first page, but each page is sorted by id.
    private func featured(_ request: SandboxRequest) -> JSONText {
        let size = request.number("gcmlimit", usually: 10, in: 1...500)
        let start = request["gcmcontinue"].flatMap { $0.split(separator: "|").last.flatMap { Int($0) } }
        let rest = library.all.filter(\.isFeatured).reversed().drop { start != nil && $0.pageID != start }
        let next = rest.dropFirst(size).first.map { file -> JSONText in
            #"{"gcmcontinue":\#("2026-05-31 10:00:00|\(file.pageID)"),"continue":"gcmcontinue||"}"#
        }
        let shown = rest.prefix(size).sorted { $0.pageID < $1.pageID }
        return list(shown.map { $0.json(copyWide: request.width) }, next)
    }

    /// Returns the file in the template of a day; there are none before November 2004.
    private func pictureOfTheDay(_ request: SandboxRequest) -> JSONText {
        let day = request["titles"].flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
        let all = library.all.filter(\.isFeatured)
        guard day >= "2004-11-01", !all.isEmpty else { return list([], nil) }
        return list([all[Int(day.stableHash % UInt64(all.count))].json(copyWide: request.width)], nil)
    }

    /// Returns the files with a SHA-1.
    private func files(with digest: String, _ request: SandboxRequest) -> JSONText {
        let found = digests.names(of: digest).compactMap { name in library.all.first { $0.name == name } }
        return list(found.map { $0.json(copyWide: request.width) }, nil)
    }

    private func pages(_ ids: String, _ request: SandboxRequest) -> JSONText {
        let pages = ids.split(separator: "|").compactMap { Int($0) }.map { id -> JSONText in
            library["\(id)"]?.json(copyWide: request.width) ?? #"{"pageid":\#(id),"missing":true}"#
        }
        return #"{"batchcomplete":true,"query":{"pages":\#(pages)}}"#
    }

    /// Returns a list, which is omitted entirely if nothing was found.
    private func list(_ pages: [JSONText], _ next: JSONText?) -> JSONText {
        let query: JSONText? = pages.isEmpty ? nil : #"{"pages":\#(pages)}"#
        return #"{"batchcomplete":true\#(member: "continue", next)\#(member: "query", query)}"#
    }
}

/// A file of the simulated Wikimedia Commons about an item of the catalogue. Some are photos that are also at Flickr in
/// another size.
struct CommonsFile: Sendable {
    let item: CatalogueItem
    /// The id, which depends on the time of upload and not on relevance.
    let pageID: Int
    private let hash: UInt64
    private let elsewhere: FlickrPhotograph?

    init(of item: CatalogueItem, at place: Int) {
        self.item = item
        pageID = 10_000 + (place ^ 0x155)
        hash = "commons \(item.id)".stableHash
        let photograph = FlickrPhotograph(0, of: item)
        elsewhere = hash % 4 < 2 && !photograph.isVideo ? photograph : nil
    }

    /// Indicates whether the file is a museum's scan in TIFF, which browsers cannot show.
    private var isScan: Bool { elsewhere == nil && hash.isMultiple(of: 7) }
    private var fileExtension: String { isScan ? "tif" : "png" }
    var mediaType: String { isScan ? "image/tiff" : "image/png" }

    var name: String { item.title.split(separator: " ").joined(separator: "_") + "." + fileExtension }
    /// Indicates whether it is one of the featured pictures.
    var isFeatured: Bool { hash % 11 < 2 }

    /// The name from which the picture is drawn.
    var scene: String { elsewhere?.id ?? name }

    var size: PictureSize {
        if let shown = elsewhere?.original {
            return PictureSize(width: shown.width * 5 / 4, height: shown.height * 5 / 4)
        }
        return hash.isMultiple(of: 2)
            ? PictureSize(width: 2400, height: 1600) : PictureSize(width: 1500, height: 2000)
    }

    /// Returns the size of a copy with a width.
    func size(wide width: Int) -> PictureSize {
        PictureSize(width: width, height: size.height * width / size.width)
    }

    /// The widths of the copies that the service creates.
    static let steps = [20, 40, 60, 120, 250, 330, 500, 960, 1_280, 1_920, 3_840]

    /// Returns the page of the file. Search results state its rank, lists do not.
    ///
    /// - Parameters:
    ///   - index: The rank among search results.
    ///   - width: The width of the requested copy.
    /// - Returns: The page as a list contains it.
    func json(index: Int? = nil, copyWide width: Int?) -> JSONText {
        let copy = width.map(copy) ?? ""
        return """
            {"pageid":\(pageID),"ns":6,"title":\("File:\(item.title).\(fileExtension)")
            \(member: "index", index),"imagerepository":"local","imageinfo":[{"size":48211,
            "width":\(size.width),"height":\(size.height)\(copy),
            "url":\("https://upload.wikimedia.org/wikipedia/commons/0/0a/\(name)"),
            "descriptionurl":\("https://commons.wikimedia.org/wiki/File:\(name)"),"mime":\(mediaType),
            "extmetadata":\(metadata)}]}
            """
    }

    /// Returns the members for the next larger copy, with the requested size, or for the file itself if it is not
    /// larger.
    private func copy(wide width: Int) -> JSONText {
        let asked = size(wide: min(width, size.width))
        let step = Self.steps.first { $0 >= width } ?? size.width
        let host = hash.isMultiple(of: 5) ? "thumb.wikimedia.org" : "upload.wikimedia.org"
        var address = "https://upload.wikimedia.org/wikipedia/commons/0/0a/\(name)"
        if step < size.width || isScan {
            let copyName = "\(min(step, size.width))px-\(name)"
            address =
                "https://\(host)/wikipedia/commons/thumb/0/0a/\(name)/"
                + (isScan ? "lossy-page1-\(copyName).jpg" : copyName)
        }
        return #","thumburl":\#(address),"thumbwidth":\#(asked.width),"thumbheight":\#(asked.height)"#
    }

    /// The metadata in HTML. Old items are in the public domain and have no licence address.
    private var metadata: JSONText {
        let person = HTML.escaped(item.person)
        let artist =
            "<a href=\"//commons.wikimedia.org/wiki/User:\(person)\" title=\"\(person)\">\(person)</a>"
        let isFree = hash.isMultiple(of: 3)
        let address = isFree ? nil : stated("https://creativecommons.org/licenses/by-sa/4.0")
        return """
            {"ObjectName":\(stated(item.title)),
            "ImageDescription":\(stated("<p>\(HTML.escaped(item.summary))</p>")),"Artist":\(stated(artist)),
            "LicenseShortName":\(stated(isFree ? "Public domain" : "CC BY-SA 4.0"))
            \(member: "LicenseUrl", address)}
            """
    }

    private func stated(_ html: String) -> JSONText {
        #"{"value":\#(html),"source":"commons-desc-page"}"#
    }
}

/// The hosts of Wikimedia's files and their copies, which are drawn on request.
struct CommonsFiles: SandboxService {
    private let files: RecordLibrary<CommonsFile>
    private let digests: CommonsDigests
    let hosts = ["upload.wikimedia.org", "thumb.wikimedia.org"]

    init(catalogue: Catalogue, digests: CommonsDigests = CommonsDigests()) {
        self.digests = digests
        files = RecordLibrary(catalogue, name: \.name) { CommonsFile(of: $0, at: $1) }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.steps
        let isCopy = steps.contains("thumb")
        guard let name = isCopy ? steps.dropLast().last : steps.last, let file = files[name] else {
            return PictureServing.png(named: steps.last ?? "", for: request)
        }
        guard isCopy else {
            // A scan is not a format that browsers can show.
            if file.mediaType == "image/tiff" {
                return HTTPServerResponse(
                    headers: ["Content-Type": "image/tiff"], body: .bytes(Array("II*\0".utf8) + [8, 0, 0, 0]))
            }
            let response = PictureServing.png(
                named: file.scene, of: file.item, size: file.size, for: request)
            if response.status == 200 { digests.note(response.body, of: name) }
            return response
        }
        guard let width = steps.last.flatMap(Self.width),
            CommonsFile.steps.contains(width) || width == file.size.width
        else {
            return .text("Use thumbnail steps listed on https://w.wiki/GHai.\n", status: 400)
        }
        guard width <= file.size.width else {
            return .text("The requested width is larger than that of the file.\n", status: 400)
        }
        return PictureServing.png(
            named: file.scene, of: file.item, size: file.size(wide: width), for: request)
    }

    /// Returns the width in a name such as `960px-Owl.png` or `lossy-page1-960px-Owl.tif.jpg`.
    private static func width(_ name: String) -> Int? {
        let start = name.hasPrefix("lossy-page1-") ? name.dropFirst("lossy-page1-".count) : name[...]
        let digits = start.prefix { $0.isNumber }
        return start.dropFirst(digits.count).hasPrefix("px-") ? Int(digits) : nil
    }
}

extension SandboxRequest {
    /// The requested width of copies.
    fileprivate var width: Int? { number("iiurlwidth") }
}

/// The SHA-1 of each original file that was served: to compute those of all would take minutes, and a client that asks
/// for one has received the file.
final class CommonsDigests: Sendable {
    private let names = Mutex<[String: Set<String>]>([:])

    /// Indicates whether a text is a SHA-1 in hex.
    static func isDigest(_ text: String) -> Bool { text.utf8.count == 40 && text.allSatisfy(\.isHexDigit) }

    func note(_ body: HTTPServerResponse.Body, of name: String) {
        guard case .bytes(let bytes) = body, let digest = try? Digest.sha1.of(bytes) else { return }
        names.withLock { _ = $0[digest.hex, default: []].insert(name) }
    }

    func names(of digest: String) -> [String] { names.withLock { $0[digest.lowercased()] ?? [] }.sorted() }
}
