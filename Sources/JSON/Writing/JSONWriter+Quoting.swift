internal import Bytes

extension JSONWriter {
    /// Writes a text between quotation marks.
    ///
    /// - Parameters:
    ///   - text: What is quoted.
    ///   - ending: What stands behind it.
    mutating func write(quoted text: String, before ending: StaticString = "") {
        let bytes = text.utf8.span
        let place = bytes.placeToEscape(from: 0)
        // Nearly all texts are written as they stand.
        guard place == bytes.count else { return write(bytes, escapedFrom: place, before: ending) }
        output.append(addingCapacity: bytes.count + ending.utf8CodeUnitCount + 2) { output in
            output.append(.quote)
            output.append(bytes)
            output.append(.quote)
            ending.withUTF8Buffer { output.append($0.span) }
        }
    }

    private mutating func write(
        _ bytes: Span<UInt8>, escapedFrom firstPlace: Int, before ending: StaticString
    ) {
        output.append(.quote)
        var start = 0
        var place = firstPlace
        while place < bytes.count {
            let length = bytes.separatesLines(at: place) ? 3 : 1
            if bytes[place] < 0x80 || length == 3 && escapesLineSeparators {
                write(bytes.extracting(start..<place))
                writeEscape(bytes[place], isParagraphEnd: length == 3 && bytes[place + 2] == 0xA9)
                start = place + length
            }
            place = bytes.placeToEscape(from: place + length)
        }
        write(bytes.extracting(start...))
        output.append(.quote)
        write(ascii: ending)
    }

    private mutating func write(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { output.append(contentsOf: $0) }
    }

    private mutating func writeEscape(_ byte: UInt8, isParagraphEnd: Bool) {
        switch byte {
        case .quote: write(ascii: "\\\"")
        case .backslash: write(ascii: "\\\\")
        case UInt8(ascii: "\n"): write(ascii: "\\n")
        case UInt8(ascii: "\r"): write(ascii: "\\r")
        case UInt8(ascii: "\t"): write(ascii: "\\t")
        case 0xE2: write(ascii: isParagraphEnd ? "\\u2029" : "\\u2028")
        default: writeEscaped(Unicode.Scalar(byte))
        }
    }

    private mutating func writeEscaped(_ scalar: Unicode.Scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        write(ascii: "\\u")
        output.append(contentsOf: repeatElement(.zero, count: 4 - digits.utf8.count))
        output.append(contentsOf: digits.utf8)
    }
}

extension OutputSpan<UInt8> {
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        withUnsafeMutableBufferPointer { buffer, count in
            bytes.withUnsafeBufferPointer { count = buffer[count...].initialize(fromContentsOf: $0) }
        }
    }
}

/// What must be escaped, and the byte that the line separators begin with.
private enum EscapedBytes: SoughtBytes {
    @inline(__always)
    static func findings<Group: ByteGroup>(in group: Group) -> Group { SpecialBytes.findings(in: group) }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        byte < .space || byte == .quote || byte == .backslash || byte == 0xE2
    }
}

extension Span<UInt8> {
    /// The first place from here on where something may have to be escaped; the end if there is none.
    fileprivate func placeToEscape(from start: Int) -> Int {
        firstPlace(of: EscapedBytes.self, from: start)
    }

    /// Whether U+2028 or U+2029 stands here.
    fileprivate func separatesLines(at place: Int) -> Bool {
        place + 2 < count && self[place] == 0xE2 && self[place + 1] == 0x80 && self[place + 2] & 0xFE == 0xA8
    }
}
