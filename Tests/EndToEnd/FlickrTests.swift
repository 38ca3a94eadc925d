import JSON
import TestWording
import Testing

@Suite("Photos of Flickr")
struct FlickrTests {
    private func atSandbox(_ arguments: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            ["forage", "--sandbox"] + arguments, in: Place(),
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending()
    }

    @Test("a search returns unique photos with sizes, licences and credit")
    func search() async throws {
        let ending = try await atSandbox("search", "owl", "-p", "flickr", "-n", "40", "-f", "json")
        let items = try ending.json["items"].list
        #expect(items.count > 8)
        #expect(Set(items.compactMap { $0["id"].string }).count == items.count)
        for item in items {
            #expect(
                item["attribution"]["text"].string?.contains("not endorsed or certified by SmugMug") == true)
            #expect(item["licence"]["name"].string != nil && item["creator"]["name"].string != nil)
            let sides = ["width", "height"].compactMap { item["size"][$0].int }
            #expect(sides.max().map { $0 >= 800 } == true)
            #expect(item["renditions"].list.allSatisfy { $0["url"].string?.hasPrefix("https://") == true })
        }
    }

    @Test("--sort newest and --after are applied")
    func order() async throws {
        let ending = try await atSandbox(
            "search", "birds", "-p", "flickr", "-f", "json", "--sort", "newest", "--after", "2015")
        let days = try ending.json["items"].list.compactMap { $0["publishedAt"].string }
        #expect(days.count > 3)
        #expect(days == days.sorted(by: >))
        #expect(days.allSatisfy { $0 >= "2015" })
    }

    @Test("licence and before filters are sent to the service, and hold")
    func honoured() async throws {
        let ending = try await atSandbox(
            "search", "birds licence:commercial,modify before:2016", "-p", "flickr", "-f", "json")
        let root = try ending.json
        let items = root["items"].list
        #expect(!items.isEmpty)
        for item in items {
            let permissions = item["licence"]["permissions"].list.compactMap(\.string)
            #expect(permissions == ["commercial", "modify", "redistribute"])
            #expect(item["sources"][0]["licence"]["id"].string == item["licence"]["id"].string)
            #expect(item["publishedAt"].string.map { $0 < "2016" } == true)
        }
        let filters = root["outcomes"][0]["filters"].list.map { $0["handling"].string }
        #expect(filters == ["honoured", "honoured"])
        let none = try await atSandbox("search", "birds licence:unsplash", "-p", "flickr")
        #expect(
            none.messages.contains(
                "\(Wording.Results.skipped("Flickr has no licence that matches unsplash"))."))
    }

    @Test("show lists every file, and the credit links to the photo's page")
    func details() async throws {
        let listed = try await atSandbox("search", "owl", "-p", "flickr", "-n", "1", "--fields", "id,pageURL")
        let columns = try #require(listed.outputLines.first).split(separator: "\t").map(String.init)
        let item = try await atSandbox("show", columns[0], "--format", "json").json["item"]
        #expect(item["renditions"].list.count >= 8)
        #expect(item["pageURL"].string == columns[1])
        let credit = try await atSandbox("credit", columns[0], "--format", "html").output
        #expect(credit.hasPrefix("<a href=\"\(columns[1])\">"))
    }

    @Test("a photo that no longer exists is reported as gone")
    func gone() async throws {
        let ending = try await atSandbox("show", "flickr:1")
        #expect(ending.code == 1)
        #expect(ending.messages.contains(Wording.Results.gone("flickr:1")))
    }

    @Test("without a key the provider is skipped, with the address for a key")
    func withoutKey() async throws {
        let ending = try await forage("search", "owl", "-p", "flickr")
        #expect(ending.code == 1)
        #expect(ending.messages.contains("FLICKR_API_KEY"))
        #expect(ending.messages.contains("https://www.flickr.com/services/apps/create/"))
    }

    @Test("a rejected key is denied, and not shown")
    func wrongKey() async throws {
        let address = try SharedSandbox.address.get()
        let ending = try await forage(
            "search", "owl", "-p", "flickr", "--allow-origin", address,
            environment: [
                "FLICKR_API_KEY": "mysecretkey",
                "FORAGE_PROVIDERS_FLICKR_BASE_URL": "\(address)/api.flickr.com",
            ])
        #expect(ending.code == 1)
        #expect(ending.messages.contains("flickr  denied: \(Wording.Services.keyIsRefused)"))
        #expect(!ending.messages.contains("mysecretkey"))
    }
}
