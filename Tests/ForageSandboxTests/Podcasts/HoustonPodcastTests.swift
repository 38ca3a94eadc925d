import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("The simulated NASA podcast", .timeLimit(.minutes(1)))
struct HoustonPodcastTests {
    private let client: SandboxClient
    private let feed = "/www.nasa.gov/feeds/podcasts/houston-we-have-a-podcast/"

    init() throws { client = try SandboxClient.shared.get() }

    @Test("the feed is not sent again to clients that have it, by tag or date")
    func validators() async throws {
        let reply = try await client.get(feed)
        #expect(reply["Content-Type"] == "application/rss+xml; charset=UTF-8")
        #expect(reply["Cache-Control"] == "max-age=300, must-revalidate")
        let (tag, day) = (try #require(reply["ETag"]), try #require(reply["Last-Modified"]))
        for (header, status) in [
            ("If-None-Match: \(tag)", 304), ("If-None-Match: \"x\"", 200), ("If-Modified-Since: \(day)", 304),
        ] {
            let again = try await client.get(feed, headers: [header])
            #expect(again.status == status && again.body.isEmpty == (status == 304))
        }
    }

    @Test("durations have two formats, and recordings exist")
    func episodes() async throws {
        let text = try await client.get(feed).text
        #expect(text.contains("<itunes:duration>00:") && text.contains(/<itunes:duration>[0-9]+</))
        let target = try #require(text.firstMatch(of: /enclosure url="https:\/(.+?)" length="([0-9]+)"/))
        let recording = try await client.get(String(target.1))
        #expect(recording["Content-Type"] == "audio/mpeg" && recording.body.count == Int(target.2))
        #expect(recording.body.starts(with: [0xFF, 0xFB]))
    }

    @Test(
        "dates use the format of mail",
        arguments: [(0, "Thu, 01 Jan 1970"), (19_482, "Fri, 05 May 2023")])
    func days(number: Int, text: String) {
        #expect(CalendarDay(number: number).inMail == text)
    }
}
