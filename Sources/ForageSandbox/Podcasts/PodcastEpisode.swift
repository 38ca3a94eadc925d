/// An episode as Apple's directory lists it, and the show that it is of.
struct PodcastEpisode: Sendable {
    let item: CatalogueItem
    let id: Int
    let show: PodcastShow
    private let hash: UInt64

    init(of item: CatalogueItem, at place: Int, in show: PodcastShow) {
        self.item = item
        id = 1_000_600_000_000 + show.id % 2 * 1_000_000 + place
        self.show = show
        hash = "podcast \(item.id)".stableHash
    }

    /// Missing where the maker did not rate it.
    private var rating: String? {
        switch hash % 10 {
        case 0: "Explicit"
        case 1, 2: nil
        default: "Clean"
        }
    }

    var isExplicit: Bool { rating == "Explicit" }

    /// Episodes have no maker, and one in seven has no duration.
    var json: JSONLiteral {
        var members: [(String, JSONLiteral)] = [
            ("wrapperType", "podcastEpisode"), ("kind", "podcast-episode"), ("trackId", .number(id)),
            ("trackName", .string("\(item.title): a Conversation")), ("collectionId", .number(show.id)),
            ("collectionName", .string(show.name)), ("artistIds", []),
            ("description", .string(item.summary + "\n\nSubscribe & listen.")), ("shortDescription", ""),
            ("releaseDate", .string("\(CalendarDay(number: 18_900 + Int(hash % 1_000)).text)T10:45:00Z")),
            ("trackViewUrl", .string("\(show.page)?i=\(id)&uo=4")),
            ("collectionViewUrl", .string("https://itunes.apple.com/us/podcast/id\(show.id)?mt=2&uo=4")),
            ("feedUrl", .string("https://feeds.podcasts.example/\(show.id)")),
            ("episodeUrl", .string("https://feeds.podcasts.example/\(show.id)/\(id).mp3")),
            ("episodeGuid", .string("guid-\(item.id)")), ("episodeContentType", "audio"),
            ("episodeFileExtension", "mp3"), ("closedCaptioning", "none"), ("country", "USA"),
            ("genres", [["name": "Natural Sciences", "id": "1534"]]),
        ]
        members += [60, 160, 600].map { ("artworkUrl\($0)", .string(show.artwork(wide: $0))) }
        if hash % 7 != 0 { members.append(("trackTimeMillis", .number(600_000 + Int(hash % 3_600) * 1_000))) }
        if let rating { members.append(("contentAdvisoryRating", .string(rating))) }
        return .object(members)
    }
}

/// A podcast as the directory lists it: like an episode in many ways, with the same number for track and collection.
struct PodcastShow: Sendable {
    let id: Int
    let name: String
    let maker: String

    var page: String { "https://podcasts.apple.com/us/podcast/\(Slug.of(name))/id\(id)" }

    func artwork(wide width: Int) -> String {
        "https://\(PodcastArtwork.host)/image/thumb/Podcasts116/v4/\(Slug.of(name)).jpeg/\(width)x\(width)bb.png"
    }

    var json: JSONLiteral {
        .object(
            [
                ("wrapperType", "track"), ("kind", "podcast"), ("collectionId", .number(id)),
                ("trackId", .number(id)), ("artistName", .string(maker)), ("collectionName", .string(name)),
                ("trackName", .string(name)), ("collectionExplicitness", "notExplicit"),
                ("trackExplicitness", "cleaned"), ("contentAdvisoryRating", "Clean"),
                ("trackViewUrl", .string("\(page)?uo=4")), ("releaseDate", "2021-09-01T10:45:00Z"),
                ("trackTimeMillis", 2_415), ("country", "USA"), ("primaryGenreName", "Natural Sciences"),
                ("genres", ["Natural Sciences", "Podcasts"]),
            ] + [30, 60, 100, 600].map { ("artworkUrl\($0)", .string(artwork(wide: $0))) })
    }
}
