import Cocoacasts
import ForageCore
import Testing

@Suite("Episodes in lists of Cocoacasts")
struct DecodingTests {
    private let provider = CocoacastsProvider()
    private let site = "https://cocoacasts.com/"
    private let store = "https://cocoacasts.s3.amazonaws.com/"

    @Test("an episode of the first generation has all its fields")
    func first() throws {
        let page = try provider.page("episodes")
        #expect(page == Page(drafts: page.drafts))
        #expect(page.drafts.count == 27)
        let slug = "building-an-owl-tracker-counting-owls-with-core-location"
        #expect(
            page.drafts[0].line
                == "Counting Owls With Core Location | Building an Owl Tracker | The tracker can show owls, but it "
                + "doesn't know where it is. We ask for permission, read the first location and count what hoots "
                + "nearby. | Jim Johnson | \(site)\(slug) | Owls, Plus | 611 s | 2019-05-07 04:30:00 +0000 | "
                + "thumbnail \(store)\(slug)/\(slug).svg image/svg+xml")
        #expect(
            page.drafts[26].line
                == "Hello, Swift | Jim Johnson | \(site)hello-swift | Swift | 120 s | 2018-04-17 04:30:00 +0000 | "
                + "thumbnail \(store)hello-swift/hello-swift.svg image/svg+xml")
        #expect(page.drafts.allSatisfy { $0.kind == .episode })
    }

    @Test("an episode of the later generation has plain text and no page")
    func later() throws {
        let page = try provider.page("v1-episodes")
        #expect(page == Page(drafts: page.drafts))
        let slug = "building-a-sign-in-form-using-swiftui"
        #expect(
            page.drafts[0].line
                == "Adding a Sign In Form | A form with two fields & one button: nothing that SwiftUI can't do in "
                + "*five* lines. | \(site) | 522 s | "
                + "thumbnail https://cdn.cocoacasts.com/\(slug)/\(slug).svg image/svg+xml")
        #expect(page.drafts[6].summary == nil)
        #expect(page.drafts.allSatisfy { $0.page == "https://cocoacasts.com/" && $0.creator == nil })
    }

    @Test("episodes keep the order of the list, not of their numbers")
    func order() throws {
        let numbers = try ["recent-episodes", "v1-episodes"].map { name in
            try provider.page(name).drafts.compactMap {
                $0.localID.split(separator: "-").first.map(String.init)
            }
        }
        #expect(
            numbers == [
                ["303", "304", "302", "297", "297", "12"], ["556", "553", "551", "548", "1", "2", "3"],
            ])
    }

    @Test("episodes with the same number or image are all read, with different ids")
    func ids() throws {
        #expect(
            try provider.page("recent-episodes").drafts.map(\.localID) == [
                "303-building-an-owl-tracker-counting-owls-with-core-location",
                "304-building-an-owl-tracker-drawing-the-night-map", "302-optionals",
                "297-core-animation-in-practice-drawing-a-lighthouse",
                "297-networking-basics-reading-json-line-by-line", "12-hello-swift",
            ])
        #expect(
            try provider.page("v1-episodes").drafts.prefix(3).map(\.localID) == [
                "556-building-a-sign-in-form-using-swiftui-adding-a-sign-in-form",
                "553-building-a-sign-in-form-using-swiftui-validating-the-sign-in-form",
                "551-building-a-sign-in-form-using-swiftui-disabling-the-sign-in-button",
            ])
    }

    @Test("episodes with the same image have different ids, and no page made from its folder")
    func sharedImage() throws {
        let drafts = try provider.page("shared-image").drafts
        #expect(drafts.map(\.localID) == ["297-optionals", "297-optionals-chaining"])
        #expect(drafts.allSatisfy { $0.page == "https://cocoacasts.com/" })
    }

    @Test("an empty list is not a failure")
    func nothing() throws {
        #expect(try provider.page("nothing") == Page(drafts: []))
    }

    @Test("the credit names Cocoacasts and a known author, and no licence")
    func credit() throws {
        let episodes = try ["recent-episodes", "v1-episodes"].compactMap {
            try provider.page($0).drafts.first
        }
        #expect(
            episodes.map { provider.attribution(for: $0).text } == [
                "\"Counting Owls With Core Location\" by Jim Johnson, from Cocoacasts (licence unknown). "
                    + "\(site)building-an-owl-tracker-counting-owls-with-core-location",
                "\"Adding a Sign In Form\", from Cocoacasts (licence unknown). \(site)",
            ])
        #expect(
            provider.attribution(for: episodes[1]).source
                == NamedLink("Cocoacasts", "https://cocoacasts.com/"))
    }
}
