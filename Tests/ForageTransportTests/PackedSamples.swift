/// Bodies compressed by the gzip and brotli programs.
enum PackedSamples {
    static let text = String(repeating: "hello, packed hello, packed hello\n", count: 3)

    static let all: [String: [UInt8]] = [
        "gzip": gzip, "br": brotli, "bomb": bomb, "twice": gzip + gzip, "gzip+": gzip + letters(20),
        "br+": brotli + letters(20),
    ]

    /// `text`, compressed.
    private static let gzip = bytes(
        "1f8b0800000000000203cb48cdc9c9d75128484cce4e4d51c8c0e4716550410500d3ceaa6a66000000")

    /// `text`, compressed.
    private static let brotli = bytes(
        "1f6500488c946edec408959e652068cda6c0f2162672821e60ede28f63071e990e8e2f3a557ed3cebe00")

    /// A hundred thousand letters "a", in gzip.
    private static let bomb = bytes(
        "1f8b0800000000000203edc13101000000c2a0aceb5fc21a1e4001" + String(repeating: "00", count: 99)
            + "af0687fae21ba0860100")

    static func letters(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "a"), count: count) }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
