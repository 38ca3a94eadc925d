/// Roughly how often keys were asked for lately: a count-min sketch of four-bit counters, halved now and then so
/// that what was popular once does not stay so for ever.
struct FrequencySketch {
    private var words: [UInt64]
    private let mask: Int
    private var additions = 0

    /// - Parameter capacity: About how many keys are kept.
    init(capacity: Int) {
        var count = 64
        while count < 4 * capacity { count *= 2 }
        words = Array(repeating: 0, count: count)
        mask = count - 1
    }

    /// How often, at most 15.
    func frequency(of hash: Int) -> Int {
        let place = Place(of: hash, mask)
        return (0..<4).reduce(15) { min($0, Int(words[place.word] >> place.shift($1) & 15)) }
    }

    mutating func add(_ hash: Int) {
        let place = Place(of: hash, mask)
        var word = words[place.word]
        for row in 0..<4 where word >> place.shift(row) & 15 < 15 { word += 1 << place.shift(row) }
        words[place.word] = word
        additions += 1
        if additions >= 4 * words.count { halve() }
    }

    /// Where the counters of a key are: one of four in each quarter of one word, so that memory is touched once.
    private struct Place {
        let word: Int
        private let choice: UInt64

        init(of hash: Int, _ mask: Int) {
            let mixed = UInt64(bitPattern: Int64(hash)) &* 0x9E37_79B9_7F4A_7C15
            word = Int(truncatingIfNeeded: mixed >> 40) & mask
            choice = mixed >> 24
        }

        func shift(_ row: Int) -> UInt64 { UInt64(row) * 16 + (choice >> UInt64(row * 2) & 3) * 4 }
    }

    private mutating func halve() {
        additions /= 2
        for index in words.indices { words[index] = words[index] >> 1 & 0x7777_7777_7777_7777 }
    }
}
