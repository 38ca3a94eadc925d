/// A fast checksum that detects accidental changes of bytes on the disk. It does not protect against intentional
/// changes; the SHA-256 that names bodies takes fifteen times as long.
package enum Checksum {
    /// Returns the checksum of bytes.
    package static func of(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.withContiguousStorageIfAvailable { sum(UnsafeRawBufferPointer($0)) } ?? of(Array(bytes))
    }

    /// Returns the bytes followed by their checksum.
    package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let sum = UInt64(bitPattern: Int64(of(bytes)))
        return bytes + (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
    }

    /// Returns the bytes before their checksum; nil if the checksum is wrong.
    package static func opened(_ sealed: [UInt8]) -> ArraySlice<UInt8>? {
        guard sealed.count >= 8 else { return nil }
        let bytes = sealed.dropLast(8)
        let sum = sealed.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return sum == UInt64(bitPattern: Int64(of(bytes))) ? bytes : nil
    }

    // Four lanes avoid waiting for the previous multiplication. Each lane is a separate integer, because processors
    // have no fast instruction that multiplies two vectors of 64-bit integers.
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
    /// Mixes a word into the lane. The step is reversible, so different words always have different results.
    @inline(__always)
    fileprivate mutating func mix(_ word: UInt64) {
        let product = (self ^ word) &* Checksum.factor
        self = product ^ product &>> 29
    }
}
