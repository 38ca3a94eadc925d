import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageStorage

@Suite("Saved searches")
struct SQLiteWatchStoreTests {
    private let folder: TemporaryFolder
    private let date = Date(timeIntervalSinceReferenceDate: 800_000_000)

    init() throws { folder = try TemporaryFolder() }

    /// Opens the store as another run would.
    private func store(entries: Int = 100, keys: Int = 100) -> SQLiteWatchStore {
        SQLiteWatchStore(
            in: folder.path + "/state", limits: (entries, keys), warn: { Issue.record("\($0)") })
    }

    private func watch(_ name: String = "owls") -> Watch {
        Watch(
            name: name, query: "owl licence:commercial", isStrict: true, limit: 30, feedID: "urn:uuid:1",
            addedAt: date)
    }

    private func result(_ keys: String...) -> WatchedResult {
        WatchedResult(keys: keys, entry: Array((keys.first ?? "").utf8))
    }

    private func entries(_ store: SQLiteWatchStore, of name: String = "owls") -> [String] {
        (store.entries(of: name, upTo: 1_000) ?? []).map { String(decoding: $0.entry, as: UTF8.self) }
    }

    @Test("a search is saved once under a name, and removed with what it found")
    func saved() {
        #expect(store().watches() == [])
        #expect(store().add(watch()) == true)
        #expect(store().add(watch()) == false)
        #expect(store().add(watch("foxes")) == true)
        #expect(store().watches() == [watch("foxes"), watch()])
        _ = store().note([result("a")], others: [], for: "owls", at: date)
        #expect(store().remove("owls") == true && store().remove("owls") == false)
        #expect(store().add(watch()) == true)
        #expect(entries(store()) == [] && store().areNew([["a"]], for: "owls") == [true])
    }

    @Test("a result is new until it was noted under any of its keys")
    func seen() {
        let store = store()
        _ = store.add(watch())
        _ = store.add(watch("foxes"))
        #expect(store.areNew([["a", "b"], ["c"]], for: "owls") == [true, true])
        #expect(store.note([result("a", "b")], others: [], for: "owls", at: date) == true)
        #expect(store.areNew([["b", "x"], ["c"]], for: "owls") == [false, true])
        #expect(store.areNew([["a"]], for: "foxes") == [true])
        // The same result under another source brings another key.
        _ = store.note([], others: [["b", "x"]], for: "owls", at: date)
        #expect(store.areNew([["x"]], for: "owls") == [false])
        #expect(store.watches()?.first { $0.name == "owls" }?.foundCount == 1)
        #expect(store.watches()?.first { $0.name == "owls" }?.ranAt == date)
    }

    @Test("two runs at the same time do not enter a result twice")
    func together() async {
        let (one, other) = (store(), store())
        _ = one.add(watch())
        await withTaskGroup { group in
            for number in 0..<40 {
                let store = number.isMultiple(of: 2) ? one : other
                group.addTask {
                    _ = store.note(
                        [result("\(number / 2)", "k\(number / 2)")], others: [], for: "owls", at: date)
                }
            }
        }
        #expect(entries(one).count == 20 && Set(entries(other)).count == 20)
    }

    @Test("the latest entries come first, the best of a run before the others, and the oldest are deleted")
    func bounded() {
        let store = store(entries: 3, keys: 4)
        _ = store.add(watch())
        _ = store.note([result("a"), result("b")], others: [], for: "owls", at: date)
        _ = store.note([result("c"), result("d")], others: [["a"]], for: "owls", at: date + 1)
        #expect(entries(store) == ["c", "d", "a"])
        _ = store.note([result("e")], others: [["a"]], for: "owls", at: date + 2)
        // The key that was not found for the longest time is forgotten.
        #expect(store.areNew([["a"], ["b"], ["c"], ["e"]], for: "owls") == [false, true, false, false])
    }

    @Test("a search that was removed meanwhile records nothing")
    func removed() {
        let store = store()
        #expect(store.note([result("a")], others: [], for: "owls", at: date) == false)
    }

    @Test(
        "a name is one part of an address",
        arguments: [
            ("owls", true), ("barn-owls-2", true), ("", false), ("-x", false), ("Owls", false),
            ("a/b", false),
            ("..", false), ("a b", false), ("é", false), (String(repeating: "a", count: 65), false),
        ])
    func names(text: String, isName: Bool) { #expect(Watch.isName(text) == isName) }
}
