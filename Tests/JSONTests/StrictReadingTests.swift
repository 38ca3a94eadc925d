import JSON
import Testing

@Suite("Strict reading of JSON")
struct StrictReadingTests {
    @Test(
        "reads everything that RFC 8259 allows",
        arguments: [
            "0", "-0", "12", "-1.5", "2e8", "2E+8", "2.25e-8", "true", "false", "null", #""""#, #""pier""#,
            "[]", "{}", "[ ]", "{ }", "[1]", "[1,2]", "[[],{}]", " \t\r\n[\n1 , 2 ]\r\n", #"{"":0}"#,
            #"{"a":1,"a":2}"#, #"{"a":{"b":[{"c":null}]}}"#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9""#,
            #""\uD834\uDD1E""#, #""\uFFFF\uFDD0""#, #""\u0000""#, "\"\u{7F}\"", "\"\u{2028}é長🌤\"",
            "123456789012345678901234567890", "1e-99999", "1e99999",
        ])
    func reads(_ text: String) {
        #expect(strictFault(text) == nil)
    }

    @Test(
        "refuses everything else, and reports the position",
        arguments: [
            ("", .empty, 0), (" \n", .empty, 2), ("<p>", .notJSON(looksLikeHTML: true), 0),
            ("cb({})", .notJSON(looksLikeHTML: false), 0),
            ("// owls\n{}", .comment, 0), ("{/* owls */}", .comment, 1), ("[1, // one\n2]", .comment, 4),
            ("{\"a\": // one\n1}", .comment, 6), ("# owls\n{}", .comment, 0), ("[1, # one\n2]", .comment, 4),
            ("{} // owls", .comment, 3), ("{}\n/* owls */", .comment, 3), ("{}#", .comment, 2),
            ("{/ owls}", .unexpectedByte(0x2F), 1), ("'a'", .notJSON(looksLikeHTML: false), 0),
            ("tru", .notJSON(looksLikeHTML: false), 0), ("nulls", .notJSON(looksLikeHTML: false), 0),
            ("[True]", .invalidLiteral, 1), ("[NaN]", .invalidLiteral, 1), ("[-Infinity]", .invalidNumber, 1),
            ("01", .invalidNumber, 0), ("-", .invalidNumber, 0), ("1.", .invalidNumber, 0),
            ("1.e1", .invalidNumber, 0), ("1e", .invalidNumber, 0), ("1e+", .invalidNumber, 0),
            ("-01", .invalidNumber, 0), ("0x1F", .invalidNumber, 0), ("1_000", .trailingContent, 1),
            ("[.5]", .invalidLiteral, 1), ("[+1]", .invalidLiteral, 1), ("1 2", .trailingContent, 2),
            ("[1,]", .trailingComma, 3), ("[,1]", .unexpectedByte(0x2C), 1),
            ("[1,,2]", .unexpectedByte(0x2C), 3),
            ("[1 2]", .missingComma, 3), ("[1}", .wrongBracket, 2), (#"{"a":1]"#, .wrongBracket, 6),
            ("[1", .unexpectedEnd, 2), ("[1]]", .trailingContent, 3), ("{", .unexpectedEnd, 1),
            (#"{"a"}"#, .missingColon, 4), (#"{"a" 1}"#, .missingColon, 5), (#"{"a":}"#, .missingValue, 5),
            (#"{"a":,"b":1}"#, .missingValue, 5), (#"{"a":1,}"#, .trailingComma, 7),
            (#"{"a":1"#, .unexpectedEnd, 6),
            ("{a:1}", .unexpectedByte(0x61), 1), ("{1:1}", .unexpectedByte(0x31), 1),
            (#"{"a"::1}"#, .unexpectedByte(0x3A), 5), ("[1]//", .comment, 3), ("[1]/", .trailingContent, 3),
            (#"""#, .unexpectedEnd, 1), (#""a"#, .unexpectedEnd, 2), (#""\"#, .unexpectedEnd, 2),
            (#""\u00"#, .unexpectedEnd, 5), (#""\a""#, .invalidEscape, 1), (#""\u00G0""#, .invalidEscape, 1),
            (#""\U0041""#, .invalidEscape, 1), ("\"a\tb\"", .controlCharacter, 2),
            ("\"a\nb\"", .controlCharacter, 2),
            ("\"a\0b\"", .controlCharacter, 2), (#""\uD800""#, .loneSurrogate, 1),
            (#""\uDC00""#, .loneSurrogate, 1),
            (#""\uD800\u0041""#, .loneSurrogate, 1), (#""\uD800\n""#, .loneSurrogate, 1),
            ("\u{FEFF}{}", .byteOrderMark, 0), ("[1\u{A0}]", .unexpectedByte(0xC2), 2),
            ("[1\0]", .unexpectedByte(0), 2),
        ] as [(String, JSONError.Reason, Int)])
    func refuses(_ text: String, _ reason: JSONError.Reason, _ offset: Int) {
        let fault = strictFault(text)
        #expect(fault?.reason == reason)
        #expect(fault?.offset == offset)
    }

    @Test(
        "refuses bytes that are not UTF-8",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0xAF], [0xE9, 0x95], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0xC3, 0x41],
        ] as [[UInt8]])
    func refusesInvalidUTF8(_ text: [UInt8]) {
        let fault = strictFault([0x22, 0x61] + text + [0x22])
        #expect(fault?.reason == .invalidUTF8)
        #expect(fault?.offset == 2)
    }

    @Test(
        "reads every Unicode scalar in UTF-8",
        arguments: [0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF])
    func readsScalar(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let document = try JSONDocument(Array("\"\(Character(scalar))\"".utf8), mode: .strict)
        #expect(document.root.string?.unicodeScalars.elementsEqual([scalar]) == true)
    }

    @Test("finds a special byte at any offset")
    func findsSpecialByte() {
        for place in 0..<20 {
            let plain = String(repeating: "z", count: place)
            #expect(strictFault("\"\(plain)\u{1F}zzzzzzzz\"")?.offset == place + 1)
            #expect(strictFault("\"\(plain)\\qzzzzzzz\"")?.offset == place + 1)
            #expect(strictFault("\"\(plain)\"zzzzzzzzz\"")?.offset == place + 2)
        }
    }
}
