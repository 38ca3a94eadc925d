/// Tells bytes that changed on the disk from those that were put there, at memory's speed. It is no defence
/// against intent; the SHA-256 by which bodies are named costs fifteen times as much.
enum Checksum {
    static func of(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.withContiguousStorageIfAvailable { sum(UnsafeRawBufferPointer($0)) } ?? of(Array(bytes))
    }

    /// The bytes with their checksum behind them.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let sum = UInt64(bitPattern: Int64(of(bytes)))
        return bytes + (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
    }

    /// The bytes in front of their checksum; nil where it is that of others.
    static func opened(_ sealed: [UInt8]) -> [UInt8]? {
        guard sealed.count >= 8 else { return nil }
        let bytes = Array(sealed.dropLast(8))
        let sum = UInt64(bitPattern: Int64(of(bytes)))
        let isWhole = sealed.suffix(8).enumerated().allSatisfy {
            $1 == UInt8(truncatingIfNeeded: sum >> ($0 * 8))
        }
        return isWhole ? bytes : nil
    }

    // Four lanes, because one alone would wait for its multiplications.
    private static func sum(_ bytes: UnsafeRawBufferPointer) -> Int {
        var lanes = SIMD4<UInt64>(1, 2, 3, 4) &* factor
        let whole = bytes.count / 32 * 32
        for place in stride(from: 0, to: whole, by: 32) {
            let words = bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
            lanes = mixed(lanes ^ words)
        }
        for byte in bytes[whole...] { lanes = mixed(lanes ^ SIMD4(repeating: UInt64(byte) &+ 1)) }
        lanes = mixed(lanes ^ SIMD4(repeating: UInt64(bytes.count)))
        let sum = (0..<4).reduce(UInt64(0)) { ($0 << 7 | $0 >> 57) ^ (lanes[$1] &* factor) }
        return Int(bitPattern: UInt(sum ^ sum >> 32))
    }

    /// Every step can be undone, so that two words which differ never meet again.
    private static func mixed(_ lanes: SIMD4<UInt64>) -> SIMD4<UInt64> {
        let product = lanes &* SIMD4(repeating: factor)
        return product ^ product &>> 29
    }

    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
}
