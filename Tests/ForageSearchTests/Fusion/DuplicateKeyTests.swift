import ForageCore
import ForageSearch
import TestPlaces
import Testing

@Suite struct DuplicateKeyTests {
    @Test(
        "addresses of the same page have one key",
        arguments: [
            "http://example.com/owl", "https://www.example.com/owl", "https://example.com/owl/",
            "https://EXAMPLE.com:443/owl", "http://example.com:80/owl", "https://example.com/owl?",
            "https://example.com/owl#", "https://example.com/owl?utm_source=x&UTM_medium=y&fbclid=1",
            "https://example.com/owl//?gclid=2", "https://example.com/%6fw%6C",
        ])
    func same(_ text: String) throws {
        #expect(try WebURL(text).orThrow().duplicateKey == "example.com/owl")
    }

    @Test(
        "addresses that may be different pages have different keys",
        arguments: [
            "https://example.com/Owl", "https://example.com/owls", "https://m.example.com/owl",
            "https://example.com:8080/owl", "https://example.com/owl?page=2", "https://example.com/owl#wings",
            "https://example.com/", "https://example.com/owl?id=3&utm_source=x", "https://example.com/o%2Fwl",
        ])
    func different(_ text: String) throws {
        #expect(try WebURL(text).orThrow().duplicateKey != "example.com/owl")
    }

    @Test("significant query parameters are kept, and their order is ignored")
    func parameters() {
        let url: WebURL = "https://www.example.com/?b=2&utm_id=7&a=1&ref=x#top"
        #expect(url.duplicateKey == "example.com?a=1&b=2&ref=x#top")
    }

    @Test("percent-escapes are compared by their meaning")
    func escapes() {
        let url: WebURL = "https://example.com/%7eowl/%c3%a9?q=%26"
        #expect(url.duplicateKey == "example.com/~owl/%C3%A9?q=%26")
    }

    @Test("an item's keys are its page and its original file, not its smaller files")
    func item() throws {
        let item = try Item.sample("a", "1", page: "https://example.com/owl") {
            $0.renditions = [
                Rendition(.thumbnail, at: "https://files.example/small"),
                Rendition(.original, at: "https://files.example/full"),
            ]
        }
        #expect(DuplicateKeys(of: item).all == ["example.com/owl", "files.example/full"])
    }

    @Test("items that link only to the front page of their source are not duplicates")
    func noPage() throws {
        let items = try ["1", "2"].map { try Item.sample("a", $0, page: "https://sample.example/") }
        #expect(items.map { DuplicateKeys(of: $0).all } == [["a:1"], ["a:2"]])
        let site = try Item.sample("a", "3", page: "https://example.com/")
        #expect(DuplicateKeys(of: site).all == ["example.com"])
    }

    @Test("items that share a key, directly or through others, form one group", arguments: 0..<100)
    func transitive(_ seed: Int) {
        var random = SeededNumbers(seed: seed)
        let keys = (0..<40).map { _ in
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                "\(Int.random(in: 0..<60, using: &random))"
            }
        }
        let duplicates = Duplicates(keys)
        for one in keys.indices {
            for other in keys.indices where !Set(keys[one]).isDisjoint(with: keys[other]) {
                #expect(duplicates.groups[one] == duplicates.groups[other])
            }
        }
        #expect(Set(duplicates.groups) == Set(0..<duplicates.count))
        #expect(duplicates.count == componentCount(of: keys.map(Set.init)))
    }

    /// Counts the groups the slow way, by spreading until nothing more is reached.
    private func componentCount(of keys: [Set<String>]) -> Int {
        var unmet = Set(keys.indices)
        var count = 0
        while let start = unmet.popFirst() {
            count += 1
            var reached = keys[start]
            while let next = unmet.first(where: { !keys[$0].isDisjoint(with: reached) }) {
                unmet.remove(next)
                reached.formUnion(keys[next])
            }
        }
        return count
    }
}
