import Testing

@testable import ForageStorage

@Suite("Full-text queries")
struct ItemMatchTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        var words: String?
        var letters: String?
        var testDescription: String { text }
    }

    @Test(
        "the query contains the typed text, without any query syntax",
        arguments: [
            Case(text: "owl", words: #""owl"*"#),
            Case(text: "Café  OWL", words: #""cafe"* AND "owl"*"#),
            Case(text: "owl owl Owl", words: #""owl"*"#),
            Case(text: "AND", words: #""and"*"#),
            Case(text: "owl OR *", words: #""owl"* AND "or"*"#),
            Case(text: "title: ^owl -fox", words: #""title"* AND "owl"* AND "fox"*"#),
            Case(
                text: "NEAR(owl fox, 3)", words: #"("near owl" OR ("near"* AND "owl"*)) AND "fox"* AND "3"*"#),
            Case(text: "\"owl\" 'x' \u{0}y", words: #""owl"* AND "x"* AND "y"*"#),
            Case(text: "東京", words: #"("東 京" OR ("東"* AND "京"*))"#),
            Case(text: "นกฮูก", letters: #""นกฮูก""#),
            Case(text: "owlนกฮูก", words: #""owl"*"#, letters: #""นกฮูก""#),
            Case(text: "นก", words: #""นก"*"#),
        ])
    func reading(given: Case) throws {
        let match = try #require(ItemMatch(given.text))
        #expect(match.words == given.words)
        #expect(match.letters == given.letters)
    }

    @Test("text without words gives no query", arguments: ["", " ", "\"", "* ^ : ( )", "🦉", "\u{301}", "--"])
    func nothing(text: String) {
        #expect(ItemMatch(text) == nil)
    }

    @Test("the query is limited, however long the text is")
    func bounds() throws {
        let words = (0..<1000).map { "w\($0)" }.joined(separator: " ")
        #expect(try #require(ItemMatch(words)?.words).utf8.count < 1_000)
        let han = String(repeating: "東京", count: 5_000)
        #expect(try #require(ItemMatch(han)?.words).utf8.count < 2_000)
        let oneWord = String(repeating: "a", count: 10_000)
        #expect(ItemMatch(oneWord)?.words?.utf8.count == 67)
    }
}
