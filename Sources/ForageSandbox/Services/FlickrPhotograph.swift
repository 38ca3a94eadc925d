/// A photograph of an item of the catalogue in the simulated Flickr.
///
/// All its properties are derived from the item and the number of the photograph.
struct FlickrPhotograph: Sendable {
    let item: CatalogueItem
    let number: Int
    private let hash: UInt64

    init(_ number: Int, of item: CatalogueItem) {
        self.item = item
        self.number = number
        hash = "flickr \(item.id) \(number)".stableHash
    }

    /// Returns a number from 0 up to a count, derived from the photo and the purpose.
    private func choice(_ purpose: String, of count: UInt64) -> Int {
        Int("\(hash) \(purpose)".stableHash % count)
    }

    // MARK: - Names

    var id: String { "\(50_000_000_000 + choice("id", of: 4_000_000_000))" }
    var secret: String { hex("secret") }
    var originalSecret: String { hex("original") }
    /// Returns the secret in a file's name. Files of 1600 pixels or more have their own secrets.
    func secret(of size: FlickrFileSize) -> String { size.hasOwnSecret ? hex(size.suffix) : secret }
    var server: String { isOld ? "\(2800 + choice("server", of: 5000))" : "65535" }
    var farm: Int { isOld ? 1 + choice("farm", of: 9) : 66 }
    /// Indicates whether the photo was uploaded before all files had a common host.
    var isOld: Bool { uploaded < 1_400_000_000 }

    private func hex(_ purpose: String) -> String {
        let digits = String("\(hash) \(purpose)".stableHash, radix: 16)
        return String((digits + "0000000000").prefix(10))
    }

    // MARK: - Facts

    /// The title, which is empty for every ninth photo.
    var title: String {
        if choice("title", of: 9) == 0 { return "" }
        return number == 0 ? item.title : "\(item.title), \(item.place)"
    }
    var description: String {
        guard choice("description", of: 4) > 0 else { return "" }
        let page = "https://www.flickr.com/photos/\(owner)/"
        return item.sentences.prefix(2).map(HTML.escaped).joined(separator: "\n")
            + "\n\n<a href=\"\(page)\" rel=\"nofollow\">More of mine</a> &amp; <b>thanks</b>"
    }
    var owner: String {
        let person = item.person.stableHash
        return "\(10_000_000 + person % 89_999_999)@N0\(person % 9)"
    }
    var pathAlias: String? {
        item.person.stableHash.isMultiple(of: 3) ? nil : Words.all(in: item.person).joined()
    }
    /// The service's number of its licence; most photos have all rights reserved. Half of the Creative Commons licences
    /// are version 4.0, as for uploads since June 2025.
    var licence: Int {
        guard choice("licence", of: 3) == 2 else { return 0 }
        let number = choice("number", of: 11)
        return (1...6).contains(number) && choice("version", of: 2) == 0 ? number + 10 : number
    }
    /// The time of upload in seconds since 1970, between 2005 and 2024.
    var uploaded: Int { 1_104_537_600 + choice("uploaded", of: 599_000_000) }
    var taken: String {
        "\(2004 + choice("year", of: 20))-0\(1 + choice("month", of: 9))-1\(choice("day", of: 10)) 1\(choice("hour", of: 10)):30:00"
    }
    var tags: [String] {
        Words.all(in: "\(item.title) \(item.category.singular) \(item.place)") + ["camera:lens=50mm"]
    }
    var views: Int { choice("views", of: 20_000) }
    var isVideo: Bool { choice("media", of: 40) == 0 }
    var allowsOriginal: Bool { choice("download", of: 3) == 0 }
    /// A position on land or sea, which most photos do not state.
    var position: (latitude: Int, longitude: Int)? {
        guard choice("position", of: 3) == 0 else { return nil }
        return (choice("latitude", of: 140) - 60, choice("longitude", of: 359) - 179)
    }

    // MARK: - Files

    var original: PictureSize { Self.originals[choice("size", of: UInt64(Self.originals.count))] }

    /// The files that are smaller than the original.
    var files: [FlickrFileSize] {
        FlickrFileSize.all.filter { $0.edge < max(original.width, original.height) }
    }

    func pixels(of size: FlickrFileSize) -> PictureSize {
        guard !size.isSquare else { return PictureSize(width: size.edge, height: size.edge) }
        let longer = max(original.width, original.height)
        return PictureSize(
            width: max(1, original.width * size.edge / longer),
            height: max(1, original.height * size.edge / longer))
    }

