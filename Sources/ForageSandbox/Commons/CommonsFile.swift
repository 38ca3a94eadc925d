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

    var pageID: Int { 10_000 + place }

    /// What it is called.
    var name: String { item.title.split(separator: " ").joined(separator: "_") + ".png" }

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

    /// A page of the file, at a place in the list of what was found.
    func json(index: Int) -> JSONLiteral {
        let small = size(wide: 640)
        return [
            "pageid": .number(pageID), "ns": 6, "title": .string("File:\(item.title).png"),
            "index": .number(index), "imagerepository": "local",
            "imageinfo": [
                [
                    "size": 48_211, "width": .number(size.width), "height": .number(size.height),
                    "thumburl": .string(
                        "https://upload.wikimedia.org/thumb/\(name)/\(small.width)px-\(name)"),
                    "thumbwidth": .number(small.width), "thumbheight": .number(small.height),
                    "url": .string("https://upload.wikimedia.org/\(name)"),
                    "descriptionurl": .string("https://commons.wikimedia.org/wiki/File:\(name)"),
                    "mime": "image/png", "extmetadata": metadata,
                ]
            ],
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
