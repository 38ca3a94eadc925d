/// How much work lists of values are: the parser compares each value with all before it, byte for byte.
struct EnumerationCost {
    var byteCount = 0
    /// How many `|` there are, which part the values.
    var barCount = 0

    /// Whether that takes less than 50 ms.
    var isBearable: Bool {
        barCount <= Self.greatestBarCount && barCount * byteCount <= Self.greatestProduct
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        barCount += bytes.count { $0 == UInt8(ascii: "|") }
    }

    private static let greatestBarCount = 2_000
    private static let greatestProduct = 32 * 1024 * 1024
}
