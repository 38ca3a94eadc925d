import ForageCore
import Testing

@Suite("What is said of a query that is no fault")
struct HintTests {
    @Test(
        "words that are in nearly every text are searched for, and a hint says what they are",
        arguments: ["the of and", "The", "\"of the\"", "to be or not to be", "the kind:photo"])
    func stopWords(typed: String) throws {
        let query = try Query(parsing: typed)
        #expect(!query.text.isEmpty)
        #expect(try #require(query.hint).contains("nearly every text has"))
    }

    @Test("one other word is enough", arguments: ["the owl", "owl", "梟", "🦉", "die", "the 1975", "и"])
    func others(typed: String) throws {
        #expect(try Query(parsing: typed).hint == nil)
    }

    @Test("a listing has none")
    func listing() throws {
        #expect(try Query(browsing: Browse()).hint == nil)
    }
}
