import ForageCore
import Testing

@testable import ForageCache

@Suite("An item as it is kept")
struct KeptItemTests {
    @Test("comes back as it was, whatever it has")
    func roundTrip() throws {
        let draft = Draft(
            localID: "1", kind: .photo, title: "Owl \u{1F989} \"at\" dusk", page: "https://gallery.example/1")
        let item = try #require(
            Item(
                draft,
                credit: Attribution(
                    title: draft.title, page: draft.page,
                    source: NamedLink("Gallery", "https://gallery.example"), creator: .unknown,
                    licence: .unknown), from: "gallery"))
        #expect(Item(id: item.id, written: item.written) == item)
    }
}
