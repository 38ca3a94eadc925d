internal import HTTPServer

/// Apple's directory of podcasts, with search and look-up of shows. It permits about twenty requests a minute.
struct ApplePodcasts: SandboxService {
    private let shows: [PodcastShow]
    private let episodes: RecordLibrary<PodcastEpisode>
    private let allowance = MinuteAllowance(20)
    let hosts = ["itunes.apple.com"]

    /// Creates a show for every head of the catalogue. Every ninth episode is also listed in a copy of its show.
    init(catalogue: Catalogue) {
        var shows: [String: PodcastShow] = [:]
        episodes = RecordLibrary(catalogue, names: { _ in [] }) { item, place in
            let head = item.head.isEmpty ? item.category.plural : item.head
            let show =
                shows[head]
                ?? PodcastShow(
                    id: 1_500_000_000 + shows.count * 2, name: "The \(head.capitalisedFirst) Hour",
                    maker: item.person)
            shows[head] = show
            let again = PodcastShow(id: show.id + 1, name: show.name, maker: show.maker)
            return (item.id.stableHash % 9 == 0 ? [show, again] : [show]).map {
                PodcastEpisode(of: item, at: place, in: $0)
            }
        }
        self.shows = shows.values.sorted { $0.id < $1.id }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.isFree || allowance.take().left >= 0 else { return tooMany }
        let most = request.number("limit", usually: 50, in: 1...200)
        if request["limit"] != nil, request.number("limit") ?? 0 < 1 { return invalid("limit") }
        switch request.path {
        case "/search": return list(Array(found(request).prefix(most)))
        case "/lookup": return list(lookedUp(request, upTo: most))
        default: return .html("Not found", status: 404)
        }
    }

    private func found(_ request: SandboxRequest) -> [JSONText] {
        guard let words = request["term"] else { return [] }
        let matches = episodes.matches(for: words)
        if request["entity"] == "podcastEpisode" {
            return matches.filter { request["explicit"] != "No" || !$0.isExplicit }.map(\.json)
        }
        let ids = Set(matches.map(\.show.id))
        return shows.filter { ids.contains($0.id) }.map(\.json)
    }

    /// Returns a show, and its episodes if they are requested. An episode's id has no result.
    private func lookedUp(_ request: SandboxRequest, upTo most: Int) -> [JSONText] {
        guard let show = shows.first(where: { String($0.id) == request["id"] }) else { return [] }
        guard request["entity"] == "podcastEpisode" else { return [show.json] }
        return [show.json] + episodes.all.filter { $0.show.id == show.id }.prefix(most).map(\.json)
    }

    /// Returns a list. Empty lines surround the JSON.
    private func list(_ results: [JSONText]) -> HTTPServerResponse {
        let json: JSONText = #"{"resultCount":\#(results.count),"results":\#(results)}"#
        return HTTPServerResponse(
            headers: [
                "Content-Type": "text/javascript; charset=utf-8", "Vary": "Accept-Encoding",
                "Content-Disposition": "attachment; filename=1.txt", "Cache-Control": "max-age=86354",
                "Strict-Transport-Security": "max-age=31536000",
            ], body: .bytes(Array("\n\n\n\(json.text)\n\n\n".utf8)))
    }

    /// The refusal, which has no body and states no time for a retry.
    private var tooMany: HTTPServerResponse {
        HTTPServerResponse(
            status: 403,
            headers: [
                "Cache-Control": "max-age=0, no-cache, no-store", "Pragma": "no-cache",
                "X-Apple-Lokamai-No-Cache": "true", "Access-Control-Allow-Origin": "*",
            ])
    }

    private func invalid(_ key: String) -> HTTPServerResponse {
        .json(
            """
            {"errorMessage":\("Invalid value(s) for key(s): [\(key)]"),"queryParameters":{
            "output":"The format of the response","limit":"The number of search results"}}
            """, status: 400, ["Content-Type": "text/javascript; charset=utf-8"])
    }
}

