/// One of the photos that were taken of a thing of the catalogue.
///
/// All there is to know of it follows from the thing and its number, so it is the same in every answer.
struct LibraryPhoto: Sendable {
    /// Eleven letters, digits, hyphens and underscores.
    let id: String
    let item: CatalogueItem
    let number: Int
    let size: PictureSize
    /// The day it was handed in, from 2014 on.
    let date: (year: Int, month: Int, day: Int)
    private let hash: UInt64

    init(_ number: Int, of item: CatalogueItem) {
        var random = SplitMix64(seed: "\(item.id) \(number)".stableHash)
        self.item = item
        self.number = number
        hash = random.next()
        id = String((0..<11).map { _ in random.pick(Self.signs) })
        size = random.pick(Self.sizes)
        date = (random.number(in: 2014...2025), random.number(in: 1...12), random.number(in: 1...28))
    }

    private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    private static let sizes = [
        PictureSize(width: 1800, height: 1200), PictureSize(width: 1200, height: 1800),
        PictureSize(width: 1400, height: 1400), PictureSize(width: 1920, height: 1080),
        PictureSize(width: 1024, height: 1536),
    ]

    /// True for one photo in so many.
    func isOne(in count: UInt64, like kind: String) -> Bool { (hash ^ kind.stableHash) % count == 0 }

    /// A choice that is the same each time.
    func pick<Choice>(_ choices: [Choice], as kind: String) -> Choice {
        choices[Int((hash ^ kind.stableHash) % UInt64(choices.count))]
    }

    /// The file's name at the image host.
    var picture: String {
        let digits = String(hash, radix: 16)
        return (isPlus ? "premium_photo-" : "photo-")
            + "1\(600_000_000_000 + hash % 99_999_999_999)-\(digits)"
    }

    var host: String { isPlus ? "plus.unsplash.com" : "images.unsplash.com" }
    var slug: String { "\(item.id)-in-\(item.place.lowercased())-\(id)" }

    var isPlus: Bool { isOne(in: 13, like: "plus") }
    var isSponsored: Bool { isOne(in: 17, like: "sponsored") }
    /// Left out where a search is to be careful.
    var isDelicate: Bool { isOne(in: 23, like: "delicate") }
    var likes: Int { Int(hash % 900) }

    var hue: String {
        pick(
            [
                "black_and_white", "black", "white", "yellow", "orange", "red", "purple", "magenta", "green",
                "teal", "blue",
            ], as: "hue")
    }

    var orientation: String {
        if size.width == size.height { return "squarish" }
        return size.width > size.height ? "landscape" : "portrait"
    }

    /// Years of four digits and months and days of two, so that texts order as days do.
    var day: String {
        "\(date.year)-\(date.month < 10 ? "0" : "")\(date.month)-\(date.day < 10 ? "0" : "")\(date.day)"
    }
}
