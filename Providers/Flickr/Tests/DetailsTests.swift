import Flickr
import ForageCore
import Foundation
import Testing

@Suite("One photo")
struct DetailsTests {
    private let provider = FlickrProvider()

    @Test("the files of a photo are requested first")
    func more() throws {
        guard case .more(let endpoints) = try provider.details("details") else {
            Issue.record("no further request")
            return
        }
        #expect(endpoints.count == 1)
        let parameters = Dictionary(uniqueKeysWithValues: endpoints[0].query.map { ($0.name, $0.value) })
        #expect(parameters["method"] == ["flickr.photos.getSizes"])
        #expect(parameters["photo_id"] == ["53123456701"])
        #expect(parameters["api_key"] == [.key("apiKey")])
    }

    @Test("all fields of a photo are read")
    func whole() throws {
        let photo = try #require(try provider.details("details", "sizes").drafts.first)
        #expect(photo.localID == "53123456701")
        #expect(photo.title == "Snowy owl at dusk")
        #expect(photo.page == "https://www.flickr.com/photos/12345678@N02/53123456701")
        #expect(photo.summary == "A snowy owl over the dunes. Seen & gone.")
        #expect(photo.creator?.name == "Astrid Møller")
        #expect(photo.licence?.name == "CC BY 2.0")
        #expect(photo.publishedAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(photo.tags == ["Snowy owl", "dunes"])
        let name = "Skagen, North Denmark, Denmark"
        #expect(photo.place == Place(name: name, latitude: 57.72, longitude: 10.58))
    }

    @Test("files have roles by size, and videos and invalid files are left out")
    func sizes() throws {
        guard case .page(let page) = try provider.details("details", "sizes") else { throw NoPage() }
        let renditions = try #require(page.drafts.first?.renditions)
        #expect(
            renditions.map(\.role) == [
                .thumbnail, .thumbnail, .thumbnail, .small, .regular, .regular, .large, .full, .original,
            ])
        #expect(renditions.last?.size?.description == "5184×3456")
        #expect(page.drift.map(\.path) == ["/sizes/size/*/source"])
    }

    @Test("without a list of files a photo has the usual ones, and the missing list is noted")
    func noSizes() throws {
        guard case .page(let page) = try provider.details("details", "nothing") else { throw NoPage() }
        #expect(
            page.drafts.first?.renditions.map(\.url) == [
                "https://live.staticflickr.com/65535/53123456701_a1b2c3d4e5_q.jpg",
                "https://live.staticflickr.com/65535/53123456701_a1b2c3d4e5.jpg",
            ])
        #expect(page.drift.map(\.path) == ["/sizes/size"])
    }

    @Test("a licence with an unknown number is looked up in the service's table")
    func newLicence() throws {
        guard case .more(let endpoints) = try provider.details("details-new-licence") else {
            Issue.record("no further request")
            return
        }
        #expect(endpoints.count == 2)
        #expect(endpoints[1].query.first?.value == ["flickr.photos.licenses.getInfo"])
        let photo = try provider.details("details-new-licence", "sizes", "licences").drafts.first
        #expect(photo?.licence?.id == "cc-by-nc-4.0")
        #expect(photo?.licence?.name == "CC BY-NC 4.0")
        let unknown = try #require(try provider.details("details-new-licence", "sizes", "sizes").drafts.first)
        #expect(unknown.licence == nil)
    }

    @Test("a title without its object, and a time before the service existed")
    func odd() throws {
        let photo = try #require(
            try provider.details("details-new-licence", "sizes", "licences").drafts.first)
        #expect(photo.title == "Little owl")
        #expect(photo.publishedAt == nil)
        #expect(photo.place == nil)
    }

    @Test("another answer is not a photo", arguments: ["search", "sizes", "licences"])
    func foreign(name: String) {
        #expect(throws: ProviderError.self) { try provider.details(name, "sizes") }
    }
}
