import DuckDuckGo
import ForageCore
import Testing

@Suite("Items in answers of DuckDuckGo")
struct DecodingTests {
    private let provider = DuckDuckGoProvider()

    @Test("an article, its official site and related topics")
    func article() throws {
        let page = try provider.page("article")
        #expect(
            page.drafts.map(\.line) == [
                "answer | Barn owl | The barn owl hunts over open land at dusk & finds its prey by ear. It nests in barns, "
                    + "church towers and hollow trees. | https://en.wikipedia.org/wiki/Barn_owl | "
                    + "regular https://duckduckgo.com/i/0fa1b2c3.jpg 320×480",
                "topic | Official site | https://www.barnowl.example/ | Barn owl",
                "topic | Owls | https://duckduckgo.com/c/Owls",
                "topic | Owl pellet | An owl pellet holds what the bird cannot digest: bones, fur & feathers. | "
                    + "https://duckduckgo.com/Owl_pellet | thumbnail https://duckduckgo.com/i/9d8c7b6a.png",
                "topic | Birds of Europe | https://duckduckgo.com/c/Birds_of_Europe",
            ])
        #expect(page.related.texts == ["Owls", "Owl pellet", "Birds of Europe"])
        #expect(page.next == nil && page.drift.isEmpty && page.damage == nil)
    }

    @Test("an article in the form of 2013")
    func oldArticle() throws {
        let page = try provider.page("article-2013", for: "farol")
        #expect(
            page.drafts.map(\.line) == [
                "answer | Farol da Barra | A torre guarda a barra. | http://pt.wikipedia.org/wiki/Farol_da_Barra | "
                    + "regular http://i.duck.co/i/72aa0df1.jpg",
                "topic | Official site | http://lighthouse.example/ | Farol da Barra",
                "topic | The keeper speaks | a talk of one hour with the last keeper | http://keepers.example/talk | "
                    + "Farol da Barra",
                "topic | Farol (banda) | Farol toca desde 1998. | http://duckduckgo.com/Farol_(banda) | "
                    + "thumbnail http://i.duck.co/i/aa11bb22.jpg",
                "topic | Faróis | http://duckduckgo.com/c/Far%C3%B3is",
            ])
        #expect(page.drift.map(\.path) == ["/ImageHeight", "/ImageWidth"])
    }

    @Test("topics and groups of topics have ids by their links")
    func disambiguation() throws {
        let page = try provider.page("disambiguation", for: "kiwi")
        let site = "https://duckduckgo.com"
        #expect(
            page.drafts.map(\.line) == [
                "topic | kiwi | The kiwi is a bird that does not fly. | \(site)/Kiwi_(bird) | "
                    + "thumbnail \(site)/i/11aa22bb.jpg",
                "topic | Kiwifruit | A berry with a thin brown skin. | \(site)/Kiwifruit | "
                    + "thumbnail \(site)/i/33cc44dd.png",
                "topic | Kiwi Airways, Ltd. | an airline that flew for two summers | \(site)/Kiwi_Airways%2C_Ltd. | "
                    + "Companies",
                "topic | Kiwi Polish | Polish for shoes, sold in round tins. | \(site)/Kiwi_Polish | Companies",
                "topic | Ada Kiwi | (1903–1981), a pilot known as “the Bird” | \(site)/Ada_Kiwi | People",
                "topic | shoe | Kiwi Jones, maker of shoes | \(site)/shoe | People",
                "topic | Qiwi Meanings | \(site)/d/Qiwi | See also",
                "topic | Kiwi Tree | A play for two voices | \(site)/Kiwi_tree | See also",
            ])
        #expect(page.drift.isEmpty)
    }

    @Test("related topics of any group are suggested queries, and meanings of a word suggest the word")
    func related() throws {
        let page = try provider.page("disambiguation", for: "kiwi")
        #expect(
            page.related.texts == [
                "kiwi", "Kiwifruit", "Kiwi Airways, Ltd.", "Kiwi Polish", "Ada Kiwi", "shoe", "Qiwi",
                "Kiwi Tree",
            ])
        #expect(try provider.page("nothing").related == [])
    }

    @Test("a truncated answer suggests only its complete topics")
    func relatedCutOff() throws {
        let body = Array(
            """
            {"RelatedTopics":[{"FirstURL":"/a","Result":"","Text":"Whole"},{"FirstURL":"/b","Result":"","Text":"Not who
            """.utf8)
        #expect(try provider.page(of: body, for: Sample.search("q")).related.texts == ["Whole"])
    }

    @Test(
        "a single part",
        arguments: [
            (
                "category",
                [
                    "topic | Little owl | The little owl hunts by day. | https://duckduckgo.com/Little_owl",
                    "topic | Tawny owl | The tawny owl hoots. | https://duckduckgo.com/Tawny_owl",
                ]
            ),
            ("answer-text", ["answer | 12 inches = 30.48 centimetres | https://duckduckgo.com/?q=owl"]),
            ("answer-number", ["answer | 1.50e3 | https://duckduckgo.com/?q=owl"]),
            (
                "answer-long",
                [
                    "answer | owl | \(Array(repeating: "One word after another", count: 12).joined(separator: " "))"
                        + " | https://duckduckgo.com/?q=owl"
                ]
            ),
            (
                "definition",
                [
                    "answer | Lantern | lantern definition: a light in a case that keeps the wind out. | "
                        + "http://dictionary.example/search?word=oil%20lantern"
                ]
            ),
        ])
    func part(name: String, lines: [String]) throws {
        #expect(try provider.page(name).drafts.map(\.line) == lines)
    }

    @Test(
        "an answer without results is an empty page",
        arguments: ["nothing", "answer-widget", "bang"])
    func nothing(name: String) throws {
        #expect(try provider.page(name) == Page(drafts: []))
    }

    @Test(
        "an answer in an object is shown if it has a result",
        arguments: [
            ("{\"result\":\"42\"}", "42"), ("{\"result\":7}", "7"), ("\"HTML: &#9731;\"", "HTML: &#9731;"),
            ("\"in <a href='/x'>Paris</a>\"", "in Paris"), ("null", nil),
        ] as [(String, String?)])
    func answer(json: String, title: String?) throws {
        let body = Array("{\"Definition\":\"\",\"RelatedTopics\":[],\"Answer\":\(json)}".utf8)
        #expect(try provider.page(of: body, for: Sample.search("q")).drafts.first?.title == title)
    }

    @Test(
        "a part of a wrong type is drift if nothing was read, not an empty page",
        arguments: ["[]", "true", "{}"])
    func strangeAnswer(json: String) throws {
        let body = Array("{\"Definition\":\"\",\"RelatedTopics\":[],\"Answer\":\(json)}".utf8)
        #expect(throws: ProviderError.drift([Drift(path: "/Answer", count: 1, total: 1)])) {
            try provider.page(of: body, for: Sample.search("q"))
        }
    }

    @Test(
        "texts are read as HTML or as plain text that resembles it",
        arguments: [
            ("A <b>barn</b> owl<br>flies", "A barn owl flies"),
            ("vector<int> &amp; friends", "vector<int> & friends"),
            ("a<b", "a<b"), ("plain", "plain"),
        ])
    func text(given: String, shown: String) throws {
        let body = Array("{\"Heading\":\"Owl\",\"AbstractText\":\"\(given)\"}".utf8)
        #expect(try provider.page(of: body, for: Sample.search("q")).drafts.first?.summary == shown)
    }

    @Test("status 202 and any content type are read like 200 and JSON")
    func status() throws {
        let response = Response(
            status: 202, headers: ["Content-Type": "application/x-javascript"],
            body: try Sample.body("article"))
        #expect(provider.refusal(in: response) == nil)
        #expect(
            try provider.decode(response, for: Sample.search("owl")) == .page(try provider.page("article")))
    }
}
