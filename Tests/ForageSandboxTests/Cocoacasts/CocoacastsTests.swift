import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("The simulated Cocoacasts", .timeLimit(.minutes(1)))
struct CocoacastsTests {
    private let client: SandboxClient
    private let copies = "/cocoacasts.s3.us-west-1.amazonaws.com/mock-api/"
    private let mock = "/cocoacasts-mock-api.herokuapp.com/api/v1/episodes"

    init() throws {
        client = try SandboxClient.shared.get()
    }

    @Test("the copies of the first generation need no key and have every odd shape")
    func copiesOfFirst() async throws {
        let episodes = Array(try await client.json(copies + "episodes.json").elements)
        #expect(episodes.count > 200)
        let first = try #require(episodes.first)
        #expect(
            first.members.map(\.key) == [
                "id", "plus", "title", "author", "category", "excerpt", "collection", "thumbnail_url",
                "duration",
                "published_at", "swift", "xcode", "platform_version", "platform_name",
            ])
        let numbers = episodes.compactMap { $0["id"].int }
        #expect(numbers.count - Set(numbers).count == 1)
        #expect(numbers != numbers.sorted(by: >))
        #expect(episodes.contains { $0["collection"].isNull })
        #expect(Set(episodes.compactMap { $0["title"].string }).count < episodes.count)
        #expect(episodes.contains { $0["excerpt"].string?.contains("](https://") == true })
        #expect(first["published_at"].string == "2020-12-04T04:30:00+00:00")
        #expect(Set(episodes.compactMap { $0["thumbnail_url"].string }).count == episodes.count)
    }

    @Test("there is a series about owls")
    func owls() async throws {
        let episodes = Array(try await client.json(copies + "episodes.json").elements)
        let titles = episodes.filter { $0["collection"].string == "Building an Owl Tracker" }
        #expect(
            titles.map { $0["title"].string } == [
                "Setting Up the Project", "Fetching an Owl From the Network", "Saving an Owl With Core Data",
            ])
    }

    @Test(
        "every list of the first generation is available as a copy and with a key",
        arguments: ["episodes", "recent-episodes", "popular-episodes", "categories", "collections"])
    func lists(name: String) async throws {
        let copy = try await client.get(copies + name + ".json")
        let asked = try await client.get("/cocoacasts.com/api/" + name, headers: ["X-API-Key: sandbox-key"])
        #expect(copy.status == 200 && copy["Content-Type"] == "binary/octet-stream")
        #expect(asked.body == copy.body && asked["Content-Type"] == "application/json")
        #expect(try JSONDocument(copy.body, mode: .strict).root.count > 0)
    }

    @Test("a single episode uses the singular path")
    func episode() async throws {
        let key = ["X-API-Key: sandbox-key"]
        #expect(try await client.json("/cocoacasts.com/api/episode/7", headers: key)["id"].int == 7)
        #expect(try await client.get("/cocoacasts.com/api/episodes/7", headers: key).status == 404)
        #expect(try await client.get("/cocoacasts.com/api/episode/0", headers: key).status == 404)
    }

    @Test("the later generation uses camel case, escapes slashes and shares images within a series")
    func later() async throws {
        let reply = try await client.get(mock, headers: ["X-API-TOKEN: sandbox-token"])
        #expect(reply.text.contains("https:\\/\\/cdn.cocoacasts.com\\/"))
        let episodes = Array(try JSONDocument(reply.body, mode: .strict).root.elements)
        #expect(episodes.count == 60)
        #expect(
            episodes.first?.members.map(\.key) == [
                "id", "title", "excerpt", "imageURL", "videoDuration", "videoID",
            ])
        #expect(Set(episodes.compactMap { $0["imageURL"].string }).count < episodes.count)
        #expect(episodes.allSatisfy { $0["videoID"].kind == .string })
        #expect(episodes.allSatisfy { $0["excerpt"].string?.contains { "*`[]".contains($0) } == false })
    }

    @Test(
        "without a valid key the request is unauthorized",
        arguments: [
            ("/cocoacasts.com/api/episodes", "X-API-Key: mine"), ("/cocoacasts.com/api/episodes", "X-A: b"),
        ])
    func keys(target: String, header: String) async throws {
        let reply = try await client.get(target, headers: [header])
        #expect(reply.status == 401)
        #expect(reply.text == #"{"error":true,"reason":"Unauthorized"}"#)
    }

    @Test("the copies have the headers of a file store, without a lifetime")
    func store() async throws {
        let copy = try await client.get(copies + "episodes.json")
        #expect(copy["Cache-Control"] == nil && copy["Last-Modified"] == "Fri, 04 Dec 2020 10:12:45 GMT")
        #expect(copy["Server"] == "AmazonS3" && copy["Accept-Ranges"] == "bytes")
        let tag = try #require(copy["ETag"])
        #expect(tag.count == 34)
        let again = try await client.get(copies + "episodes.json", headers: ["If-None-Match: \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty)
    }

    @Test(
        "the host of the later generation answers that the app does not exist",
        arguments: ["X-API-TOKEN: mine", "X-A: b"])
    func noSuchApp(header: String) async throws {
        let reply = try await client.get(mock, headers: [header])
        #expect(reply.status == 404 && reply["Cache-Control"] == "no-cache, no-store")
        #expect(reply.text.contains("herokucdn.com/error-pages/no-such-app.html"))
    }

    @Test(
        "each host reports a missing page in its own way",
        arguments: [
            ("/cocoacasts.s3.us-west-1.amazonaws.com/mock-api/owls.json", 403, "AccessDenied"),
            ("/cocoacasts.s3.amazonaws.com/owls/owls.svg", 403, "AccessDenied"),
            ("/cdn.cocoacasts.com/owls/owls.svg", 404, "Not found"),
            ("/cocoacasts.com/owls", 404, "Cocoacasts"), ("/cocoacasts.com/", 200, "Cocoacasts"),
            ("/cocoacasts-mock-api.herokuapp.com/api/v1/videos", 404, "No such app"),
            ("/cocoacasts.com/building-an-owl-tracker-setting-up-the-project", 200, "Setting Up the Project"),
        ])
    func missing(target: String, status: Int, text: String) async throws {
        let reply = try await client.get(target)
        #expect(reply.status == status)
        #expect(reply.text.contains(text))
    }

    @Test(
        "days are converted to calendar dates",
        arguments: [
            (0, "1970-01-01"), (18_023, "2019-05-07"), (18_321, "2020-02-29"), (11_016, "2000-02-29"),
        ])
    func days(number: Int, text: String) {
        #expect(CalendarDay(number: number).text == text)
    }
}
