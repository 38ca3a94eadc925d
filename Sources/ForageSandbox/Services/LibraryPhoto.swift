/// A photo of an item of the catalogue in the simulated Unsplash.
///
/// All its properties are derived from the item and the number of the photo, so they are the same in every answer.
struct LibraryPhoto: Sendable {
    /// The id, which has eleven letters, digits, hyphens and underscores.
    let id: String
    let item: CatalogueItem
    let number: Int
    let size: PictureSize
    /// The day of upload, from 2014 on.
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

    /// Returns true for one photo in a number of photos.
    func isOne(in count: UInt64, like kind: String) -> Bool { (hash ^ kind.stableHash) % count == 0 }

    /// Returns a choice that is always the same for this photo.
    func pick<Choice>(_ choices: [Choice], as kind: String) -> Choice {
        choices[Int((hash ^ kind.stableHash) % UInt64(choices.count))]
    }

    /// The name of the file at the image host.
    var picture: String {
        let digits = String(hash, radix: 16)
        return (isPlus ? "premium_photo-" : "photo-")
            + "1\(600_000_000_000 + hash % 99_999_999_999)-\(digits)"
    }

    var host: String { isPlus ? "plus.unsplash.com" : "images.unsplash.com" }
    var slug: String { "\(item.id)-in-\(item.place.lowercased())-\(id)" }

    var isPlus: Bool { isOne(in: 13, like: "plus") }
    var isSponsored: Bool { isOne(in: 17, like: "sponsored") }
    /// Indicates whether a search with a strict content filter excludes the photo.
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

    /// The date with four digits for the year and two for the month and day, so that sorting the texts sorts the dates.
    var day: String {
        "\(date.year)-\(date.month < 10 ? "0" : "")\(date.month)-\(date.day < 10 ? "0" : "")\(date.day)"
    }
}

extension LibraryPhoto {
    /// Returns the record of the photo in a list.
    ///
    /// Older photos have the format of their year, and some lack common members.
    func json(foundBy words: String) -> JSONText { "{\(members(foundBy: words))}" }

    /// The complete record of the photo.
    var fullJSON: JSONText {
        """
        {\(members(foundBy: "")),"exif":\(exif),"location":\(location),"meta":{"index":true},
        "public_domain":false,"views":\(likes * 97),"downloads":\(likes * 3),"topics":[]}
        """
    }

    private func members(foundBy words: String) -> JSONText {
        let alternative = "\(item.title.lowercased()) in \(season), seen from afar"
        return """
            "id":\(id),"slug":\(slug),"created_at":\(time),"updated_at":"2025-11-20T08:00:00Z",
            "promoted_at":\(likes > 600 ? time : nil),"width":\(side(size.width)),"height":\(side(size.height)),
            "color":\(pick(["#26402b", "#d9c0a6", "#0c2640"], as: "colour")),
            "blur_hash":\(isOne(in: 5, like: "blur") ? nil : "LHF5?xYk^6#M@-5c,1J5@[or[Q6."),
            "description":\(isOne(in: 2, like: "description") ? nil : description)
            \(member: "alt_description", isOne(in: 9, like: "alternative") ? nil : alternative),
            "breadcrumbs":[],"urls":\(urls(foundBy: words)),"links":\(links(foundBy: words)),"likes":\(likes),
            "liked_by_user":false,"current_user_collections":[],
            "sponsorship":\(isSponsored ? sponsorship : nil),"topic_submissions":{},"premium":\(isPlus),
            "plus":\(isPlus)\(member: "user", isOne(in: 19, like: "anonymous") ? nil : user),"tags":\(tags)
            """
    }

    /// Returns the length of a side: null while a photo is being prepared, and sometimes a text.
    private func side(_ length: Int) -> JSONText? {
        if isOne(in: 21, like: "unprepared") { return nil }
        return isOne(in: 15, like: "quoted") ? String(length).json : length.json
    }

    private var description: String { "\(item.title), \(season) in \(item.place)" }
    private var season: String { pick(CommonWords.seasons, as: "season") }

    /// The time, with an offset until 2019 and in UTC since then.
    private var time: String { "\(day)T09:30:00" + (date.year < 2020 ? "-05:00" : "Z") }
}

// MARK: - Addresses

extension LibraryPhoto {
    /// Returns the parameter that informs the service where a photo was found.
    func trace(of words: String) -> String { "M3w5OTk5fDB8" + String("\(id) \(words)".stableHash, radix: 36) }

    func fileURL(foundBy words: String) -> String {
        "https://\(host)/\(picture)?ixid=\(trace(of: words))&ixlib=rb-4.1.0"
    }

    private func urls(foundBy words: String) -> JSONText {
        let raw = fileURL(foundBy: words)
        let small = raw + "&crop=entropy&cs=tinysrgb&fit=max&fm=png&q=80"
        return """
            {"raw":\(raw),"full":\(raw + "&crop=entropy&cs=srgb&fm=png&q=85"),"regular":\(small + "&w=1080"),
            "small":\(small + "&w=400"),"thumb":\(small + "&w=200"),
            "small_s3":\("https://s3.us-west-2.amazonaws.com/images.unsplash.com/small/\(picture)")}
            """
    }

