import ForageCore
import Testing

@Suite("Queries")
struct QueryTests {
    @Test(
        "words are normalised once",
        arguments: [
            ("barn owl", "barn owl"), ("  barn\t\n owl  ", "barn owl"), ("barn\u{0}owl", "barn owl"),
            ("barn\u{2028}owl\u{A0}x", "barn owl x"), ("C++ & C#", "C++ & C#"), ("猫頭鷹\u{3000}鳥", "猫頭鷹 鳥"),
        ])
    func regular(given: String, text: String) throws {
        let query = try Query(given)
        #expect(query.text == text)
        #expect(query.limit == 20)
        #expect(query.order == .relevance)
        #expect(try Query(query.text) == query)
    }

    @Test(
        "invisible characters are not searched for",
        arguments: [
            ("owl\u{202E}", "owl"), ("\u{FEFF}barn\u{200B} ow\u{AD}l", "barn owl"),
            ("owl \u{2060} lake", "owl lake"),
            ("\u{645}\u{6CC}\u{200C}\u{62E}", "\u{645}\u{6CC}\u{200C}\u{62E}"), ("👩\u{200D}🚀", "👩\u{200D}🚀"),
        ])
    func unseen(typed: String, text: String) throws {
        #expect(try Query(typed).text == text)
        #expect(try Query(parsing: typed).text == text)
        #expect(throws: QueryError.empty) { try Query("\u{200B}") }
    }

    @Test(
        "an invalid query is refused with a full sentence",
        arguments: [
            ("", 20, QueryError.empty), (" \n\u{7}", 20, .empty),
            (String(repeating: "é", count: 1_001), 20, .tooLong(2_002)),
            ("owl", 0, .limit(0)), ("owl", 501, .limit(501)), ("owl", -1, .limit(-1)),
        ])
    func refused(text: String, limit: Int, fault: QueryError) {
        #expect(throws: fault) { try Query(text, limit: limit) }
        #expect(fault.description.hasSuffix("."))
    }

    @Test("the last filter of a kind wins, and the order of filters does not matter")
    func filters() throws {
        let one = try Query(
            "owl", filters: [.orientation(.square), .kinds([.photo]), .orientation(.portrait)])
        let other = try Query("owl", filters: [.orientation(.portrait), .kinds([.photo])])
        #expect(one == other)
        #expect(one.filters.count == 2)
    }

    @Test("an outcome is a failure if the provider should have answered and did not")
    func outcomes() {
        let answers: [Outcome.Result] = [.answered(3), .empty]
        let failures: [Outcome.Result] = [
            .throttled(until: nil, "a"), .denied("a"), .timedOut("a"), .failed("a"), .drift("a"), .cancelled,
        ]
        for result in answers {
            #expect(Outcome("owls", result).isAnswer && !Outcome("owls", result).isFailure)
        }
        for result in failures {
            #expect(!Outcome("owls", result).isAnswer && Outcome("owls", result).isFailure)
        }
        #expect(!Outcome("owls", .skipped("a")).isAnswer && !Outcome("owls", .skipped("a")).isFailure)
    }
}
