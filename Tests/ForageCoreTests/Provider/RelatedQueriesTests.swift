import ForageCore
import Testing

@Suite("Related queries")
struct RelatedQueriesTests {
    @Test(
        "a query suggested by a service becomes plain text on one line, or is dropped",
        arguments: [
            (["  barn\towl\n"], ["barn owl"]), (["", " ", "–", "\u{1B}"], []),
            (["Owl", "owl", "ÓWL", "owls"], ["Owl", "owls"]), (["梟 owl"], ["梟 owl"]),
            ([String(repeating: "owl ", count: 60), "owl"], ["owl"]),
        ] as [([String], [String])])
    func regular(named: [String], kept: [String]) {
        let related = RelatedQueries(named)
        #expect(related.texts == kept)
        #expect(RelatedQueries(related.texts) == related)
    }

    @Test("only the first few suggestions are kept, and no more are read")
    func bounded() {
        let endless = sequence(first: 1) { $0 + 1 }.lazy.map { "owl \($0)" }
        #expect(RelatedQueries(endless).texts == (1...20).map { "owl \($0)" })
    }

    @Test("suggestions of several services alternate, without duplicates and without the query itself")
    func turns() throws {
        let lists: [RelatedQueries] = [
            ["Eagle owl", "snow", "pellet"], [], ["snow", "Barn Owl", "eagle OWL", "elf owl"],
        ]
        let seeAlso = RelatedQueries.seeAlso(lists, excluding: try Query("barn owl"))
        #expect(seeAlso == ["Eagle owl", "snow", "pellet", "elf owl"])
        let many = (0..<9).map { list in RelatedQueries((0..<20).map { "\(list) \($0)" }) }
        #expect(RelatedQueries.seeAlso(many, excluding: try Query("owl")).count == 20)
    }

    @Test(
        "a suggestion is escaped, so that it searches for its words and nothing else",
        arguments: ["by:night", "-owl", "!flickr", "C++: a \"tour\"", "kind:photo", "12:30", "barn owl"])
    func typed(text: String) throws {
        let seeAlso = RelatedQueries.seeAlso([[text]], excluding: try Query("x"))
        let read = try Query(parsing: try #require(seeAlso.first))
        #expect(read.terms == (try Query(text)).terms)
        #expect(read.filters.isEmpty && read.providers.isEmpty)
    }
}
