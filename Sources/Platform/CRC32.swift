/// The checksum by which PNG and ZIP files detect damage.
package struct CRC32: Sendable {
    private var sum = ~UInt32(0)

    package init() {}

    /// Adds further bytes.
    package mutating func add(_ bytes: [UInt8]) {
        sum = bytes.reduce(sum) { sum, byte in Self.table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    }

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~sum }

    /// Returns the checksum of bytes.
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        var checksum = CRC32()
        checksum.add(bytes)
        return checksum.value
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(number) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
}
