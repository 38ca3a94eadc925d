internal import Bytes

extension Span<UInt8> {
    /// Skips ASCII that is neither a control character nor markup, eight bytes at a time while it can.
    func skippingPlainText(from start: Int) -> Int {
        firstPlace(from: start, amongEight: { $0.special }, where: { !$0.isPlainASCII })
    }
}

extension UInt8 {
    fileprivate var isPlainASCII: Bool {
        (0x20...0x7F).contains(self) && self != UInt8(ascii: "<") && self != UInt8(ascii: "&")
    }
}

extension UInt64 {
    /// Markup, control characters and what is not ASCII.
    fileprivate var special: UInt64 {
        let tags = self ^ Self.ones &* 0x3C
        let entities = self ^ Self.ones &* 0x26
        let markup = ((tags &- Self.ones) | (entities &- Self.ones)) & Self.highs
        return unprintable | markup
    }
}
