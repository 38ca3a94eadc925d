/// A fault in a document, with its position.
package struct JSONError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case empty
        case notJSON(looksLikeHTML: Bool)
        case unexpectedEnd
        case unexpectedByte(UInt8)
        case comment
        case invalidLiteral
        case invalidNumber
        case missingComma
        case missingColon
        case missingValue
        case trailingComma
        case wrongBracket
        case controlCharacter
        case invalidEscape
        case loneSurrogate
        case invalidUTF8
        case byteOrderMark
        case trailingContent
        case tooLong(maximumByteCount: Int)
        case tooDeep(maximumDepth: Int)
        case tooManyValues(maximumValueCount: Int)
    }

    package let reason: Reason
    /// The byte offset of the fault.
    package let offset: Int
    package let position: JSONPosition

    init(_ finding: JSONReader.Finding, in bytes: [UInt8]) {
        reason = finding.reason
        offset = finding.offset
        position = JSONPosition(of: finding.offset, in: bytes)
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        "Line \(position.line), column \(position.column): \(reason)."
    }
}

extension JSONError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "expected JSON, found nothing"
        case .notJSON(looksLikeHTML: true): "this is a web page, not JSON"
        case .notJSON(looksLikeHTML: false): "this is not JSON"
        case .unexpectedEnd: "the document ends in the middle; the rest of it is missing"
        case .unexpectedByte(let byte): "\(Self.name(of: byte)) is not expected here"
        case .comment: "JSON does not allow comments; remove this one"
        case .invalidLiteral: "a value can only be true, false, null, a number, \"text\", [ ] or { }"
        case .invalidNumber: "this is not a valid JSON number"
        case .missingComma: "a comma is missing before this"
        case .missingColon: "a colon is missing between the key and its value"
        case .missingValue: "a value is missing here"
        case .trailingComma: "remove the comma before this closing bracket"
        case .wrongBracket: "this bracket does not match an opening bracket"
        case .controlCharacter: "a line break or control character inside text must be escaped, as in \\n"
        case .invalidEscape:
            "a backslash must be followed by one of \" \\ / b f n r t or u and four hex digits"
        case .loneSurrogate: "this \\u escape is half of a pair, and the other half is missing"
        case .invalidUTF8: "these bytes are not UTF-8"
        case .byteOrderMark: "a byte order mark must not come before the document"
        case .trailingContent: "there is something after the end of the document"
        case .tooLong(let limit): "the document is longer than \(limit) bytes"
        case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit)"
        case .tooManyValues(let limit): "the document holds more than \(limit) values"
        }
    }

    private static func name(of byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "“\(Character(Unicode.Scalar(byte)))”"
            : "the byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }
}

/// A position in a document, as shown to people: lines and columns start at 1.
package struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    /// The column, counted in Unicode scalars.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package var description: String { "\(line):\(column)" }
}

extension JSONPosition {
    /// Finds the position of `offset`. A line ends with a line feed, a carriage return, or both.
    init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for index in first..<max(first, min(offset, bytes.count)) {
            let byte = bytes[index]
            if byte == .lineFeed || byte == .carriageReturn && bytes[safe: index + 1] != .lineFeed {
                line += 1
                column = 1
            } else if !byte.isContinuation {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }
}

extension [UInt8] {
    fileprivate subscript(safe index: Int) -> UInt8? { index < count ? self[index] : nil }
}
