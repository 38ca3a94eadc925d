import Flickr
import ForageCore
import Foundation
import Testing

@Suite("Requests to Flickr")
struct RequestTests {
    private let provider = FlickrProvider()

    private func parameters(_ request: ProviderRequest) throws -> [String: [Endpoint.Piece]] {
        let endpoint = try provider.endpoint(for: request)
        #expect(endpoint.target == .web("https://api.flickr.com/services/rest/"))
        #expect(endpoint.headers.isEmpty)
        return Dictionary(uniqueKeysWithValues: endpoint.query.map { ($0.name, $0.value) })
    }

    @Test("every request asks for plain JSON, with the key only in the query")
    func common() throws {
        for request in [try Sample.search(), Sample.browse(), Sample.details] {
            let parameters = try parameters(request)
            #expect(parameters["api_key"] == [.key("apiKey")])
            #expect(parameters["format"] == ["json"])
            #expect(parameters["nojsoncallback"] == ["1"])
        }
    }

    @Test("a search has the words, order and page")
    func search() throws {
        let parameters = try parameters(Sample.search("barn owl", page: "3"))
        #expect(parameters["method"] == ["flickr.photos.search"])
        #expect(parameters["text"] == ["barn owl"])
        #expect(parameters["sort"] == ["relevance"])
        #expect(parameters["media"] == ["photos"])
        #expect(parameters["per_page"] == ["30"])
        #expect(parameters["page"] == ["3"])
        #expect(parameters["min_upload_date"] == nil)
        guard case .text(let extras) = parameters["extras"]?.first else {
            Issue.record("no extras")
            return
        }
        #expect(extras.split(separator: ",").contains("owner_name"))
    }

    @Test(
        "orders are translated to the service's",
        arguments: [(Order.newest, "date-posted-desc"), (.interesting, "interestingness-desc")])
    func order(order: Order, sort: String) throws {
        let query = try Query("owl", order: order)
        let parameters = try parameters(.search(query, PageRequest(size: 30)))
        #expect(parameters["sort"] == [.text(sort)])
        #expect(provider.info.capabilities.orders.contains(order))
    }

    @Test(
        "unsafe photos are requested only if all content is wanted",
        arguments: [([], "1"), ([.content(.safe)], "1"), ([.content(.any)], "3")] as [([Filter], String)])
    func content(filters: [Filter], level: String) throws {
        let search = ProviderRequest.search(try Query("owl", filters: filters), PageRequest(size: 3))
        #expect(try parameters(search)["safe_search"] == [.text(level)])
    }

    @Test("the day of publication is sent in seconds")
    func publishedSince() throws {
        let query = try Query("owl", filters: [.publishedSince(Date(timeIntervalSince1970: 1_700_000_000))])
        let parameters = try parameters(.search(query, PageRequest(size: 30)))
        #expect(parameters["min_upload_date"] == ["1700000000"])
    }

    @Test("the end of publication excludes its day")
    func publishedBefore() throws {
        let query = try Query("owl", filters: [.publishedBefore(Date(timeIntervalSince1970: 1_700_000_000))])
        #expect(
            try parameters(.search(query, PageRequest(size: 30)))["max_upload_date"] == ["1699999999"])
    }

    @Test(
        "licences are sent as the service's numbers",
        arguments: [
            (LicenceFilter([.commercial]), "4,5,6,7,8,9,10,11,12,13"),
            (LicenceFilter([.commercial, .modify]), "4,5,7,8,9,10,11,12"),
            (LicenceFilter(licences: ["cc-by", "cc0"]), "4,9,11"),
            (LicenceFilter(licences: ["cc-by-4.0"]), "11"),
            (LicenceFilter(licences: ["all-rights-reserved"]), "0"),
        ])
    func licences(filter: LicenceFilter, numbers: String) throws {
        let query = try Query("owl", filters: [.licence(filter)])
        #expect(try parameters(.search(query, PageRequest(size: 30)))["license"] == [.text(numbers)])
    }

    @Test("a licence unknown to the service is refused")
    func noLicence() throws {
        let query = try Query("owl", filters: [.licence(LicenceFilter(licences: ["unsplash"]))])
        #expect(throws: ProviderError.self) { try parameters(.search(query, PageRequest(size: 30))) }
    }

    @Test("a listing is of the given day, or of the latest")
    func browse() throws {
        let day = try parameters(Sample.browse("2024-05-31", page: "2"))
        #expect(day["method"] == ["flickr.interestingness.getList"])
        #expect(day["date"] == ["2024-05-31"])
        #expect(day["page"] == ["2"])
        #expect(try parameters(Sample.browse())["date"] == nil)
    }

    @Test("a photo is requested by its number")
    func details() throws {
        let parameters = try parameters(Sample.details)
        #expect(parameters["method"] == ["flickr.photos.getInfo"])
        #expect(parameters["photo_id"] == ["53123456701"])
    }

    @Test("an invalid page is refused", arguments: ["", "0", "-1", "two", "1000000"])
    func wrongPage(cursor: String) {
        #expect(throws: ProviderError.self) { try provider.endpoint(for: Sample.search(page: cursor)) }
        #expect(throws: ProviderError.self) { try provider.endpoint(for: Sample.browse(page: cursor)) }
    }

    @Test("a download is not reported")
    func download() throws {
        let draft = try #require(try provider.page("search").drafts.first)
        let item = try #require(Item(draft, credit: provider.attribution(for: draft), from: "flickr"))
        #expect(throws: ProviderError.self) { try provider.endpoint(for: .download(item)) }
        #expect(throws: ProviderError.self) { try provider.page("search", for: .download(item)) }
    }
}
