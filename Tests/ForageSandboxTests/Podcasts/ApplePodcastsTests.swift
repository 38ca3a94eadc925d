import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("The simulated Apple podcast directory", .timeLimit(.minutes(1)))
struct ApplePodcastsTests {
    /// A separate service for each test, because calls are counted.
    private let client: SandboxClient
    private let host = "/itunes.apple.com"
    private var search: String { "\(host)/search?media=podcast&entity=podcastEpisode&" }

    init() throws { client = try SandboxClient() }

    private func results(_ target: String) async throws -> [JSONValue] {
        let json = try await client.json(target)
        #expect(json["resultCount"].int == json["results"].count)
        return Array(json["results"].elements)
    }

    @Test("an answer has the content type of a script, and starts with empty lines")
    func form() async throws {
        let reply = try await client.get(search + "term=owl")
        #expect(reply["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(reply["Content-Disposition"] == "attachment; filename=1.txt")
        #expect(reply["Cache-Control"] == "max-age=86354")
        #expect(reply.text.hasPrefix("\n\n\n{"))
    }

    @Test("episodes have no artist; some are listed twice, some have no duration")
    func episodes() async throws {
        let episodes = try await results(search + "term=bird&limit=200")
        #expect(episodes.count > 40)
        #expect(episodes.allSatisfy { $0["kind"].string == "podcast-episode" && $0["artistName"].isMissing })
        #expect(Set(episodes.compactMap { $0["trackId"].int }).count == episodes.count)
        #expect(Set(episodes.compactMap { $0["episodeGuid"].string }).count < episodes.count)
        #expect(episodes.contains { $0["trackTimeMillis"].isMissing })
        #expect(!episodes.allSatisfy { $0["trackTimeMillis"].isMissing })
    }

    @Test("explicit=No leaves out explicit episodes")
    func explicit() async throws {
        let all = try await results(search + "term=bird&limit=200")
        let clean = try await results(search + "term=bird&limit=200&explicit=No")
        let explicit = all.count { $0["contentAdvisoryRating"].string == "Explicit" }
        #expect(explicit > 0 && clean.count == all.count - explicit)
        #expect(all.contains { $0["contentAdvisoryRating"].isMissing })
    }

    @Test("a search returns at most 200 results, and 50 by default")
    func limits() async throws {
        #expect(try await results(search + "term=first").count == 50)
        let reply = try await client.get(search + "term=bird&limit=none")
        #expect(reply.status == 400 && reply.text.contains("Invalid value(s) for key(s): [limit]"))
        #expect(try await results(search + "term=first&limit=170").count == 170)
        #expect(try await results(search + "term=first&limit=1000").count <= 200)
    }

    @Test("a look-up of a show starts with the show, and a look-up of an episode is empty")
    func lookUp() async throws {
        let episode = try #require(try await results(search + "term=owl").first)
        let show = try #require(episode["collectionId"].int)
        let results = try await results("\(host)/lookup?id=\(show)&media=podcast&entity=podcastEpisode")
        #expect(results.first?["kind"].string == "podcast")
        #expect(results.first?["trackId"].int == show && results.first?["trackExplicitness"].exists == true)
        #expect(results.count > 1)
        #expect(results.dropFirst().allSatisfy { $0["wrapperType"].string == "podcastEpisode" })
        let id = try #require(episode["trackId"].int)
        #expect(try await self.results("\(host)/lookup?id=\(id)&entity=podcastEpisode").isEmpty)
    }

    @Test("the twenty-first call in a minute is refused with an empty body")
    func refusal() async throws {
        for _ in 1...20 { #expect(try await client.get(search + "term=owl").status == 200) }
        let refused = try await client.get(search + "term=owl")
        #expect(refused.status == 403 && refused.body.isEmpty && refused["Retry-After"] == nil)
        #expect(refused["Cache-Control"] == "max-age=0, no-cache, no-store")
    }

    @Test("a new minute has its own calls")
    func minutes() {
        let allowance = MinuteAllowance(2)
        let start = ContinuousClock.now
        #expect([0, 1, 59].map { allowance.take(at: start + .seconds($0)).left } == [1, 0, -1])
        #expect(allowance.take(at: start + .seconds(45)).seconds == 15)
        #expect(allowance.take(at: start + .seconds(60)).left == 1)
    }

    @Test("artwork has the size in its address")
    func artwork() async throws {
        let episode = try #require(try await results(search + "term=owl").first)
        let target = try #require(episode["artworkUrl160"].string?.dropFirst("https:/".count))
        let reply = try await client.get(String(target))
        #expect(reply.body[16..<20].elementsEqual([0, 0, 0, 160]))
        #expect(try await client.get("/is1-ssl.mzstatic.com/image/thumb/a/v4/b/0x0bb.png").status == 404)
    }
}