/// The host of the shows' pictures. They are squares, and the last component of the address contains their size.
struct PodcastArtwork: SandboxService {
    static let host = "is1-ssl.mzstatic.com"
    let hosts = [PodcastArtwork.host]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.steps
        guard steps.count == 6, steps.starts(with: ["image", "thumb"]),
            let width = Int(steps[5].prefix { $0.isNumber }), (1...3_000).contains(width),
            steps[5].hasPrefix("\(width)x\(width)bb.")
        else { return .html("Not found", status: 404) }
        return PictureServing.png(
            named: steps[4], size: PictureSize(width: width, height: width), for: request)
    }
}

/// An episode in Apple's directory, with its show.
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

    /// The rating; nil if the maker has not rated the episode.
    private var rating: String? {
        switch hash % 10 {
        case 0: "Explicit"
        case 1, 2: nil
        default: "Clean"
        }
    }

    var isExplicit: Bool { rating == "Explicit" }

    /// The record of the episode. Episodes have no maker, and one in seven has no duration.
    var json: JSONText {
        let day = CalendarDay(number: 18_900 + Int(hash % 1_000)).text
        let duration = hash % 7 == 0 ? nil : 600_000 + Int(hash % 3_600) * 1_000
        return """
            {"wrapperType":"podcastEpisode","kind":"podcast-episode","trackId":\(id),
            "trackName":\("\(item.title): a Conversation"),"collectionId":\(show.id),
            "collectionName":\(show.name),"artistIds":[],
            "description":\(item.summary + "\n\nSubscribe & listen."),"shortDescription":"",
            "releaseDate":\("\(day)T10:45:00Z"),"trackViewUrl":\("\(show.page)?i=\(id)&uo=4"),
            "collectionViewUrl":\("https://itunes.apple.com/us/podcast/id\(show.id)?mt=2&uo=4"),
            "feedUrl":\("https://feeds.podcasts.example/\(show.id)"),
            "episodeUrl":\("https://feeds.podcasts.example/\(show.id)/\(id).mp3"),
            "episodeGuid":\("guid-\(item.id)"),"episodeContentType":"audio",
            "episodeFileExtension":"mp3","closedCaptioning":"none","country":"USA",
            "genres":[{"name":"Natural Sciences","id":"1534"}],
            "artworkUrl60":\(show.artwork(wide: 60)),"artworkUrl160":\(show.artwork(wide: 160)),
            "artworkUrl600":\(show.artwork(wide: 600))
            \(member: "trackTimeMillis", duration)\(member: "contentAdvisoryRating", rating)}
            """
    }
}

/// A podcast in the directory. Its record resembles that of an episode, with the same number for track and collection.
struct PodcastShow: Sendable {
    let id: Int
    let name: String
    let maker: String

    var page: String { "https://podcasts.apple.com/us/podcast/\(Slug.of(name))/id\(id)" }

    func artwork(wide width: Int) -> String {
        "https://\(PodcastArtwork.host)/image/thumb/Podcasts116/v4/\(Slug.of(name)).jpeg/\(width)x\(width)bb.png"
    }

    var json: JSONText {
        """
        {"wrapperType":"track","kind":"podcast","collectionId":\(id),"trackId":\(id),"artistName":\(maker),
        "collectionName":\(name),"trackName":\(name),"collectionExplicitness":"notExplicit",
        "trackExplicitness":"cleaned","contentAdvisoryRating":"Clean","trackViewUrl":\("\(page)?uo=4"),
        "releaseDate":"2021-09-01T10:45:00Z","trackTimeMillis":2415,"country":"USA",
        "primaryGenreName":"Natural Sciences","genres":["Natural Sciences","Podcasts"],
        "artworkUrl30":\(artwork(wide: 30)),"artworkUrl60":\(artwork(wide: 60)),
        "artworkUrl100":\(artwork(wide: 100)),"artworkUrl600":\(artwork(wide: 600))}
        """
    }
}
