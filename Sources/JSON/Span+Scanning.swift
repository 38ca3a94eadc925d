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

/// The bytes that have a meaning in JSON.
extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }
    static var quote: UInt8 { 0x22 }
    static var plus: UInt8 { 0x2B }
    static var comma: UInt8 { 0x2C }
    static var minus: UInt8 { 0x2D }
    static var point: UInt8 { 0x2E }
    static var slash: UInt8 { 0x2F }
    static var zero: UInt8 { 0x30 }
    static var colon: UInt8 { 0x3A }
    static var leftBracket: UInt8 { 0x5B }
    static var backslash: UInt8 { 0x5C }
    static var rightBracket: UInt8 { 0x5D }
    static var leftBrace: UInt8 { 0x7B }
    static var rightBrace: UInt8 { 0x7D }
    static var tilde: UInt8 { 0x7E }

    /// Indicates whether the byte is white space between values.
    package var isWhitespace: Bool {
        self == .space || self == .lineFeed || self == .carriageReturn || self == .tab
    }

    var isDigit: Bool { self &- .zero < 10 }

    var isVisible: Bool { self &- 0x21 < 0x5E }

    /// Indicates whether the byte continues a scalar in UTF-8.
    var isContinuation: Bool { self & 0xC0 == 0x80 }

    /// Indicates whether the byte can be part of a number, a literal or an invalid word in their place.
    var isTokenPart: Bool {
        isDigit || (self | 0x20) &- 0x61 < 26 || self == .minus || self == .point || self == .plus
    }

    var hexDigitValue: UInt32? {
        switch self {
        case 0x30...0x39: UInt32(self - 0x30)
        case 0x41...0x46: UInt32(self - 0x37)
        case 0x61...0x66: UInt32(self - 0x57)
        default: nil
        }
    }
}
