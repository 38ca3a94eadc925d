internal import HTTPServer

/// Apple's directory of podcasts: searches, and look-ups of shows. It takes about twenty calls a minute.
struct ApplePodcasts: SandboxService {
    private let catalogue: Catalogue
    private let shows: [PodcastShow]
    private let episodes: [String: [PodcastEpisode]]
    private let allowance = MinuteAllowance(20)
    let hosts = ["itunes.apple.com"]

    /// Every head of the catalogue has a show; one episode in nine is listed a second time, with a show that is too.
    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        var shows: [String: PodcastShow] = [:]
        var episodes: [String: [PodcastEpisode]] = [:]
        for (place, item) in catalogue.items.enumerated() {
            let head = item.head.isEmpty ? item.category.plural : item.head
            let number = 1_500_000_000 + (shows[head].map { $0.id - 1_500_000_000 } ?? shows.count * 2)
            let show = PodcastShow(
                id: number, name: "The \(head.capitalisedFirst) Hour",
                maker: shows[head]?.maker ?? item.person)
            shows[head] = show
            let again = PodcastShow(id: number + 1, name: show.name, maker: show.maker)
            episodes[item.id] = (item.id.stableHash % 9 == 0 ? [show, again] : [show]).map {
                PodcastEpisode(of: item, at: place, in: $0)
            }
        }
        self.shows = shows.values.sorted { $0.id < $1.id }
        self.episodes = episodes
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.isFree || allowance.take().left >= 0 else { return tooMany }
        let most = request.number("limit", usually: 50, in: 1...200)
        if let limit = request["limit"], Int(limit).map({ $0 < 1 }) ?? true { return invalid("limit") }
        switch request.path {
        case "/search": return list(Array(found(request).prefix(most)))
        case "/lookup": return list(lookedUp(request, upTo: most))
        default: return .html("Not found", "", status: 404)
        }
    }

    private func found(_ request: SandboxRequest) -> [JSONLiteral] {
        guard let words = request["term"] else { return [] }
        let matches = catalogue.matches(for: words).flatMap { episodes[$0.item.id] ?? [] }
        if request["entity"] == "podcastEpisode" {
            return matches.filter { request["explicit"] != "No" || !$0.isExplicit }.map(\.json)
        }
        let ids = Set(matches.map(\.show.id))
        return shows.filter { ids.contains($0.id) }.map(\.json)
    }

    /// A show, then its episodes where they are wanted. The id of an episode gives nothing.
    private func lookedUp(_ request: SandboxRequest, upTo most: Int) -> [JSONLiteral] {
        guard let show = shows.first(where: { String($0.id) == request["id"] }) else { return [] }
        guard request["entity"] == "podcastEpisode" else { return [show.json] }
        let own = catalogue.items.flatMap { episodes[$0.id] ?? [] }.filter { $0.show.id == show.id }
        return [show.json] + own.prefix(most).map(\.json)
    }

    /// The answers have empty lines around the JSON.
    private func list(_ results: [JSONLiteral]) -> HTTPServerResponse {
        let json: JSONLiteral = ["resultCount": .number(results.count), "results": .array(results)]
        return HTTPServerResponse(
            headers: [
                "Content-Type": "text/javascript; charset=utf-8", "Vary": "Accept-Encoding",
                "Content-Disposition": "attachment; filename=1.txt", "Cache-Control": "max-age=86354",
                "Strict-Transport-Security": "max-age=31536000",
            ], body: .bytes(Array("\n\n\n".utf8) + json.bytes() + Array("\n\n\n".utf8)))
    }

    /// The refusal has no body, and does not say when to come back.
    private var tooMany: HTTPServerResponse {
        HTTPServerResponse(
            status: 403,
            headers: [
                "Cache-Control": "max-age=0, no-cache, no-store", "Pragma": "no-cache",
                "X-Apple-Lokamai-No-Cache": "true", "Access-Control-Allow-Origin": "*",
            ])
    }

    private func invalid(_ key: String) -> HTTPServerResponse {
        HTTPServerResponse.json([
            "errorMessage": .string("Invalid value(s) for key(s): [\(key)]"),
            "queryParameters": [
                "output": "The format of the response", "limit": "The number of search results",
            ],
        ]).with(status: 400, ["Content-Type": "text/javascript; charset=utf-8"])
    }
}

/// The host of the shows' pictures, which are squares of the size in the last step of their addresses.
struct PodcastArtwork: SandboxService {
    static let host = "is1-ssl.mzstatic.com"
    let hosts = [PodcastArtwork.host]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        guard steps.count == 6, steps.starts(with: ["image", "thumb"]),
            let width = Int(steps[5].prefix { $0.isNumber }), (1...3_000).contains(width),
            steps[5].hasPrefix("\(width)x\(width)bb.")
        else { return .html("Not found", "", status: 404) }
        return PictureServing.png(
            named: steps[4], size: PictureSize(width: width, height: width), for: request)
    }
}

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