    func url(of size: FlickrFileSize) -> String {
        let suffix = size.suffix.isEmpty ? "" : "_\(size.suffix)"
        return "\(folder)/\(id)_\(secret(of: size))\(suffix).jpg"
            + (isOld && size.suffix == "z" ? "?zz=1" : "")
    }

    var originalURL: String { "\(folder)/\(id)_\(originalSecret)_o.jpg" }

    private var folder: String {
        isOld ? "http://farm\(farm).staticflickr.com/\(server)" : "https://live.staticflickr.com/\(server)"
    }

    var page: String { "https://www.flickr.com/photos/\(owner)/\(id)/" }

    private static let originals = [
        (2048, 1365), (1365, 2048), (1600, 1200), (1200, 1600), (1024, 1024), (900, 601),
    ]
    .map { PictureSize(width: $0.0, height: $0.1) }
}

extension FlickrPhotograph {
    /// Returns the record in a list: the permanent members, followed by the requested ones.
    func record(_ extras: Set<String>) -> JSONText {
        let facts = facts.filter { extras.contains($0.extra) }.map(\.members.text)
        let sizes = files.filter { extras.contains("url_\($0.extra)") }
            .map { fileMembers($0.extra, url(of: $0), pixels(of: $0)).text }
        let hasOriginal = extras.contains("url_o") && allowsOriginal
        let original = hasOriginal ? fileMembers("o", originalURL, original).text : ""
        let added = JSONText(text: (facts + sizes).joined() + original)
        return """
            {"id":\(id),"owner":\(owner),"secret":\(secret),"server":\(server),"farm":\(farm),
            "title":\(title),"ispublic":1,"isfriend":0,"isfamily":0\(added)}
            """
    }

