/// A policy for the entries of a cache: SIEVE.
///
/// Entries keep the order of their arrival. To make room, a hand moves from the oldest entry to the newest and removes
/// the first one that was not used since the hand last passed it. So a scan of single-use entries does little harm. An
/// expired entry is removed in any case.
struct Sieve<Key: Hashable, Value> {
    private struct Entry {
        let value: Value
        let cost: Int
        var isUsed = false
        var older: Key?
        var newer: Key?
    }

    private let limit: Int
    private var entries: [Key: Entry] = [:]
    private var oldest: Key?
    private var newest: Key?
    private var hand: Key?

    /// The total cost of the entries.
    private(set) var cost = 0

    /// - Parameter limit: The maximum total cost of the entries.
    init(limit: Int) { self.limit = limit }

    /// Returns the value of a key and counts this as a use.
    mutating func value(for key: Key) -> Value? {
        guard let place = entries.index(forKey: key) else { return nil }
        entries.values[place].isUsed = true
        return entries.values[place].value
    }

    /// Stores a value, unless it would use more than a tenth of the limit.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - cost: The cost of the value.
    ///   - isPast: Returns true if a value has expired.
    mutating func insert(
        _ value: Value, for key: Key, cost: Int, isPast: (Value) -> Bool = { _ in false }
    ) {
        remove(key)
        guard cost <= limit / 10 else { return }
        while self.cost + cost > limit, let victim = nextVictim(isPast) { remove(victim) }
        entries[key] = Entry(value: value, cost: cost, older: newest)
        if let newest { entries[newest]?.newer = key } else { oldest = key }
        newest = key
        self.cost += cost
    }

    mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        cost -= entry.cost
        if hand == key { hand = entry.newer }
        if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
        if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    }

    private mutating func nextVictim(_ isPast: (Value) -> Bool) -> Key? {
        hand = hand ?? oldest
        while let key = hand, let entry = entries[key], entry.isUsed, !isPast(entry.value) {
            entries[key]?.isUsed = false
            hand = entry.newer ?? oldest
        }
        return hand
    }
}
