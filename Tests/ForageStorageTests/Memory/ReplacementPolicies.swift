@testable import ForageStorage

/// What decides which keys stay; each costs 1.
protocol ReplacementPolicy {
    init(capacity: Int)

    /// Asks for a key and keeps it afterwards, if the policy wants to.
    ///
    /// - Returns: Whether it was there.
    mutating func ask(for key: Int) -> Bool
}

/// Our own, as the memory cache has it.
struct TinyLFUPolicy: ReplacementPolicy {
    private var policy: TinyLFU<Int, Int>

    init(capacity: Int) { policy = TinyLFU(limit: capacity, usualCost: 1) }

    mutating func ask(for key: Int) -> Bool {
        if policy.value(for: key) != nil { return true }
        policy.insert(key, for: key, cost: 1)
        return false
    }
}

/// What was not used for longest goes.
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

/// A hand goes round in the order of arrival; it passes over what was used since it came by last.
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
