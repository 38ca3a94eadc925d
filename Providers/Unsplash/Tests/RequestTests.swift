import ForageCore
import Testing
import Unsplash

@Suite("Requests to Unsplash")
struct RequestTests {
    private let provider = UnsplashProvider()

    private func keyed(_ endpoint: Endpoint) -> Endpoint {
        endpoint.header("Accept-Version", "v1").header("Authorization", "Client-ID ", .key("accessKey"))
    }

    @Test("a search requests a page of photos, with the key in a header")
    func search() throws {
        #expect(
            try provider.endpoint(for: Sample.search("barn owl", cursor: "4"))
                == keyed(
                    .get("https://api.unsplash.com/search/photos")
                        .query("query", "barn owl").query("content_filter", "high")
                        .query("page", "4").query("per_page", "5")))
    }

    @Test("filters and orders are translated to the service's")
    func filters() throws {
        let query = try Query(
            "owl", filters: [.orientation(.square), .hue(.blackAndWhite), .kinds([.photo])],
            order: .interesting)
        let endpoint = try provider.endpoint(for: .search(query, PageRequest(size: 30)))
        let asked = Dictionary(uniqueKeysWithValues: endpoint.query.map { ($0.name, $0.value) })
        #expect(asked["orientation"] == ["squarish"])
        #expect(asked["color"] == ["black_and_white"])
        #expect(asked["order_by"] == ["editorial"])
        let newest = try Query("owl", filters: [.orientation(.portrait)], order: .newest)
        let latest = try provider.endpoint(for: .search(newest, PageRequest(size: 30)))
        #expect(latest.query.contains { $0.name == "order_by" && $0.value == ["latest"] })
        #expect(latest.query.contains { $0.name == "orientation" && $0.value == ["portrait"] })
    }

    @Test("a page has from one to thirty photos", arguments: [(200, "30"), (0, "1"), (7, "7")])
    func size(wanted: Int, asked: String) throws {
        let endpoint = try provider.endpoint(for: .browse(Browse(), PageRequest(size: wanted)))
        #expect(endpoint.query.contains { $0.name == "per_page" && $0.value == [.text(asked)] })
    }

    @Test("the list of all photos and a single photo have their own addresses")
    func others() throws {
        #expect(
            try provider.endpoint(for: Sample.browse)
                == keyed(
                    .get("https://api.unsplash.com/photos").query("page", "1").query("per_page", "3")))
        #expect(
            try provider.endpoint(for: Sample.details)
                == keyed(.get("https://api.unsplash.com/photos/Kf3_-aOwl01")))
        let odd = ItemID(provider: "unsplash", local: "../oauth?x")
        #expect(
            try provider.endpoint(for: .details(odd))
                == keyed(.get("https://api.unsplash.com/photos/..%2Foauth%3Fx")))
    }

    @Test("a list of one colour is refused with a sentence")
    func listOfOneColour() {
        let fault = #expect(throws: ProviderError.self) {
            try provider.endpoint(for: .browse(Browse(filters: [.hue(.teal)]), PageRequest(size: 3)))
        }
        #expect(
            fault?.description == "Unsplash cannot filter its list by colour; search for something instead.")
    }

    @Test(
        "unsafe photos are requested only if all content is wanted",
        arguments: [([], "high"), ([.content(.safe)], "high"), ([.content(.any)], "low")]
            as [([Filter], String)])
    func content(filters: [Filter], word: String) throws {
        let search = ProviderRequest.search(try Query("owl", filters: filters), PageRequest(size: 3))
        let endpoint = try provider.endpoint(for: search)
        #expect(endpoint.query.contains { $0.name == "content_filter" && $0.value == [.text(word)] })
    }

    @Test("permission to download is requested at the photo's address, with its query")
    func download() throws {
        let item = try provider.owl()
        let endpoint = try provider.endpoint(for: .download(item))
        #expect(
            endpoint
                == keyed(
                    .get(
                        "https://api.unsplash.com/photos/Kf3_-aOwl01/download?ixid=M3w5OTk5fDB8MXxzZWFyY2h8MXx8b3dsfGVufDB8fHx8MTcwMA"
                    )))
    }

    @Test(
        "the key is never sent to another host",
        arguments: [
            "https://thief.example/photos/Kf3_-aOwl01/download?ixid=1",
            "http://api.unsplash.com/photos/Kf3_-aOwl01/download?ixid=1",
            "https://api.unsplash.com.thief.example/download",
        ])
    func foreignDownload(address: String) throws {
        var draft = try #require(try provider.page("details", for: Sample.details).drafts.first)
        draft.downloadNotice = WebURL(address)
        let item = try #require(Item(draft, credit: provider.attribution(for: draft), from: "unsplash"))
        let endpoint = try provider.endpoint(for: .download(item))
        #expect(endpoint.target == .web("https://api.unsplash.com/photos/Kf3_-aOwl01/download"))
    }

    @Test("an invalid page or photo is refused", arguments: ["0", "-1", "two", ""])
    func strangePage(cursor: String) throws {
        let fault = #expect(throws: ProviderError.self) {
            try provider.endpoint(for: Sample.search(cursor: cursor))
        }
        #expect(fault?.description.contains("its pages have numbers") == true)
        #expect(throws: ProviderError.self) {
            try provider.endpoint(for: .details(ItemID(provider: "unsplash", local: "..")))
        }
        let long = ItemID(provider: "unsplash", local: String(repeating: "a", count: 9_000))
        #expect(throws: ProviderError.self) { try provider.endpoint(for: .details(long)) }
    }
}
