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
