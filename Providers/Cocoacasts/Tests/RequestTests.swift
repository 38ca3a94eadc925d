import Cocoacasts
import ForageCore
import Testing

@Suite("Requests to Cocoacasts")
struct RequestTests {
    private func provider(_ settings: [String: SettingValue]) throws -> any Provider {
        try CocoacastsProvider.registration.make(SettingValues(settings))
    }

    @Test("without settings the copy of all episodes is requested, without a key")
    func defaults() throws {
        let provider = try provider([:])
        #expect(
            try provider.endpoint(for: Sample.listing)
                == .get("https://cocoacasts.s3.us-west-1.amazonaws.com/mock-api/episodes.json"))
        #expect(provider.info.keys.isEmpty)
        #expect(provider.info.id == "cocoacasts")
    }

    @Test(
        "the settings choose the source and the list, and a key is sent only if required",
        arguments: [
            (
                "static", "popular-episodes",
                Endpoint.get("https://cocoacasts.s3.us-west-1.amazonaws.com/mock-api/popular-episodes.json")
            ),
            (
                "api", "recent-episodes",
                .get("https://cocoacasts.com/api/recent-episodes").header("X-API-Key", .key("apiKey"))
            ),
            (
                "v1", "episodes",
                .get("https://cocoacasts-mock-api.herokuapp.com/api/v1/episodes")
                    .header("X-API-TOKEN", .key("apiToken"))
            ),
        ])
    func source(source: String, list: String, endpoint: Endpoint) throws {
        let provider = try provider(["source": .text(source), "list": .text(list)])
        #expect(try provider.endpoint(for: Sample.listing) == endpoint)
        #expect(endpoint.keyNames == Set(provider.info.keys.map(\.name)))
        #expect(provider.info.keys.allSatisfy { $0.isRequired })
        #expect(provider.info.origins == [try #require(endpoint.openAddress).origin])
    }

    @Test("a local file is read instead of sending a request")
    func file() throws {
        let file = FileSetting(path: "/home/me/episodes.json")
        let provider = try provider(["file": .file(file), "source": .text("api")])
        #expect(try provider.endpoint(for: Sample.listing) == .file(file))
        #expect(provider.info.origins.isEmpty)
        #expect(provider.info.keys.isEmpty)
    }

    @Test("a list that the source lacks is refused with the setting's name")
    func unknownList() {
        let fault = #expect(throws: SettingError.self) {
            try provider(["source": .text("v1"), "list": .text("popular-episodes")])
        }
        #expect(fault == SettingError("list", "v1 has only \"episodes\""))
    }

    @Test("details and searches read the list, and downloads are not reported")
    func requests() throws {
        let provider = CocoacastsProvider()
        let listing = try provider.endpoint(for: Sample.listing)
        #expect(try provider.endpoint(for: .search(Query("owl"), PageRequest(size: 30))) == listing)
        let id = ItemID(provider: "cocoacasts", local: "1-owls")
        #expect(try provider.endpoint(for: .details(id)) == listing)
        let draft = try #require(try provider.page("recent-episodes").drafts.first)
        let item = try #require(Item(draft, credit: provider.attribution(for: draft), from: "cocoacasts"))
        #expect(throws: ProviderError.self) { try provider.endpoint(for: .download(item)) }
    }
}
