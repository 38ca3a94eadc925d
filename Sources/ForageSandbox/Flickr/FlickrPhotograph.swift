/// A photograph of one thing of the catalogue, as the played Flickr knows it.
///
/// Everything about it follows from the thing and its number there.
struct FlickrPhotograph: Sendable {
    let item: CatalogueItem
    let number: Int
    private let hash: UInt64

    init(_ number: Int, of item: CatalogueItem) {
        self.item = item
        self.number = number
        hash = "flickr \(item.id) \(number)".stableHash
    }

    /// Something between 0 and a count that follows from the photo and what it is for.
    private func choice(_ purpose: String, of count: UInt64) -> Int {
        Int("\(hash) \(purpose)".stableHash % count)
    }

    // MARK: - Names

    var id: String { "\(50_000_000_000 + choice("id", of: 4_000_000_000))" }
    var secret: String { hex("secret") }
    var originalSecret: String { hex("original") }
    /// Files from 1600 pixels on have a secret each.
    func secret(of size: FlickrFileSize) -> String { size.hasOwnSecret ? hex(size.suffix) : secret }
    var server: String { isOld ? "\(2800 + choice("server", of: 5000))" : "65535" }
    var farm: Int { isOld ? 1 + choice("farm", of: 9) : 66 }
    /// Before there was one host for all files.
    var isOld: Bool { uploaded < 1_400_000_000 }

    private func hex(_ purpose: String) -> String {
        let digits = String("\(hash) \(purpose)".stableHash, radix: 16)
        return String((digits + "0000000000").prefix(10))
    }

    // MARK: - Facts

    /// Every ninth has none.
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
    /// The service's number of its licence; most reserve all rights. Those of Creative Commons are of version 4.0 in
    /// every second of these photos, as in uploads since June 2025.
    var licence: Int {
        guard choice("licence", of: 3) == 2 else { return 0 }
        let number = choice("number", of: 11)
        return (1...6).contains(number) && choice("version", of: 2) == 0 ? number + 10 : number
    }
    /// Seconds since 1970, between 2005 and 2024.
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
    /// A position on land or sea; most tell none.
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