    private func links(foundBy words: String) -> JSONText {
        let query = "ixid=\(trace(of: words))"
        return """
            {"self":\("https://api.unsplash.com/photos/\(slug)"),"html":\("https://unsplash.com/photos/\(slug)"),
            "download":\("https://unsplash.com/photos/\(id)/download?\(query)"),
            "download_location":\("https://api.unsplash.com/photos/\(id)/download?\(query)")}
            """
    }
}

/// The photographer, the place and the camera of a photo, and its tags.
extension LibraryPhoto {
    private var photographer: String {
        pick(CommonWords.firstNames, as: "first name") + " " + pick(CommonWords.lastNames, as: "last name")
    }

    /// The photographer. Some have only one name, and some names contain an additional space.
    private var user: JSONText {
        let names = photographer.split(separator: " ").map(String.init)
        let username = names.joined(separator: "_").lowercased()
        let hasOneName = isOne(in: 11, like: "one name")
        let spoken = isOne(in: 8, like: "wide name") ? "\(names[0])  \(names[1]) " : photographer
        return """
            {"id":\(String(username.stableHash, radix: 36)),"updated_at":"2025-11-20T08:00:00Z",
            "username":\(username),"name":\(hasOneName ? names[0] : spoken),"first_name":\(names[0]),
            "last_name":\(hasOneName ? nil : names[1]),"twitter_username":null,"portfolio_url":null,
            "bio":\("Mostly \(item.category.plural).\r\n"),"location":\(item.place),
            "links":{"self":\("https://api.unsplash.com/users/\(username)"),
            "html":\("https://unsplash.com/@\(username)"),
            "photos":\("https://api.unsplash.com/users/\(username)/photos")},
            "profile_image":{"small":\("https://images.unsplash.com/profile-\(username)?w=32&h=32")},
            "total_likes":25,"total_photos":22,"accepted_tos":true,"for_hire":false}
            """
    }

    private var sponsorship: JSONText {
        """
        {"impression_urls":["https://advertiser.example/seen?n=1"],"tagline":"Made to be seen",
        "tagline_url":"https://advertiser.example/","sponsor":\(user)}
        """
    }

    private var exif: JSONText {
        if isOne(in: 4, like: "no exif") {
            return """
                {"make":null,"model":null,"name":null,"exposure_time":null,"aperture":null,"focal_length":null,
                "iso":null}
                """
        }
        let model = pick(["K-7", "Lark 2", "Meridian III"], as: "model")
        return """
            {"make":"Heron","model":\("Heron \(model)"),"name":\("Heron, \(model)"),
            "exposure_time":\(pick(["1/60", "1/250", "1/2000"], as: "exposure")),
            "aperture":\(pick(["1.8", "5.6", "11.0"], as: "aperture")),
            "focal_length":\(pick(["24.0", "50.0", "300.0"], as: "focal length")),
            "iso":\(pick([100, 400, 1600], as: "iso"))}
            """
    }

    /// The location. A position at zero degrees in both directions means that it is unknown.
    private var location: JSONText {
        if isOne(in: 3, like: "no place") {
            return """
                {"name":null,"city":null,"country":null,"position":{"latitude":0,"longitude":0}}
                """
        }
        let region = pick(CommonWords.regions, as: "region")
        let latitude = Double(pick(Array(-60...60), as: "latitude")) + 0.25
        let longitude = Double(pick(Array(-170...170), as: "longitude")) + 0.5
        return """
            {"name":\("\(item.place), \(region)"),"city":\(item.place),"country":\(region),
            "position":{"latitude":\(latitude),"longitude":\(longitude)}}
            """
    }

    /// The tags. The first one contains a whole page about itself, as in the real service.
    private var tags: JSONText {
        let subject = item.head.isEmpty ? item.category.singular : item.head
        let title = "\(subject.capitalisedFirst) images"
        return """
            [{"type":"landing_page","title":\(subject),"source":{"title":\(title),
            "subtitle":"Pictures to look at","description":\(item.summary),
            "cover_photo":{"id":\(id),"description":"Not a result","urls":{},"user":\(user)}}},
            {"type":"search","title":\(item.category.singular)},{"type":"search","title":\(item.place)},
            {"type":"search","title":\(item.category.theme.lowercased())}]
            """
    }
}

/// The photos of the simulated Unsplash: three of each item of the catalogue.
typealias PhotoLibrary = RecordLibrary<LibraryPhoto>

extension PhotoLibrary {
    init(catalogue: Catalogue) {
        self.init(catalogue, names: { [$0.id, $0.picture] }) { item, _ in
            (0..<3).map { LibraryPhoto($0, of: item) }
        }
    }

    /// The photos in the order of upload, the latest first.
    var latest: [LibraryPhoto] { all.sorted { ($0.day, $0.id) > ($1.day, $1.id) } }

    /// Returns the photo with an id, or with a slug that ends with the id.
    func photo(_ name: String) -> LibraryPhoto? { self[name] ?? self[String(name.suffix(11))] }
}
