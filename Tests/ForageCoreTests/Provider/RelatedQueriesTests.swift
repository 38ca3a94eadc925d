import ForageCore
import Testing

@Suite("What else may be asked")
struct RelatedQueriesTests {
    @Test(
        "what a service names becomes plain words on one line, or nothing",
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

    @Test("no more than a few are kept, the first, and no more are looked at")
    func bounded() {
        let endless = sequence(first: 1) { $0 + 1 }.lazy.map { "owl \($0)" }
        #expect(RelatedQueries(endless).texts == (1...20).map { "owl \($0)" })
    }

    @Test("those of several services take turns, each query once, and the one that was asked is none of them")
    func turns() throws {
        let lists: [RelatedQueries] = [
            ["Eagle owl", "snow", "pellet"], [], ["snow", "Barn Owl", "eagle OWL", "elf owl"],
        ]
        let seeAlso = RelatedQueries.seeAlso(lists, besides: try Query("barn owl"))
        #expect(seeAlso == ["Eagle owl", "snow", "pellet", "elf owl"])
        let many = (0..<9).map { list in RelatedQueries((0..<20).map { "\(list) \($0)" }) }
        #expect(RelatedQueries.seeAlso(many, besides: try Query("owl")).count == 20)
    }

    @Test(
        "each is as it is typed, so that it asks for its words and for nothing else",
        arguments: ["by:night", "-owl", "!flickr", "C++: a \"tour\"", "kind:photo", "12:30", "barn owl"])
    func typed(text: String) throws {
        let seeAlso = RelatedQueries.seeAlso([[text]], besides: try Query("x"))
        let read = try Query(parsing: try #require(seeAlso.first))
        #expect(read.terms == (try Query(text)).terms)
        #expect(read.filters.isEmpty && read.providers.isEmpty)
    }
}
