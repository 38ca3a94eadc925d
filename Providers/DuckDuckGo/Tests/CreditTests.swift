import DuckDuckGo
import ForageCore
import Testing

@Suite("Credits of DuckDuckGo's items")
struct CreditTests {
    private let provider = DuckDuckGoProvider()

    @Test(
        "a credit names the source, its known terms and the result page",
        arguments: [
            (
                "article", 0,
                "[Barn owl](<https://en.wikipedia.org/wiki/Barn_owl>), from "
                    + "[Wikipedia](<https://en.wikipedia.org/wiki/Barn_owl>) "
                    + "([CC BY\\-SA 4.0 for the text](<https://creativecommons.org/licenses/by-sa/4.0/>)). "
                    + "[Results from DuckDuckGo](<https://duckduckgo.com/?q=barn%20owl>)"
            ),
            (
                "article", 1,
                "[Official site](<https://www.barnowl.example/>), from "
                    + "[barnowl.example](<https://www.barnowl.example/>) (licence unknown). "
                    + "[Results from DuckDuckGo](<https://duckduckgo.com/?q=barn%20owl>)"
            ),
            (
                "definition", 0,
                "[Lantern](<http://dictionary.example/search?word=oil%20lantern>), from "
                    + "[A Small Dictionary](<http://dictionary.example/search?word=oil%20lantern>) (licence unknown). "
                    + "[Results from DuckDuckGo](<https://duckduckgo.com/?q=barn%20owl>)"
            ),
            (
                "answer-text", 0,
                "[12 inches = 30.48 centimetres](<https://duckduckgo.com/?q=barn%20owl>), from "
                    + "[DuckDuckGo](<https://duckduckgo.com/?q=barn%20owl>) (licence unknown). "
                    + "[Results from DuckDuckGo](<https://duckduckgo.com/?q=barn%20owl>)"
            ),
            (
                "category", 0,
                "[Little owl](<https://duckduckgo.com/Little_owl>), from "
                    + "[DuckDuckGo](<https://duckduckgo.com/Little_owl>) (licence unknown). "
                    + "[Results from DuckDuckGo](<https://duckduckgo.com/?q=barn%20owl>)"
            ),
        ])
    func credit(name: String, place: Int, markdown: String) throws {
        let draft = try provider.page(name, for: "barn owl").drafts[place]
        #expect(provider.attribution(for: draft).markdown == markdown)
    }

    @Test(
        "a source without a name gets its site's, and one without a page links to the results"
    )
    func missingParts() throws {
        let named =
            "{\"Heading\":\"Owl\",\"AbstractText\":\"Hoots.\",\"AbstractSource\":\"Owlpedia\",\"AbstractURL\":\"\"}"
        let linked =
            "{\"Heading\":\"Owl\",\"AbstractText\":\"Hoots.\",\"AbstractURL\":\"https://www.owls.example/a\"}"
        #expect(try source(named) == NamedLink("Owlpedia", "https://duckduckgo.com/?q=owl"))
        #expect(try source(linked) == NamedLink("owls.example", "https://www.owls.example/a"))
        let nameless = linked.replacing("www.owls.example", with: "www.")
        #expect(try source(nameless) == NamedLink("www.", "https://www./a"))
        #expect(
            try source("{\"Heading\":\"Owl\",\"AbstractText\":\"Hoots.\"}")
                == NamedLink("DuckDuckGo", "https://duckduckgo.com/?q=owl"))
    }

    @Test("neither the name Wikipedia nor a similar host is taken for Wikipedia")
    func falseWikipedia() throws {
        for page in ["https://example.org/", "https://notwikipedia.org/", "https://wikipedia.org.example/"] {
            let json =
                "{\"Heading\":\"Owl\",\"AbstractText\":\"x\",\"AbstractSource\":\"Wikipedia\",\"AbstractURL\":\"\(page)\"}"
            let draft = try provider.page(of: Array(json.utf8), for: Sample.search("owl")).drafts[0]
            #expect(provider.attribution(for: draft).licence == .unknown)
        }
    }

    private func source(_ json: String) throws -> NamedLink {
        let draft = try provider.page(of: Array(json.utf8), for: Sample.search("owl")).drafts[0]
        return provider.attribution(for: draft).source
    }
}
