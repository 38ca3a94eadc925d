import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("The last search")
struct LastSearchTests {
    private static let whole = """
        {"command":"browse","typed":["-n","2"],"sandbox":false,"first":7,"next":"abc",
        "results":[{"id":"duckduckgo:owl","title":"An owl","page":"https://owls.example/"}]}
        """

    @Test("it is read as it was written")
    func readAgain() throws {
        let search = try #require(LastSearch(Array(Self.whole.utf8)))
        #expect(search.kind == .browse && search.typed == ["-n", "2"] && search.next == "abc")
        #expect(search.numbers == 7..<8)
        #expect(search[7]?.page == "https://owls.example/")
        #expect(search[6] == nil && search[8] == nil)
        #expect(LastSearch(search.bytes) == search)
    }

    @Test(
        "a damaged file is no search",
        arguments: [
            ("browse", "boil"), ("owl\"", "%zz\""), ("https:", "file:"), (":7", ":0"), (":7", ":1e30"),
            ("}]}", ""),
        ])
    func damaged(old: String, new: String) {
        #expect(LastSearch(Array(Self.whole.replacing(old, with: new).utf8)) == nil)
    }

    @Test("a person without a home folder has none")
    func homeless() { #expect(LastSearches([:]) == nil) }

    @Test("the searches of only twenty terminals are stored, the newest ones")
    func bounded() throws {
        let home = try TemporaryFolder()
        let search = try #require(LastSearch(Array(Self.whole.utf8)))
        for number in 1...30 { LastSearches(["HOME": home.path], of: "tty\(number)")?.keep(search) }
        let names = LocalFolder.names(in: home.path + "/.local/state/forage/last-searches")
        #expect(names.count == 20 && names.contains("tty30"))
    }
}
