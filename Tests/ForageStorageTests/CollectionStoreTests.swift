import ForageCore
import TestPlaces
import Testing

@testable import ForageStorage

@Suite("Collections of items, in a file or on a server")
struct CollectionStoreTests {
    private let folder: TemporaryFolder
    private let owl = ItemID(provider: "flickr", local: "owl \u{0}?")
    private let fox = ItemID(provider: "commons", local: "2")

    init() throws { folder = try TemporaryFolder() }

    private func store(_ kind: StoreKind) throws -> any CollectionStore {
        kind == .file
            ? SQLiteCollectionStore(in: folder.path)
            : PostgresCollectionStore(on: try SharedDatabase().server())
    }

    @Test("items are added once, in order, and taken out", arguments: StoreKind.available)
    func changes(kind: StoreKind) throws {
        let store = try store(kind)
        #expect(store.collections() == [] && store.items(of: "Birds") == [])
        #expect(store.change("Birds", adding: [owl, fox], removing: []))
        #expect(store.change("Birds", adding: [owl], removing: []))
        #expect(store.change("Animals", adding: [fox], removing: []))
        #expect(store.items(of: "Birds") == [owl, fox])
        #expect(
            store.collections() == [
                ItemCollection(name: "Animals", count: 1), ItemCollection(name: "Birds", count: 2),
            ])
        #expect(store.change("Birds", adding: [], removing: [fox]))
        #expect(store.change("Animals", adding: [], removing: [fox]))
        #expect(store.collections() == [ItemCollection(name: "Birds", count: 1)])
    }

    @Test("thousands of items are added and taken out at once", arguments: StoreKind.available)
    func large(kind: StoreKind) throws {
        let store = try store(kind)
        let items = (0..<12_000).map { ItemID(provider: "commons", local: "\($0)") }
        #expect(store.change("Birds", adding: items, removing: []))
        #expect(store.items(of: "Birds") == items)
        #expect(store.change("Birds", adding: [], removing: Array(items.dropFirst())))
        #expect(store.items(of: "Birds") == [items[0]])
    }

    @Test(
        "a name is one line of visible text",
        arguments: [
            ("Barn owls", true), ("鳥", true), ("", false), (" a", false), ("a\nb", false),
            (String(repeating: "a", count: 101), false), ("\u{202E}a", false),
        ])
    func names(name: String, isName: Bool) { #expect(ItemCollection.isName(name) == isName) }
}
