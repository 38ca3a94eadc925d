extension Span<UInt8> {
    /// The length of the scalar that starts here beyond ASCII, or 0 if these bytes are not UTF-8.
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

    /// Whether the bytes from here to the end are the beginning of a scalar.
    func isScalarCut(at offset: Int) -> Bool {
        let lead = byte(at: offset)
        let length = lead >= 0xF0 && lead <= 0xF4 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0
        guard lead <= 0xF4, count - offset < length else { return false }
        if offset + 1 < count, !isSecond(self[offset + 1], after: lead) { return false }
        return offset + 2 >= count || self[offset + 2].isContinuation
    }

    /// Leaves out overlong forms, surrogates, and what lies beyond U+10FFFF.
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
