import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite(.timeLimit(.minutes(1)))
struct FlickrServiceTests {
    private let client: SandboxClient

    init() throws {
        client = try SandboxClient.shared.get()
    }

    private func call(_ method: String, _ parameters: String = "", key: String = "sandbox-apiKey")
        async throws
        -> JSONValue
    {
        try await client.json(
            "/api.flickr.com/services/rest/?method=flickr.\(method)&api_key=\(key)&format=json&nojsoncallback=1&\(parameters)"
        )
    }

    @Test("an invalid key fails with status 200", arguments: ["", "mine"])
    func checksKey(key: String) async throws {
        let answer = try await call("photos.search", "text=owl", key: key)
        #expect(answer["stat"].string == "fail")
        #expect(answer["code"].int == 100)
        let reply = try await client.get("/api.flickr.com/services/rest/?format=json&nojsoncallback=1")
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "text/plain; charset=utf-8")
    }

    @Test(
        "an error has a code",
        arguments: [
            ("photos.search", "", 3), ("interestingness.getList", "date=yesterday", 1),
            ("photos.getInfo", "photo_id=1", 1), ("photos.getSizes", "", 1), ("photos.shred", "", 112),
        ])
    func fails(method: String, parameters: String, code: Int) async throws {
        let answer = try await call(method, parameters)
        #expect(answer["stat"].string == "fail")
        #expect(answer["code"].int == code)
    }

    @Test("a search has pages, a total as a string and only the requested fields")
    func searches() async throws {
        let answer = try await call("photos.search", "text=owl&per_page=5&sort=relevance")
        #expect(answer["stat"].string == "ok")
        #expect(answer["photos"]["total"].string.flatMap { Int($0) }.map { $0 > 5 } == true)
        #expect(answer["photos"]["photo"].count == 5)
        #expect(answer["photos"]["photo"][0]["title"].string == "Owl")
        #expect(answer["photos"]["photo"][0]["ownername"].isMissing)
        let next = try await call("photos.search", "text=owl&per_page=5&sort=relevance&page=2")
        let ids = [answer, next].flatMap { $0["photos"]["photo"].elements.map { $0["id"].string } }
        #expect(Set(ids).count == 10)
        #expect(next["photos"]["page"].int == 2)
    }

    @Test("extras have all the types that the service has used")
    func variesExtras() async throws {
        let extras =
            "license,date_upload,owner_name,tags,geo,media,description,path_alias,date_taken,views,url_m,url_o"
        let answer = try await call("photos.search", "text=birds&per_page=60&extras=\(extras)")
        let photos = Array(answer["photos"]["photo"].elements)
        #expect(
            photos.contains { $0["license"].kind == .string }
                && photos.contains { $0["license"].kind == .number })
        #expect(photos.contains { $0["width_m"].kind == .string && $0["height_m"].kind == .number })
        #expect(photos.contains { $0["width_m"].kind == .number && $0["height_m"].kind == .string })
        #expect(photos.contains { $0["latitude"].kind == .number && $0["accuracy"].kind == .number })
        #expect(photos.contains { $0["title"].string == "" })
        #expect(photos.contains { $0["url_o"].isMissing } && photos.contains { $0["url_o"].exists })
        #expect(photos.contains { $0["url_m"].string?.hasPrefix("http://farm") == true })
        #expect(photos.allSatisfy { $0["description"]["_content"].kind == .string })
        #expect(photos.allSatisfy { $0["dateupload"].string != nil })
        #expect(photos.count == 59)
    }

    @Test("searches support order, dates and licences")
    func filters() async throws {
        let newest = try await call(
            "photos.search", "text=birds&extras=date_upload&min_upload_date=1400000000")
        let times = newest["photos"]["photo"].elements.compactMap {
            $0["dateupload"].string.flatMap { Int($0) }
        }
        #expect(times == times.sorted(by: >))
        #expect(times.allSatisfy { $0 >= 1_400_000_000 } && !times.isEmpty)
        let free = try await call("photos.search", "text=birds&extras=license&license=4,5,9")
        #expect(
            free["photos"]["photo"].elements.allSatisfy { [4, 5, 9].contains($0["license"].flexibleInt) })
        let interesting = try await call("photos.search", "text=birds&sort=interestingness-desc&extras=views")
        let views = interesting["photos"]["photo"].elements.compactMap { $0["views"].flexibleInt }
        #expect(views == views.sorted(by: >))
    }

    @Test("a day has its own list that names the day, and a future day has none")
    func lists() async throws {
        let latest = try await call("interestingness.getList", "per_page=10")
        #expect(latest["extra"]["explore_date"].string == FlickrService.latestDay)
        #expect(latest["photos"]["total"].int == 100)
        #expect(latest["photos"]["pages"].int == 10)
        let other = try await call("interestingness.getList", "per_page=10&date=2024-05-31")
        #expect(other["photos"]["photo"][0]["id"].string != latest["photos"]["photo"][0]["id"].string)
        let future = try await call("interestingness.getList", "date=2999-01-01")
        #expect(future["photos"]["photo"].count == 0)
        #expect(future["stat"].string == "ok")
    }

    @Test("a page after the last repeats the last")
    func repeatsLastPage() async throws {
        let last = try await call("interestingness.getList", "per_page=40&page=3")
        let afterLast = try await call("interestingness.getList", "per_page=40&page=9")
        #expect(afterLast["photos"]["page"].int == 3)
        #expect(afterLast["photos"]["photo"][0]["id"].string == last["photos"]["photo"][0]["id"].string)
    }

    @Test(
        "a photo has its title in an object, and its files have their stated sizes"
    )
    func details() async throws {
        let list = try await call("photos.search", "text=lighthouse&sort=relevance")
        for record in list["photos"]["photo"].elements.prefix(3) {
            let id = try #require(record["id"].string)
            let photo = try await call("photos.getInfo", "photo_id=\(id)")["photo"]
            #expect(photo["title"]["_content"].string == record["title"].string)
            #expect(photo["owner"]["nsid"].string == record["owner"].string)
            let sizes = try await call("photos.getSizes", "photo_id=\(id)")["sizes"]["size"]
            #expect(sizes.count >= 8)
            for size in sizes.elements {
                let url = try #require(size["source"].string)
                let target = try #require(url.split(separator: "//").last.map { "/\($0)" })
                let picture = try await client.get(target)
                #expect(picture["Content-Type"] == "image/png")
                let bytes = picture.body
                #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == size["width"].int)
                #expect(bytes[20..<24].reduce(0) { $0 << 8 | Int($1) } == size["height"].flexibleInt)
            }
        }
    }

    @Test(
        "a wrong secret or an unknown file is not found",
        arguments: [
            "/live.staticflickr.com/65535/50000000000_0000000000.jpg", "/live.staticflickr.com/",
            "/farm1.staticflickr.com/1/x.jpg",
        ])
    func refusesFiles(target: String) async throws {
        #expect(try await client.get(target).status == 404)
    }

    @Test("pages of photos and people exist")
    func showsPages() async throws {
        let record = try await call("photos.search", "text=owl&sort=relevance&extras=owner_name")["photos"][
            "photo"][0]
        let (owner, id) = (try #require(record["owner"].string), try #require(record["id"].string))
        let name = try #require(record["ownername"].string)
        #expect(try await client.get("/www.flickr.com/photos/\(owner)/\(id)").text.contains(name))
        #expect(try await client.get("/www.flickr.com/people/\(owner)/").text.contains(name))
        #expect(try await client.get("/www.flickr.com/nowhere").status == 404)
        #expect(try await client.get("/api.flickr.com/nowhere").status == 404)
    }

    @Test("without a format the answer is XML, and without nojsoncallback it is wrapped in a call")
    func wraps() async throws {
        let call = "/api.flickr.com/services/rest/?method=flickr.photos.search&text=owl&api_key="
        #expect(try await client.get(call + "none").text.contains("<err code=\"100\" msg=\"Invalid"))
        #expect(try await client.get(call + "sandbox-1").text.contains("<rsp stat=\"ok\">"))
        let script = try await client.get(call + "sandbox-1&format=json").text
        #expect(script.hasPrefix("jsonFlickrApi({") && script.hasSuffix("})"))
    }

    @Test("the table of licences is available")
    func licences() async throws {
        let table = try await call("photos.licenses.getInfo")["licenses"]["license"]
        #expect(table.elements.compactMap { $0["id"].string.flatMap { Int($0) } }.sorted() == Array(0...16))
        #expect(table.elements.allSatisfy { $0["id"].string != nil })
    }
}
