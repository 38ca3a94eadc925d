import Flickr
import ForageCore
import Foundation
import Testing

@Suite("Lists of photos")
struct ListTests {
    private let provider = FlickrProvider()

    @Test("a photo with all fields is read")
    func whole() throws {
        let photo = try #require(try provider.page("search").drafts.first)
        #expect(photo.localID == "53123456701")
        #expect(photo.kind == .photo)
        #expect(photo.title == "Snowy owl at dusk")
        #expect(photo.page == "https://www.flickr.com/photos/12345678@N02/53123456701")
        #expect(photo.summary == "A snowy owl over the dunes. More in my album & elsewhere.")
        #expect(photo.creator?.name == "Astrid Møller")
        #expect(photo.creator?.url == "https://www.flickr.com/people/12345678@N02/")
        #expect(photo.licence?.id == "cc-by-2.0")
        #expect(photo.publishedAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(photo.tags == ["owl", "snowyowl", "bird", "dunes"])
        #expect(photo.place == Place(name: nil, latitude: 57.72, longitude: 10.58))
    }

    @Test("sizes are read as numbers or texts, each with its role")
    func renditions() throws {
        let photo = try #require(try provider.page("search").drafts.first)
        #expect(
            photo.renditions.map(\.role) == [
                .thumbnail, .small, .regular, .regular, .large, .full, .original,
            ])
        #expect(
            photo.renditions.map { $0.size?.description } == [
                "150×150", "320×213", "500×333", "640×427", "1024×683", "2048×1365", "5184×3456",
            ])
        #expect(
            photo.renditions.last?.url == "https://live.staticflickr.com/65535/53123456701_99887766aa_o.jpg")
    }

    @Test("an invisible title is no title")
    func invisibleTitle() throws {
        let body = String(decoding: try Sample.body("search"), as: UTF8.self)
            .replacing("Snowy owl at dusk", with: "\u{AD}\u{200B}")
        let step = try provider.decode(Response(body: Array(body.utf8)), for: Sample.search())
        #expect(try step.drafts.first?.title == "Untitled")
    }

    @Test("an empty title, and a location of 0, 0, are left out")
    func nothing() throws {
        let photo = try provider.page("search").drafts[1]
        #expect(photo.title == "Untitled")
        #expect(photo.summary == nil)
        #expect(photo.place == nil)
        #expect(photo.tags == [])
        #expect(photo.creator?.name == "猫の写真")
        #expect(photo.publishedAt == Date(timeIntervalSince1970: 1_383_500_000))
    }

    @Test("old addresses of files are changed to https")
    func secure() throws {
        let photo = try provider.page("search").drafts[1]
        #expect(
            photo.renditions.map(\.url) == [
                "https://farm8.staticflickr.com/7402/49876543210_ffeeddccbb_m.jpg",
                "https://farm8.staticflickr.com/7402/49876543210_ffeeddccbb.jpg",
            ])
    }

    @Test("a record without addresses has the files of every photo")
    func built() throws {
        let photo = try provider.page("search").drafts[2]
        #expect(photo.title == "Owl box, \"Mill Lane\" <1>")
        #expect(
            photo.renditions == [
                Rendition(.thumbnail, at: "https://live.staticflickr.com/8191/8130000001_0123456789_q.jpg"),
                Rendition(.regular, at: "https://live.staticflickr.com/8191/8130000001_0123456789.jpg"),
            ])
        #expect(photo.creator == nil)
    }

    @Test("a video is left out, and is not drift")
    func video() throws {
        let page = try provider.page("search")
        #expect(page.drafts.map(\.localID) == ["53123456701", "49876543210", "8130000001", "8130000003"])
        #expect(page.drift == [])
    }

    @Test("numbers as text, texts as numbers and a time without a zone are read")
    func flexible() throws {
        let photo = try provider.page("search").drafts[3]
        #expect(photo.title == "Little owl")
        #expect(photo.publishedAt == Date(timeIntervalSince1970: 1_383_480_000))
        #expect(photo.place == Place(name: nil, latitude: -33.9, longitude: 151.2))
        #expect(photo.tags == ["little", "owl"])
        #expect(photo.renditions.map(\.role) == [.regular])
        #expect(photo.renditions.map(\.size) == [nil])
    }

    @Test("a photo under a licence of version 4.0 is credited with it")
    func youngLicence() throws {
        let photo = try provider.page("search").drafts[3]
        #expect(photo.licence?.id == "cc-by-nc-4.0")
        #expect(provider.attribution(for: photo).text.contains("CC BY-NC 4.0"))
    }

    @Test("the next page depends on the number of pages, not on the number of photos")
    func paging() throws {
        let search = try provider.page("search")
        #expect(search.next == "2")
        #expect(search.total == 1270)
        let interesting = try provider.page("interesting", for: Sample.browse(page: "4"))
        #expect(interesting.drafts.count == 2)
        #expect(interesting.next == "5")
        #expect(interesting.total == 500)
        #expect(try provider.page("last-page", for: Sample.browse(page: "5")).next == nil)
    }

    @Test("a search ends at the service's limit, a listing does not")
    func greatestFound() throws {
        #expect(try provider.page("hostile", for: Sample.search(page: "133")).next == "134")
        #expect(try provider.page("hostile", for: Sample.search(page: "134")).next == nil)
        #expect(try provider.page("hostile", for: Sample.browse(page: "134")).next == "135")
    }

    @Test("no results are an empty page")
    func empty() throws {
        let page = try provider.page("nothing")
        #expect(page == Page(drafts: [], total: 0))
    }

    @Test("JSONP is unwrapped")
    func wrapped() throws {
        let page = try provider.page("wrapped.txt")
        #expect(page.drafts.map(\.localID) == ["8130000001"])
        #expect(page.damage == nil)
    }

    @Test("invalid records are left out and counted")
    func wrongTypes() throws {
        let page = try provider.page("wrong-types")
        #expect(page.drafts.map(\.localID) == ["5", "6"])
        let changed = [
            "description/_content", "height_m", "height_n", "height_q", "height_z", "id", "license", "media",
            "owner", "owner/username", "ownername", "secret", "server", "tags", "title", "url_q", "width_n",
            "width_q", "width_z",
        ]
        #expect(
            page.drift.map(\.path)
                == ["/photos/pages"] + changed.map { "/photos/photo/*/\($0)" } + ["/photos/total"])
        #expect(page.drift.map(\.total) == [1] + changed.map { _ in 9 } + [1])
        #expect(page.next == nil)
        let photo = page.drafts[1]
        #expect(photo.page == "https://www.flickr.com/photos/..%2F..%2F..%2Fx%3Fy%23z/6")
        #expect(photo.licence == nil && photo.place == nil && photo.publishedAt == nil)
        #expect(photo.renditions == [])
    }

    @Test("the complete records of a truncated list are read")
    func cutOff() throws {
        let page = try provider.page("cut-off")
        #expect(page.drafts.map(\.localID) == ["53123456701", "49876543210"])
        #expect(page.damage?.contains("ends early") == true)
    }

    @Test("markup in names stays text, and text in addresses is escaped")
    func hostile() throws {
        let page = try provider.page("hostile")
        #expect(page.drafts[0].summary == "Owl\u{202e}")
        #expect(page.drafts[0].title == "<script>alert(1)</script>")
        #expect(page.drafts[0].page == "https://www.flickr.com/photos/12345678@N02%22%3E%3Cb%3E/53123456701")
        #expect(page.drafts[1].page == "https://www.flickr.com/photos/12345678@N02/a%20b%2F..%2Fc")
        for draft in page.drafts { #expect(!provider.attribution(for: draft).html.contains("<script")) }
    }
}
