internal import Bytes

extension Span<UInt8> {
    /// Skips ASCII that is neither a control character nor markup.
    func skippingPlainText(from start: Int) -> Int { firstPlace(of: MarkupBytes.self, from: start) }
}

/// Markup, control characters and what is not ASCII.
private enum MarkupBytes: SoughtBytes {
    @inline(__always)
    static func findings<Group: ByteGroup>(in group: Group) -> Group {
        group.unprintable | group.places(of: UInt8(ascii: "<")) | group.places(of: UInt8(ascii: "&"))
    }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        !(0x20...0x7F).contains(byte) || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
    }
}
