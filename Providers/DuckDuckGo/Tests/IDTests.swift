import DuckDuckGo
import ForageCore
import Testing

@Suite("Ids made for DuckDuckGo's items")
struct IDTests {
    private let provider = DuckDuckGoProvider()

    @Test("an id has the query and the part of the answer, and does not change")
    func stable() throws {
        let drafts = try provider.page("article", for: "barn owl").drafts
        #expect(
            drafts.map { ItemID(provider: "duckduckgo", local: $0.localID).description } == [
                "duckduckgo:barn%20owl~article", "duckduckgo:barn%20owl~xy5evb1ngfpb",
                "duckduckgo:barn%20owl~11jwuy617gz9d", "duckduckgo:barn%20owl~a1yuvzuosrll",
                "duckduckgo:barn%20owl~3n8i5iku3c06t",
            ])
    }

    @Test("every item is found by its id", arguments: Sample.names)
    func foundAgain(name: String) throws {
        let page = try provider.page(name)
        for draft in page.drafts {
            let id = ItemID(provider: "duckduckgo", local: draft.localID)
            #expect(ItemID(id.description) == id)
            #expect(try provider.page(of: Sample.body(name), for: .details(id)).drafts == [draft])
        }
        #expect(Set(page.drafts.map(\.localID)).count == page.drafts.count)
    }

    @Test("a removed item is not found")
    func gone() throws {
        let id = ItemID(provider: "duckduckgo", local: "owl~gone")
        #expect(try provider.page(of: Sample.body("article"), for: .details(id)).drafts.isEmpty)
    }

    @Test("two links to the same page are one item")
    func repeated() throws {
        let topic = "{\"FirstURL\":\"https://duckduckgo.com/Owl\",\"Result\":\"\",\"Text\":\"Owl\"}"
        let body = Array("{\"RelatedTopics\":[\(topic),{\"Name\":\"More\",\"Topics\":[\(topic)]}]}".utf8)
        #expect(try provider.page(of: body, for: Sample.search("owl")).drafts.count == 1)
    }
}
