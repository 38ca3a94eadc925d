import Platform
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("The file of the last search")
struct LastSearchTests {
    @Test("invalid lines of the file are ignored")
    func damaged() throws {
        let home = try TemporaryFolder()
        try home.write(
            "no id\nduckduckgo:owl\tAn owl\n\t\n\u{0}\nduckduckgo:%zz\tx\n",
            to: ".local/state/forage/last-search")
        let results = LastSearch(["HOME": home.path])?.results ?? []
        #expect(results.map(\.word) == ["duckduckgo:owl"])
        #expect(results.map(\.description) == ["An owl"])
        #expect(LastSearch([:]) == nil)
    }
}