    /// The members for each extra. Old photos have texts where newer ones have numbers.
    private var facts: [(extra: String, members: JSONText)] {
        [
            ("license", #","license":\#(old(licence))"#),
            ("description", #","description":{"_content":\#(description)}"#),
            ("date_upload", #","dateupload":\#("\(uploaded)")"#),
            (
                "date_taken",
                """
                ,"datetaken":\(taken),"datetakengranularity":\(old(0)),"datetakenunknown":"0"
                """
            ),
            ("owner_name", #","ownername":\#(item.person)"#), ("path_alias", ",\"pathalias\":\(pathAlias)"),
            ("tags", #","tags":\#(tags.joined(separator: " "))"#), ("views", ",\"views\":\("\(views)")"),
            ("media", #","media":\#(media),"media_status":"ready""#), ("geo", geo),
        ]
    }

    private func old(_ number: Int) -> JSONText { isOld ? String(number).json : number.json }

    private var media: String { isVideo ? "video" : "photo" }

    private var geo: JSONText {
        guard let position else { return #","latitude":0,"longitude":0,"accuracy":0,"context":0"# }
        return """
            ,"latitude":\(old(position.latitude)),"longitude":\(position.longitude),"accuracy":"15","context":0
            """
    }

    /// Returns the members for a file. For an old photo, one side is a number and the other a text, as in the real
    /// service for years.
    private func fileMembers(_ name: String, _ url: String, _ size: PictureSize) -> JSONText {
        let isHigh = size.height > size.width
        let height = isHigh ? old(size.height) : size.height.json
        let width = isHigh ? size.width.json : old(size.width)
        return """
            \(member: "url_\(name)", url)\(member: "height_\(name)", height)\(member: "width_\(name)", width)
            """
    }
}

extension FlickrPhotograph {
    /// The record of a single photo. Its title is an object, and it contains no file addresses.
    var details: JSONText {
        """
        {"id":\(id),"secret":\(secret),"server":\(server),"farm":\(farm),"dateuploaded":\("\(uploaded)"),
        "isfavorite":0,"license":\("\(licence)"),"safety_level":"0","rotation":0,
        "owner":{"nsid":\(owner),"username":\(item.person),"realname":"","location":\(item.place),
        "path_alias":\(pathAlias)},"title":{"_content":\(title)},"description":{"_content":\(description)},
        "visibility":{"ispublic":1,"isfriend":0,"isfamily":0},
        "dates":{"posted":\("\(uploaded)"),"taken":\(taken),"takengranularity":"0",
        "lastupdate":\("\(uploaded + 3600)")},"views":\("\(views)"),
        "usage":{"candownload":\(allowsOriginal ? 1 : 0),"canblog":0,"canprint":0,"canshare":1},
        "comments":{"_content":"0"},"notes":{"note":[]},"tags":{"tag":\(tags.map(tagDetails))},
        "location":\(location),"urls":{"url":[{"type":"photopage","_content":\(page)}]},"media":\(media)}
        """
    }

    private func tagDetails(_ tag: String) -> JSONText {
        """
        {"id":\("\(id)-\(tag)"),"author":\(owner),"raw":\(tag),"_content":\(tag),
        "machine_tag":\(tag.contains("=") ? 1 : 0)}
        """
    }

    private var location: JSONText? {
        guard let position else { return nil }
        return """
            {"latitude":\("\(position.latitude)"),"longitude":\("\(position.longitude)"),"accuracy":"15",
            "context":"0","locality":{"_content":\(item.place)}}
            """
    }

    /// The list of all files. The original is included only if its owner permits downloads.
    var sizes: JSONText {
        var list = files.map { file($0.label, url(of: $0), pixels(of: $0)) }
        if allowsOriginal { list.append(file("Original", originalURL, original)) }
        return """
            {"canblog":0,"canprint":0,"candownload":\(allowsOriginal ? 1 : 0),"size":\(list)}
            """
    }

    private func file(_ label: String, _ source: String, _ size: PictureSize) -> JSONText {
        """
        {"label":\(label),"width":\(size.width),"height":\("\(size.height)"),"source":\(source),
        "url":\("\(page)sizes/"),"media":"photo"}
        """
    }
}

/// A size in which the service stores a photo.
struct FlickrFileSize: Sendable {
    /// The name in lists of photos: `url_m`.
    let extra: String
    /// The suffix of the file name: `_z`.
    let suffix: String
    /// The name in the list of a photo's sizes.
    let label: String
    let edge: Int

    var isSquare: Bool { extra == "sq" || extra == "q" }
    var hasOwnSecret: Bool { edge >= 1600 }

    static let all = [
        FlickrFileSize(extra: "sq", suffix: "s", label: "Square", edge: 75),
        FlickrFileSize(extra: "q", suffix: "q", label: "Large Square", edge: 150),
        FlickrFileSize(extra: "t", suffix: "t", label: "Thumbnail", edge: 100),
        FlickrFileSize(extra: "s", suffix: "m", label: "Small", edge: 240),
        FlickrFileSize(extra: "n", suffix: "n", label: "Small 320", edge: 320),
        FlickrFileSize(extra: "m", suffix: "", label: "Medium", edge: 500),
        FlickrFileSize(extra: "z", suffix: "z", label: "Medium 640", edge: 640),
        FlickrFileSize(extra: "c", suffix: "c", label: "Medium 800", edge: 800),
        FlickrFileSize(extra: "l", suffix: "b", label: "Large", edge: 1024),
        FlickrFileSize(extra: "h", suffix: "h", label: "Large 1600", edge: 1600),
    ]
}

/// The table of licences, which is unsorted, as in the real service.
enum FlickrLicences {
    static let table: JSONText = """
        {"license":\(entries.map { id, name, url in #"{"id":\#("\(id)"),"name":\#(name),"url":\#(url)}"# as JSONText })}
        """

    private static let commons = "https://creativecommons.org"

    private static let entries = [
        (0, "All Rights Reserved", ""),
        (4, "Attribution License", "\(commons)/licenses/by/2.0/"),
        (6, "Attribution-NoDerivs License", "\(commons)/licenses/by-nd/2.0/"),
        (3, "Attribution-NonCommercial-NoDerivs License", "\(commons)/licenses/by-nc-nd/2.0/"),
        (2, "Attribution-NonCommercial License", "\(commons)/licenses/by-nc/2.0/"),
        (1, "Attribution-NonCommercial-ShareAlike License", "\(commons)/licenses/by-nc-sa/2.0/"),
        (5, "Attribution-ShareAlike License", "\(commons)/licenses/by-sa/2.0/"),
        (7, "No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
        (8, "United States Government Work", "http://www.usa.gov/copyright.shtml"),
        (9, "Public Domain Dedication (CC0)", "\(commons)/publicdomain/zero/1.0/"),
        (10, "Public Domain Mark", "\(commons)/publicdomain/mark/1.0/"),
        (11, "CC BY 4.0", "\(commons)/licenses/by/4.0/"),
        (12, "CC BY-SA 4.0", "\(commons)/licenses/by-sa/4.0/"),
        (13, "CC BY-ND 4.0", "\(commons)/licenses/by-nd/4.0/"),
        (14, "CC BY-NC 4.0", "\(commons)/licenses/by-nc/4.0/"),
        (15, "CC BY-NC-SA 4.0", "\(commons)/licenses/by-nc-sa/4.0/"),
        (16, "CC BY-NC-ND 4.0", "\(commons)/licenses/by-nc-nd/4.0/"),
    ]
}
