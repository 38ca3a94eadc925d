import Flickr
import ForageCore
import Testing

@Suite("Credits of Flickr's photos")
struct CreditTests {
    private let provider = FlickrProvider()

    @Test("a credit names the photographer, the licence and the notice, and links to the photo's page")
    func whole() throws {
        let draft = try #require(try provider.page("search").drafts.first)
        let credit = provider.attribution(for: draft)
        #expect(
            credit.text == """
                "Snowy owl at dusk" by Astrid Møller, from Flickr (CC BY 2.0). This product uses the Flickr API but \
                is not endorsed or certified by SmugMug, Inc. \
                https://www.flickr.com/photos/12345678@N02/53123456701
                """)
        #expect(credit.html.hasPrefix("<a href=\"https://www.flickr.com/photos/12345678@N02/53123456701\">"))
        #expect(!credit.html.contains("staticflickr"))
    }

    @Test("a credit says what is unknown")
    func bare() throws {
        let draft = try provider.page("interesting", for: Sample.browse()).drafts[1]
        let credit = provider.attribution(for: draft)
        #expect(credit.creator == .unknown)
        #expect(credit.text.hasPrefix("\"***\", from Flickr (CC0 1.0). "))
    }
}
