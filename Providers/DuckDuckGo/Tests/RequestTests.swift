import DuckDuckGo
import ForageCore
import TestWording
import Testing

@Suite("Requests to DuckDuckGo")
struct RequestTests {
    @Test("a search requests plain JSON with the application's name")
    func search() throws {
        let endpoint = try DuckDuckGoProvider().endpoint(for: Sample.search("barn owl"))
        #expect(
            endpoint
                == .get("https://api.duckduckgo.com/")
                .query("q", "barn owl").query("format", "json").query("t", "forage")
                .query("no_redirect", "1").query("no_html", "1").query("skip_disambig", "1"))
        #expect(endpoint.keyNames.isEmpty)
    }

    @Test("the application name and the context come from the settings")
    func settings() throws {
        let provider = try DuckDuckGoProvider.registration.make(
            SettingValues(["applicationName": .text("aviary"), "context": .text("bird")]))
        let endpoint = try provider.endpoint(for: Sample.search("kiwi"))
        #expect(endpoint.query.contains { $0.name == "q" && $0.value == ["kiwi bird"] })
        #expect(endpoint.query.contains { $0.name == "t" && $0.value == ["aviary"] })
    }

    @Test("blank settings are ignored")
    func blankSettings() throws {
        let provider = try DuckDuckGoProvider.registration.make(
            SettingValues(["applicationName": .text(" "), "context": .text(" ")]))
        #expect(
            try provider.endpoint(for: Sample.search("kiwi"))
                == DuckDuckGoProvider().endpoint(for: Sample.search("kiwi")))
    }

    @Test("details repeat the query that found the item, with its context")
    func details() throws {
        let id = ItemID(provider: "duckduckgo", local: "kiwi ~ bird~article")
        let endpoint = try DuckDuckGoProvider(context: "fruit").endpoint(for: .details(id))
        #expect(endpoint.query.first?.value == ["kiwi ~ bird"])
    }

    @Test("an invalid id is refused", arguments: ["owl", "~article", "owl~"])
    func strangeID(local: String) {
        let id = ItemID(provider: "duckduckgo", local: local)
        let fault = #expect(throws: ProviderError.self) {
            try DuckDuckGoProvider().endpoint(for: .details(id))
        }
        #expect(fault?.description.contains("duckduckgo:owl~article") == true)
        #expect(throws: ProviderError.self) {
            try DuckDuckGoProvider().page(of: Sample.body("article"), for: .details(id))
        }
    }

    @Test("an unsupported request is refused with a sentence")
    func unanswerable() throws {
        let provider = DuckDuckGoProvider()
        let browsing = #expect(throws: ProviderError.self) {
            try provider.endpoint(for: .browse(Browse(), PageRequest(size: 30)))
        }
        #expect(browsing?.description == Wording.Services.noNewItems("DuckDuckGo"))
        let draft = try #require(try provider.page("article").drafts.first)
        let item = try #require(Item(draft, credit: provider.attribution(for: draft), from: "duckduckgo"))
        #expect(throws: ProviderError.self) { try provider.endpoint(for: .download(item)) }
    }
}
