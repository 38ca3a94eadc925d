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
struct TinyLFUPolicy: ReplacementPolicy {
    private var policy: TinyLFU<Int, Int>

    init(capacity: Int) { policy = TinyLFU(limit: capacity, usualCost: 1) }

    mutating func ask(for key: Int) -> Bool {
        if policy.value(for: key) != nil { return true }
        policy.insert(key, for: key, cost: 1)
        return false
    }
}

/// Removes the least recently used key.
struct LRUPolicy: ReplacementPolicy {
    private let capacity: Int
    private var slots: [Int: Int] = [:]
    private var list = RecencyLists<Int>(count: 1)

    init(capacity: Int) { self.capacity = capacity }

    mutating func ask(for key: Int) -> Bool {
        if let slot = slots[key] {
            list.move(slot, to: 0)
            return true
        }
        if list.cost(of: 0) == capacity, let oldest = list.oldest(of: 0), let gone = list.remove(oldest) {
            slots[gone] = nil
        }
        slots[key] = list.insert(key, cost: 1, in: 0)
        return false
    }
}

/// A hand moves in the order of arrival, and skips keys used since its last round.
struct SievePolicy: ReplacementPolicy {
    private let capacity: Int
    private var isUsed: [Int: Bool] = [:]
    private var arrivals: [Int] = []
    private var hand = 0

    init(capacity: Int) { self.capacity = capacity }

    mutating func ask(for key: Int) -> Bool {
        if isUsed[key] != nil {
            isUsed[key] = true
            return true
        }
        if arrivals.count == capacity { dropOne() }
        arrivals.append(key)
        isUsed[key] = false
        return false
    }

    private mutating func dropOne() {
        while isUsed[arrivals[hand]] == true {
            isUsed[arrivals[hand]] = false
            hand = (hand + 1) % arrivals.count
        }
        isUsed[arrivals.remove(at: hand)] = nil
        if hand == arrivals.count { hand = 0 }
    }
}
