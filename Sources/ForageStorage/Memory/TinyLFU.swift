/// Which entries stay in memory: W-TinyLFU.
///
/// What is new waits in a small window. From there it gets into the main part only if it was asked for more often
/// than what would have to go for it, so that a scan of things seen once passes through without doing harm. In the
/// main part, what was used again is protected from what was not. What is past its time has no claim to a place.
struct TinyLFU<Key: Hashable, Value> {
    private struct Entry {
        let key: HashedKey<Key>
        var value: Value
    }

    private let limit: Int
    private var slots: [HashedKey<Key>: Int] = [:]
    private var lists = RecencyLists<Entry>(count: 3)
    private var sketch: FrequencySketch

    /// - Parameters:
    ///   - limit: What all entries may cost together.
    ///   - usualCost: What one costs more or less.
    init(limit: Int, usualCost: Int) {
        self.limit = limit
        sketch = FrequencySketch(capacity: limit / max(usualCost, 1))
    }

    /// What all entries cost together.
    var cost: Int { (0..<3).reduce(0) { $0 + lists.cost(of: $1) } }

    private var windowLimit: Int { max(limit / 100, 1) }
    private var mainLimit: Int { limit - windowLimit }
    private var protectedLimit: Int { mainLimit / 5 * 4 }

    /// The value of a key, which counts as a use.
    mutating func value(for key: Key) -> Value? {
        let key = HashedKey(key)
        sketch.add(key.hash)
        guard let slot = slots[key] else { return nil }
        use(slot)
        return lists.read(slot) { $0.value }
    }

    /// Keeps a value, if it earns its place.
    ///
    /// - Parameters:
    ///   - value: What is kept.
    ///   - key: What it is found by.
    ///   - cost: What it costs.
    ///   - isPast: Whether a value is of no use any more.
    mutating func insert(
        _ value: Value, for key: Key, cost: Int, isPast: (Value) -> Bool = { _ in false }
    ) {
        let key = HashedKey(key)
        remove(key)
        guard cost <= limit / 10 else { return }
        slots[key] = lists.insert(Entry(key: key, value: value), cost: cost, in: Part.window)
        while lists.cost(of: Part.window) > windowLimit, let slot = lists.oldest(of: Part.window) {
            admit(slot, isPast)
        }
    }

    mutating func remove(_ key: Key) { remove(HashedKey(key)) }

    private mutating func remove(_ key: HashedKey<Key>) {
        if let slot = slots.removeValue(forKey: key) { lists.remove(slot) }
    }

    private mutating func use(_ slot: Int) {
        switch lists.list(of: slot) {
        case Part.window: lists.move(slot, to: Part.window)
        default:
            lists.move(slot, to: Part.protected)
            while lists.cost(of: Part.protected) > protectedLimit,
                let oldest = lists.oldest(of: Part.protected)
            {
                lists.move(oldest, to: Part.probation)
            }
        }
    }

    /// Lets an entry from the window into the main part, or drops it.
    private mutating func admit(_ slot: Int, _ isPast: (Value) -> Bool) {
        if self.isPast(slot, isPast) { return drop(slot) }
        let frequency = frequency(of: slot)
        while mainCost + lists.cost(at: slot) > mainLimit {
            if let past = oldestPast(isPast) {
                drop(past)
                continue
            }
            guard let victim = lists.oldest(of: Part.probation) ?? lists.oldest(of: Part.protected),
                frequency > self.frequency(of: victim)
            else { return drop(slot) }
            drop(victim)
        }
        lists.move(slot, to: Part.probation)
    }

    private var mainCost: Int { lists.cost(of: Part.probation) + lists.cost(of: Part.protected) }

    private func frequency(of slot: Int) -> Int {
        lists.read(slot) { $0.key.hash }.map(sketch.frequency) ?? 0
    }

    /// One of those that were not used for longest, if it is past its time.
    private func oldestPast(_ isPast: (Value) -> Bool) -> Int? {
        for part in [Part.probation, Part.protected] {
            if let slot = lists.oldest(of: part), self.isPast(slot, isPast) { return slot }
        }
        return nil
    }

    private func isPast(_ slot: Int, _ isPast: (Value) -> Bool) -> Bool {
        lists.read(slot) { isPast($0.value) } ?? false
    }

    private mutating func drop(_ slot: Int) {
        if let entry = lists.remove(slot) { slots[entry.key] = nil }
    }
}

private enum Part {
    static let window = 0
    static let probation = 1
    static let protected = 2
}

/// A key whose hash is computed once, for the dictionary and the sketch both.
struct HashedKey<Key: Hashable>: Hashable {
    let key: Key
    let hash: Int

    init(_ key: Key) {
        self.key = key
        hash = key.hashValue
    }

    static func == (one: Self, other: Self) -> Bool { one.hash == other.hash && one.key == other.key }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

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
