import JSON
import Testing

@Suite("A truncated document")
struct CutOffTests {
    @Test(
        "everything before the cut is kept",
        arguments: [
            (#"{"results":[{"id":1},{"id":2},{"id""#, #"{"results":[{"id":1},{"id":2},{}]}"#),
            (#"{"results":[{"id":1},{"id":2},{"#, #"{"results":[{"id":1},{"id":2},{}]}"#),
            (#"{"results":[{"id":1},"#, #"{"results":[{"id":1}]}"#),
            (#"{"results":[{"id":1}"#, #"{"results":[{"id":1}]}"#),
            (#"{"a":1,"b":"#, #"{"a":1}"#), (#"{"a":1,"b""#, #"{"a":1}"#), (#"{"a":1,"b"#, #"{"a":1}"#),
            (#"["fog","pi"#, #"["fog","pi"]"#), (#"["fog","pi\"#, #"["fog","pi"]"#),
            (#"["fog","pi\u00"#, #"["fog","pi"]"#), (#"["pi\ud83c"#, #"["pi"]"#),
            (#"["pi\ud83c\"#, #"["pi"]"#),
            (#"["pi\ud83c\udf"#, #"["pi"]"#), ("[1,12", "[1,12]"), ("[1,-", "[1,null]"),
            ("[1,tr", "[1,null]"),
            ("[", "[]"), ("{", "{}"), (#""pier"#, #""pier""#),
        ])
    func keepsPrefix(_ text: String, _ expected: String) throws {
        let document = try tolerant(text)
        #expect(written(document.root) == expected)
        #expect(document.fault?.reason == .unexpectedEnd)
        #expect(document.fault?.offset == text.utf8.count)
        #expect(!document.root.isComplete)
    }

    @Test("each value knows whether it is complete")
    func tellsWholeValues() throws {
        let root = try tolerant(#"{"total":9,"results":[{"id":1},{"id":2,"title":"pi"#).root
        #expect(root["total"].isComplete)
        #expect(!root["results"].isComplete)
        #expect(root["results"].elements.map(\.isComplete) == [true, false])
        #expect(root["results"][1]["id"].isComplete)
        #expect(!root["results"][1]["title"].isComplete)
        #expect(!root["results"][1]["width"].isComplete)
    }

    @Test("a truncated number has no numeric value")
    func leavesCutNumber() throws {
        let number = try tolerant("[12").root[0]
        #expect(number.kind == .number)
        #expect(number.numberAsWritten == "12")
        #expect(number.int == nil && number.double == nil && number.flexibleInt == nil)
        #expect(try tolerant("12").root.int == 12)
    }

    @Test("an incomplete last character is dropped", arguments: 1...3)
    func dropsCutScalar(_ byteCount: Int) throws {
        let document = try JSONDocument(Array("[\"pi".utf8) + Array("🌤".utf8).prefix(byteCount))
        #expect(document.root[0].string == "pi")
        #expect(document.fault?.reason == .unexpectedEnd)
    }

    @Test("an earlier cut never adds values")
    func shrinksWithPrefix() throws {
        let text = Array(#"{"r":[{"i":1.5e3,"s":"é\u00e9🌤","t":[true,null]},{"i":-2}],"n":{}} "#.utf8)
        for length in 1...text.count {
            let document = try JSONDocument(Array(text[..<length]))
            #expect((document.fault == nil) == (length >= text.count - 1))
            #expect(document.root.isComplete == (length >= text.count - 1))
        }
    }
}
