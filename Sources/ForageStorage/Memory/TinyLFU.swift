/// A policy for the entries of a cache: W-TinyLFU.
///
/// A new entry waits in a small window. It moves into the main part only if it was requested more often than the
/// entries it would displace, so that a scan of single-use entries does no harm. In the main part, entries that were
/// used again are protected from the others. An expired entry is displaced first.
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
    ///   - limit: The maximum total cost of the entries.
    ///   - usualCost: The approximate cost of an entry.
    init(limit: Int, usualCost: Int) {
        self.limit = limit
        sketch = FrequencySketch(capacity: limit / max(usualCost, 1))
    }

    /// The total cost of the entries.
    var cost: Int { (0..<3).reduce(0) { $0 + lists.cost(of: $1) } }

    private var windowLimit: Int { max(limit / 100, 1) }
    private var mainLimit: Int { limit - windowLimit }
    private var protectedLimit: Int { mainLimit / 5 * 4 }

    /// Returns the value of a key and counts this as a use.
    mutating func value(for key: Key) -> Value? {
        let key = HashedKey(key)
        sketch.add(key.hash)
        guard let slot = slots[key] else { return nil }
        use(slot)
        return lists.read(slot) { $0.value }
    }

    /// Stores a value, if it is worth more than those it would displace.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - cost: The cost of the value.
    ///   - isPast: Returns true if a value has expired.
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

    /// Moves an entry from the window into the main part, or drops it.
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

    /// Returns one of the least recently used entries if it has expired.
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

/// A key whose hash is computed only once, for the dictionary and the sketch.
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

/// The approximate frequency of recent requests for keys: a count-min sketch of four-bit counters, which are halved
/// from time to time so that old popularity fades.
struct FrequencySketch {
    private var words: [UInt64]
    private let mask: Int
    private var additions = 0

    /// - Parameter capacity: The approximate number of keys.
    init(capacity: Int) {
        var count = 64
        while count < 4 * capacity { count *= 2 }
        words = Array(repeating: 0, count: count)
        mask = count - 1
    }

    /// Returns the frequency of a key, at most 15.
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

    /// The location of a key's counters: one of four in each quarter of a single word, so that only one word is read.
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
