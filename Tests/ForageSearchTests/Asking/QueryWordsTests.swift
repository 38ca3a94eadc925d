import ForageCore
import ForageSearch
import Testing

@Suite("Words of a query")
struct QueryWordsTests {
    @Test(
        "query words match beginnings of an item's words, ignoring case, accents and punctuation",
        arguments: [
            ("owl", "Owls at dusk", true), ("wl", "Owls", false), ("OWL dusk", "owls: dusk", true),
            ("naive", "Na\u{EF}ve owl", true), ("na\u{EF}ve", "naive", true),
            ("stra\u{DF}e", "Stra\u{DF}e", true),
            ("\u{302E} owl", "owl", true), ("\u{2066}owl", "owl", true), ("e", "x\u{302E}e", false),
            ("\u{915}\u{93F}", "\u{915}\u{93F}\u{924}\u{93E}\u{92C}", true), ("!?", "owl", false),
            ("7", "7th owl", true), ("東京", "夜の東京", true), ("東京", "京都", false),
            ("ﬂight", "Flights", true), ("lodz", "Łódź", true), ("ＯＷＬ", "owl", true),
        ] as [(String, String, Bool)])
    func match(query: String, title: String, isFound: Bool) {
        let draft = Draft(localID: "1", kind: .photo, title: title, page: "https://gallery.example/1")
        #expect(QueryWords(query).match(draft) == isFound)
    }
}
