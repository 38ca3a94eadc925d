internal import HTTPServer

/// The feed of NASA's Houston We Have a Podcast, and the files in it.
struct HoustonPodcast: SandboxService {
    private let feed: String
    let hosts = ["www.nasa.gov"]
    private static let page = "https://www.nasa.gov/podcasts/houston-we-have-a-podcast/"
    private static let files = "https://www.nasa.gov/wp-content/uploads/"

    /// Creates an episode for each general item, with the newest first.
    init(catalogue: Catalogue) {
        let subjects = catalogue.items.filter(\.isGeneral)
        let items = subjects.enumerated().map { Self.item($1, number: subjects.count - $0) }
        feed = Self.head + items.joined() + "</channel>\n</rss>\n"
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.steps
        if steps == ["feeds", "podcasts", "houston-we-have-a-podcast"] {
            return HTTPServerResponse(
                headers: [
                    "Content-Type": "application/rss+xml; charset=UTF-8",
                    "ETag": feed.entityTag,
                    "Last-Modified": "Fri, 28 Jun 2024 15:00:00 GMT",
                    "Cache-Control": "max-age=300, must-revalidate",
                ], body: .bytes(Array(feed.utf8))
            ).unlessKnown(to: request)
        }
        guard steps.count == 3, steps.starts(with: ["wp-content", "uploads"]) else {
            return .html("Page not found - NASA", status: 404)
        }
        if !steps[2].hasSuffix(".mp3") { return PictureServing.png(named: steps[2], for: request) }
        return MediumServing.answer(of: "audio/mpeg", to: request)
    }

    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
        <channel>
        <title>Houston We Have a Podcast</title>
        <link>\(page)</link>
        <itunes:author>National Aeronautics and Space Administration (NASA)</itunes:author>
        <itunes:image href="\(files)hwhap.png" />
        <itunes:explicit>false</itunes:explicit>

        """

    /// Returns an episode. Durations are either clock times or numbers of seconds; few episodes have their own picture.
    private static func item(_ subject: CatalogueItem, number: Int) -> String {
        let seconds = 1_800 + Int(subject.id.stableHash % 1_800)
        let clock = "00:\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        let picture = number % 5 == 0 ? "<itunes:image href=\"\(files)\(number).png\" />\n" : ""
        return """
            <item>
            <title>Of \(HTML.escaped(subject.title)) &amp; Orbits</title>
            <link>\(page)\(subject.id)/</link>
            <guid isPermaLink="false">https://www.nasa.gov/?post_type=podcast&#038;p=\(500_000 + number)</guid>
            <pubDate>\(CalendarDay(number: 16_983 + number * 7).inMail) 15:00:00 +0000</pubDate>
            <description><![CDATA[<p>\(HTML.escaped(subject.summary))</p>]]></description>
            <enclosure url="\(files)ep\(number).mp3" length="\(MediumServing.silence.count)" type="audio/mpeg" />
            <itunes:duration>\(number.isMultiple(of: 2) ? clock : "\(seconds)")</itunes:duration>
            \(picture)<category>\(HTML.escaped(subject.category.theme))</category>
            </item>

            """
    }
}

extension CalendarDay {
    /// The date as in mail and feeds, such as `Fri, 05 May 2023`.
    var inMail: String {
        let parts = text.split(separator: "-")
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(weekdays[number % 7]), \(parts[2]) \(months[(Int(parts[1]) ?? 1) - 1]) \(parts[0])"
    }
}
