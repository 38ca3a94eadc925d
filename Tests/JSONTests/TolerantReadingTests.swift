import JSON
import Testing

@Suite("Tolerant reading of JSON")
struct TolerantReadingTests {
    @Test(
        "one invalid byte never loses the rest of the page",
        arguments: [
            (#"[1,NaN,3]"#, "[1,null,3]", .invalidLiteral, 3),
            (#"{"a":Infinity,"b":2}"#, #"{"a":null,"b":2}"#, .invalidLiteral, 5),
            (#"[1,007,3]"#, "[1,null,3]", .invalidNumber, 3),
            (#"[1,2,]"#, "[1,2]", .trailingComma, 5),
            (#"[1,,2]"#, "[1,2]", .unexpectedByte(0x2C), 3),
            (#"[1 2]"#, "[1,2]", .missingComma, 3),
            (#"[1,&2]"#, "[1,2]", .unexpectedByte(0x26), 3), (#"[1,#2]"#, "[1,2]", .comment, 3),
            (#"{"a" 1,"b":2}"#, #"{"a":1,"b":2}"#, .missingColon, 5),
            (#"{"a":1 "b":2}"#, #"{"a":1,"b":2}"#, .missingComma, 7),
            (#"{"a":,"b":2}"#, #"{"b":2}"#, .missingValue, 5),
            (#"{"a":@1,"b":2}"#, #"{"a":1,"b":2}"#, .unexpectedByte(0x40), 5),
            (#"{"a":1,}"#, #"{"a":1}"#, .trailingComma, 7),
            (
                #"{"r":[{"a":1},{"b":2],{"c":3}],"t":3}"#, #"{"r":[{"a":1},{"b":2},{"c":3}],"t":3}"#,
                .wrongBracket, 20
            ),
            (#"[{"a":[1,2},{"b":3}]"#, #"[{"a":[1,2],"b":3}]"#, .wrongBracket, 10),
            ("[\"a\nb\",2]", "[\"a\u{FFFD}b\",2]", .controlCharacter, 3),
            (#"["a\qb",2]"#, "[\"a\u{FFFD}b\",2]", .invalidEscape, 3),
            (#"["a\u12b",2]"#, "[\"a\u{FFFD}\",2]", .invalidEscape, 3),
            (#"["\uD800",2]"#, "[\"\u{FFFD}\",2]", .loneSurrogate, 2),
            (#"["\uD800\u0041",2]"#, "[\"\u{FFFD}A\",2]", .loneSurrogate, 2),
        ] as [(String, String, JSONError.Reason, Int)])
    func readsOn(_ text: String, _ expected: String, _ reason: JSONError.Reason, _ offset: Int) throws {
        let document = try tolerant(text)
        #expect(written(document.root) == expected)
        #expect(document.fault?.reason == reason)
        #expect(document.fault?.offset == offset)
        #expect(document.root.isComplete)
    }

    @Test(
        "a byte that is not UTF-8 becomes U+FFFD",
        arguments: [
            ([0xFF], "a\u{FFFD}b"), ([0xC3], "a\u{FFFD}b"), ([0xE9, 0x95], "a\u{FFFD}\u{FFFD}b"),
            ([0xC3, 0xBC, 0x80, 0xC3, 0xBC], "aü\u{FFFD}üb"),
        ] as [([UInt8], String)])
    func repairsUTF8(_ bytes: [UInt8], _ expected: String) throws {
        let document = try JSONDocument(Array("[\"a".utf8) + bytes + Array("b\",2]".utf8))
        #expect(document.root[0].string == expected)
        #expect(document.root[1].int == 2)
        #expect(document.fault?.reason == .invalidUTF8)
    }

    @Test("only the first error is reported")
    func tellsFirstFault() throws {
        let fault = try #require(try tolerant("[1,,NaN").fault)
        #expect(fault.reason == .unexpectedByte(0x2C))
        #expect(fault.description == "Line 1, column 4: “,” is not expected here.")
    }

    @Test(
        "content after the document is reported and ignored",
        arguments: ["{} {}", "{}\n{}", "[] x", "1,", "{}}", "\"a\" :"])
    func notesTrailingContent(_ text: String) throws {
        let document = try tolerant(text)
        #expect(document.fault?.reason == .trailingContent)
        #expect(document.root.isComplete)
    }

    @Test(
        "text that is not JSON has a missing root",
        arguments: ["", " ", "<!DOCTYPE html>", "cb({})", "Oops", "-", "]"])
    func givesMissingRoot(_ text: String) throws {
        let document = try tolerant(text)
        #expect(document.root.isMissing)
        #expect(document.root.byteRange == 0..<0)
        #expect(document.fault != nil)
        #expect(document.root["a"][0].pointer.description == "/a/0")
    }

    @Test("an HTML page is recognised")
    func recognisesHTML() throws {
        let fault = try #require(try tolerant("\n <html>").fault)
        #expect(fault.reason == .notJSON(looksLikeHTML: true))
        #expect(fault.description == "Line 2, column 2: this is a web page, not JSON.")
    }

    @Test("a byte order mark is skipped")
    func skipsByteOrderMark() throws {
        let document = try tolerant("\u{FEFF}[1]")
        #expect(document.fault == nil)
        #expect(document.root[0].int == 1)
        #expect(document.root[0].byteRange == 4..<5)
    }

    @Test("strict and tolerant reading agree on a valid document")
    func agrees() throws {
        let text = #"{"a":[1,-2.5e3,"\u00e9\n",true,null,{}],"b":{"c":[[]]}}"#
        let strict = try JSONDocument(Array(text.utf8), mode: .strict)
        #expect(try written(tolerant(text).root) == written(strict.root))
    }
}
