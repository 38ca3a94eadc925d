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
