internal import Platform

extension Span<UInt8> {
    /// Returns the byte at an offset, or 0, which has no meaning in JSON, after the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        indices.contains(offset) ? self[offset] : 0
    }

    @inline(__always)
    func skippingWhitespace(from offset: Int) -> Int {
        byte(at: offset) > .space ? offset : skippingIndentation(from: offset)
    }

    /// Skips white space, in groups of eight spaces if possible.
    private func skippingIndentation(from offset: Int) -> Int {
        var offset = offset
        while byte(at: offset).isWhitespace {
            offset &+= 1
            if offset <= count &- 8 { offset &+= eightBytes(at: offset).leadingSpaceCount }
        }
        return offset
    }

    func skippingToken(from offset: Int) -> Int {
        var offset = offset
        while byte(at: offset).isTokenPart { offset += 1 }
        return offset
    }

    @inline(__always)
    func skippingDigits(from offset: Int) -> Int {
        var offset = offset
        while byte(at: offset).isDigit { offset += 1 }
        return offset
    }

    /// Skips plain ASCII in a string.
    @inline(__always)
    func skippingPlainText(from offset: Int) -> Int {
        firstPlace(of: SpecialBytes.self, from: offset)
    }

    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        if count < 8 { return indices.allSatisfy { self[$0] == other[$0] } }
        var offset = 0
        while offset + 8 < count {
            if eightBytes(at: offset) != other.eightBytes(at: offset) { return false }
            offset += 8
        }
        return eightBytes(at: count - 8) == other.eightBytes(at: count - 8)
    }

    func starts(with text: StaticString, at offset: Int) -> Bool {
        guard offset + text.utf8CodeUnitCount <= count else { return false }
        return text.withUTF8Buffer { expected in
            expected.indices.allSatisfy { self[offset + $0] == expected[$0] }
        }
    }
}

extension Span<UInt8> {
    /// Returns the length of the scalar at an offset if it is not ASCII, or 0 if the bytes are invalid UTF-8.
    func scalarLength(at offset: Int) -> Int {
        let second = byte(at: offset + 1)
        switch byte(at: offset) {
        case 0xC2...0xDF:
            return second.isContinuation ? 2 : 0
        case 0xE0...0xEF:
            guard isSecond(second, after: self[offset]), byte(at: offset + 2).isContinuation else { return 0 }
            return 3
        case 0xF0...0xF4:
            guard isSecond(second, after: self[offset]), byte(at: offset + 2).isContinuation,
                byte(at: offset + 3).isContinuation
            else { return 0 }
            return 4
        default:
            return 0
        }
    }

    /// Indicates whether the bytes up to the end are an incomplete scalar.
    func isScalarCut(at offset: Int) -> Bool {
        let lead = byte(at: offset)
        let length = lead >= 0xF0 && lead <= 0xF4 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0
        guard lead <= 0xF4, count - offset < length else { return false }
        if offset + 1 < count, !isSecond(self[offset + 1], after: lead) { return false }
        return offset + 2 >= count || self[offset + 2].isContinuation
    }

    /// Indicates whether a byte can be the second of a scalar. Overlong forms, surrogates and values above U+10FFFF are
    /// invalid.
    private func isSecond(_ byte: UInt8, after lead: UInt8) -> Bool {
        switch lead {
        case 0xE0: byte >= 0xA0 && byte <= 0xBF
        case 0xED: byte >= 0x80 && byte <= 0x9F
        case 0xF0: byte >= 0x90 && byte <= 0xBF
        case 0xF4: byte >= 0x80 && byte <= 0x8F
        default: byte.isContinuation
        }
    }
}

/// The bytes that end plain text in a string: quotation marks, backslashes, control characters and all that is not
/// ASCII.
enum SpecialBytes: SearchedBytes {
    @inline(__always)
    static func findings<Group: ByteGroup>(in group: Group) -> Group {
        group.unprintable | group.places(of: .quote) | group.places(of: .backslash)
    }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        byte < .space || byte >= 0x80 || byte == .quote || byte == .backslash
    }
}

extension UInt64 {
    /// The number of leading spaces in these eight bytes.
    @inline(__always)
    fileprivate var leadingSpaceCount: Int {
        (self ^ .each(.space)).trailingZeroBitCount / 8
    }
}
