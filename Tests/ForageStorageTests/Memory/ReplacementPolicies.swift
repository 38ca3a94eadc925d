@testable import ForageStorage

/// A policy that decides which keys stay; each costs 1.
protocol ReplacementPolicy {
    init(capacity: Int)

    /// Requests a key, and stores it if the policy decides so.
    ///
    /// - Returns: Whether it was stored already.
    mutating func ask(for key: Int) -> Bool
}

/// The policy of the memory cache.
struct SievePolicy: ReplacementPolicy {
    private var policy: Sieve<Int, Int>

    init(capacity: Int) { policy = Sieve(limit: capacity) }

    mutating func ask(for key: Int) -> Bool {
        if policy.value(for: key) != nil { return true }
        policy.insert(key, for: key, cost: 1)
        return false
    }
}

/// Removes the least recently used key.
struct LRUPolicy: ReplacementPolicy {
    private let capacity: Int
    private var lastUses: [Int: Int] = [:]
    private var uses: [Int] = []
    private var start = 0

    init(capacity: Int) { self.capacity = capacity }

    mutating func ask(for key: Int) -> Bool {
        let wasStored = lastUses[key] != nil
        lastUses[key] = uses.count
        uses.append(key)
        while lastUses.count > capacity {
            if lastUses[uses[start]] == start { lastUses[uses[start]] = nil }
            start += 1
        }
        return wasStored
    }
}
