/// Tells bytes that changed on the disk from those that were put there, at memory's speed. It is no defence
/// against intent; the SHA-256 by which bodies are named costs fifteen times as much.
package enum Checksum {
    /// The checksum of bytes.
    package static func of(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.withContiguousStorageIfAvailable { sum(UnsafeRawBufferPointer($0)) } ?? of(Array(bytes))
    }

    /// The bytes with their checksum behind them.
    package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let sum = UInt64(bitPattern: Int64(of(bytes)))
        return bytes + (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
    }

    /// The bytes in front of their checksum; nil where it is that of others.
    package static func opened(_ sealed: [UInt8]) -> ArraySlice<UInt8>? {
        guard sealed.count >= 8 else { return nil }
        let bytes = sealed.dropLast(8)
        let sum = sealed.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return sum == UInt64(bitPattern: Int64(of(bytes))) ? bytes : nil
    }

    // Four lanes, because one alone would wait for its multiplications. Each is a word of its own: processors
    // multiply two such words at once only by way of many smaller steps.
    private static func sum(_ bytes: UnsafeRawBufferPointer) -> Int {
        var lanes = Lanes()
        let whole = bytes.count / 32 * 32
        for place in stride(from: 0, to: whole, by: 32) {
            lanes.a.mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            lanes.b.mix(bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
            lanes.c.mix(bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self))
            lanes.d.mix(bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self))
        }
        for byte in bytes[whole...] { lanes.mixAll(UInt64(byte) &+ 1) }
        lanes.mixAll(UInt64(bytes.count))
        let sum = lanes.joined
        return Int(bitPattern: UInt(sum ^ sum >> 32))
    }

    private struct Lanes {
        var (a, b, c, d) = (1 &* factor, 2 &* factor, 3 &* factor, 4 &* factor)

        mutating func mixAll(_ word: UInt64) {
            a.mix(word)
            b.mix(word)
            c.mix(word)
            d.mix(word)
        }

        var joined: UInt64 {
            [a, b, c, d].reduce(0) { ($0 << 7 | $0 >> 57) ^ ($1 &* factor) }
        }
    }

    fileprivate static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
}

extension UInt64 {
    /// Every step can be undone, so that two words which differ never meet again.
    @inline(__always)
    fileprivate mutating func mix(_ word: UInt64) {
        let product = (self ^ word) &* Checksum.factor
        self = product ^ product &>> 29
    }
}
