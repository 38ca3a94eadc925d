import ForageCore
import Testing
import Unsplash

@Suite("Credits of Unsplash's photos")
struct CreditTests {
    private let words = "utm_source=forage&utm_medium=referral"

    private func credits(_ provider: UnsplashProvider = UnsplashProvider()) throws -> [Attribution] {
        try provider.page("search", for: Sample.search()).drafts.map(provider.attribution)
    }

    @Test("a credit names the photographer and Unsplash, with the links that the guidelines require")
    func guidelines() throws {
        let credit = try credits()[0]
        #expect(
            credit.html
                == "<a href=\"https://unsplash.com/photos/brown-owl-in-flight-over-a-meadow-Kf3_-aOwl01?utm_source=forage&amp;utm_medium=referral\">Evening round</a>"
                + " by <a href=\"https://unsplash.com/@adaowl?utm_source=forage&amp;utm_medium=referral\">Ada Ashdown</a>, from "
                + "<a href=\"https://unsplash.com/?utm_source=forage&amp;utm_medium=referral\">Unsplash</a>"
                + " (<a href=\"https://unsplash.com/license\">Unsplash License</a>)")
        #expect(
            credit.text.hasPrefix(
                "\"Evening round\" by Ada Ashdown, from Unsplash (Unsplash License). https://"))
    }

    @Test("a photo without a description is not named after its photographer twice")
    func untitled() throws {
        #expect(
            try credits()[2].text.hasPrefix(
                "\"Photo\" by Ada Ashdown, from Unsplash (Unsplash License). https://"))
    }

    @Test("photos for subscribers have their own licence")
    func plus() throws {
        #expect(
            try credits()[3].licence
                == .known(
                    Licence(
                        id: "unsplash-plus", name: "Unsplash+ License",
                        url: "https://unsplash.com/plus/license")))
    }

    @Test("the links have the application's name, and the page of the item is unchanged")
    func applicationName() throws {
        let provider = try #require(
            try UnsplashProvider.registration.make(
                SettingValues(["applicationName": .text("my aviary")]))
                as? UnsplashProvider)
        let draft = try #require(try provider.page("search", for: Sample.search()).drafts.first)
        let credit = provider.attribution(for: draft)
        #expect(credit.source.url == "https://unsplash.com/?utm_source=my%20aviary&utm_medium=referral")
        #expect(!draft.page.text.contains("utm_"))
    }

    @Test(
        "parameters are added to a query, before a fragment",
        arguments: [
            ("https://unsplash.com/@a?b=c", "https://unsplash.com/@a?b=c&"),
            ("https://unsplash.com/@a", "https://unsplash.com/@a?"),
            ("https://unsplash.com", "https://unsplash.com/?"),
        ])
    func links(profile: String, start: String) throws {
        var draft = Draft(localID: "a", kind: .photo, title: "Owl", page: "https://unsplash.com/photos/a#top")
        draft.creator = Creator(name: "Ada", url: WebURL(profile))
        let credit = UnsplashProvider().attribution(for: draft)
        #expect(credit.creator.fact?.url?.text == start + words)
        #expect(credit.page.text == "https://unsplash.com/photos/a?\(words)#top")
    }

    @Test("a photo without a photographer says so")
    func anonymous() throws {
        let provider = UnsplashProvider()
        let draft = try #require(try provider.page("list-2015", for: Sample.browse).drafts.first)
        let credit = provider.attribution(for: draft)
        #expect(credit.creator == .unknown)
        #expect(credit.text.hasPrefix("\"Photo\", from Unsplash (Unsplash License). http://"))
    }
}
