import ForageCore
import Testing

@testable import ForageStorage

@Suite("An item as it is kept")
struct StoredItemTests {
    @Test("comes back as it was, whatever it has", arguments: 0..<20)
    func roundTrip(seed: UInt64) throws {
        var items = RandomItem(seed: seed)
        for _ in 0..<100 {
            let next = items.next()
            let item = try #require(next)
            #expect(Item(id: item.id, document: item.document) == item)
        }
    }

    @Test("is nothing when a byte of it is missing, or something else stands there")
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
