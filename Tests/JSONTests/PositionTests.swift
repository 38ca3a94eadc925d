import JSON
import Testing

@Suite("Positions of errors")
struct PositionTests {
    @Test(
        "lines and columns count from 1, columns in Unicode scalars",
        arguments: [
            ("[1]", 0, "1:1"), ("[1]", 1, "1:2"), ("[1]", 3, "1:4"), ("[1]", 99, "1:4"), ("[\n1]", 2, "2:1"),
            ("[\r\n1]", 3, "2:1"), ("[\r1]", 2, "2:1"), ("[\n\n 1]", 4, "3:2"), ("[\"é長🌤\",1]", 13, "1:8"),
            ("\u{FEFF}[1]", 3, "1:1"), ("\u{FEFF}[1]", 4, "1:2"), ("\u{FEFF}[1]", 0, "1:1"),
        ])
    func count(_ text: String, _ offset: Int, _ expected: String) throws {
        #expect(try tolerant(text).position(of: offset).description == expected)
    }

    @Test("every error has a position")
    func faults() throws {
        let fault = try #require(try tolerant("{\n  \"é\": nope\n}").fault)
        #expect(fault.position == JSONPosition(line: 2, column: 8))
    }

    @Test(
        "every error has a description",
        arguments: [
            .empty, .notJSON(looksLikeHTML: true), .notJSON(looksLikeHTML: false), .unexpectedEnd,
            .unexpectedByte(0x2C), .comment,
            .unexpectedByte(7), .invalidLiteral, .invalidNumber, .missingComma, .missingColon, .missingValue,
            .trailingComma,
            .wrongBracket, .controlCharacter, .invalidEscape, .loneSurrogate, .invalidUTF8, .byteOrderMark,
            .trailingContent, .tooLong(maximumByteCount: 9), .tooDeep(maximumDepth: 9),
            .tooManyValues(maximumValueCount: 9),
        ] as [JSONError.Reason])
    func sentences(_ reason: JSONError.Reason) {
        #expect(reason.description.count > 15)
        #expect(reason.description.last != ".")
    }

    @Test("an unprintable byte is described by its number")
    func namesBytes() throws {
        #expect(
            try tolerant("[\u{7}]").fault?.description
                == "Line 1, column 2: the byte 0x07 is not expected here.")
    }
}
