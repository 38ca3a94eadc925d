import ForageCore
import Testing

@testable import ForageStorage

@Suite("Encoding of stored items")
struct StoredItemTests {
    @Test("every item reads back unchanged", arguments: 0..<20)
    func roundTrip(seed: UInt64) throws {
        var items = RandomItem(seed: seed)
        for _ in 0..<100 {
            let next = items.next()
            let item = try #require(next)
            #expect(Item(id: item.id, document: item.document) == item)
        }
    }

    @Test("a truncated or changed document is refused")
    func damage() {
        let written = Item.sample("1", "Owl").document
        for count in written.indices {
            #expect(
                Item(id: ItemID(provider: "gallery", local: "1"), document: Array(written[..<count])) == nil)
        }
        for text in ["", "null", "{}", "[1]", #"{"kind":"photo","title":"Owl","page":"https://a.example/"}"#]
        {
            #expect(Item(id: ItemID(provider: "gallery", local: "1"), document: Array(text.utf8)) == nil)
        }
    }
}
