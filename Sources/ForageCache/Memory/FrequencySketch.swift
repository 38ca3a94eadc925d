/// Roughly how often keys were asked for lately: a count-min sketch of four-bit counters, halved now and then so
/// that what was popular once does not stay so for ever.
struct FrequencySketch {
    private var words: [UInt64]
    private let mask: Int
    private var additions = 0

    /// - Parameter capacity: About how many keys are kept.
    init(capacity: Int) {
        var count = 64
        while count < capacity { count *= 2 }
        words = Array(repeating: 0, count: count)
        mask = count - 1
    }

    /// How often, at most 15.
    func frequency(of hash: Int) -> Int {
        var least = UInt64(15)
        for row in 0..<4 {
            let (word, shift) = place(of: hash, row)
            least = min(least, words[word] >> shift & 15)
        }
        return Int(least)
    }

    mutating func add(_ hash: Int) {
        for row in 0..<4 {
            let (word, shift) = place(of: hash, row)
            if words[word] >> shift & 15 < 15 { words[word] += 1 << shift }
        }
        additions += 1
        if additions >= 10 * words.count { halve() }
    }

    /// Each word holds 16 counters, four of each row.
    private func place(of hash: Int, _ row: Int) -> (word: Int, shift: UInt64) {
        let mixed = (UInt64(bitPattern: Int64(hash)) &+ UInt64(row)) &* Self.factors[row]
        let word = Int(truncatingIfNeeded: mixed >> 32) & mask
        return (word, (mixed >> 30 & 3) * 16 + UInt64(row) * 4)
    }

    private static let factors: InlineArray<4, UInt64> = [
        0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93,
    ]

    private mutating func halve() {
        additions /= 2
        for index in words.indices { words[index] = words[index] >> 1 & 0x7777_7777_7777_7777 }
    }
}
