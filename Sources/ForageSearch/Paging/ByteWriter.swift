/// Writes a cursor's numbers and texts as bytes.
struct ByteWriter {
    var bytes: [UInt8] = []

    /// Adds the lowest bytes of a number, the least first.
    mutating func append(_ number: UInt64, byteCount: Int) {
        for place in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
    }

    /// Adds a number that is not negative, 7 bits in a byte, the least first; the last has no high bit.
    mutating func append(_ number: Int) {
        var rest = UInt(number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Adds a text behind its length.
    mutating func append(_ text: String) {
        append(text.utf8.count)
        bytes += text.utf8
    }
}
