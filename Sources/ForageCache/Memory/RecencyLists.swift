/// Entries in lists by how long ago they were used, all in one array.
struct RecencyLists<Entry> {
    private struct Slot {
        var entry: Entry?
        var cost: Int
        var list: Int
        var newer: Int
        var older: Int
    }

    private struct List {
        var newest = -1
        var oldest = -1
        var cost = 0
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var lists: [List]

    init(count: Int) { lists = Array(repeating: List(), count: count) }

    /// What the entries of a list cost together.
    func cost(of list: Int) -> Int { lists[list].cost }

    /// The entry of a list that was not used for longest.
    func oldest(of list: Int) -> Int? { lists[list].oldest < 0 ? nil : lists[list].oldest }

    func entry(at slot: Int) -> Entry? { slots[slot].entry }

    func list(of slot: Int) -> Int { slots[slot].list }

    func cost(at slot: Int) -> Int { slots[slot].cost }

    /// Adds an entry as the one used last.
    ///
    /// - Returns: Its slot, until it is removed.
    mutating func insert(_ entry: Entry, cost: Int, in list: Int) -> Int {
        let new = Slot(entry: entry, cost: cost, list: list, newer: -1, older: -1)
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(new) } else { slots[slot] = new }
        link(slot, list)
        return slot
    }

    /// Makes an entry the one used last, of the same list or another.
    mutating func move(_ slot: Int, to list: Int) {
        guard lists[list].newest != slot else { return }
        unlink(slot)
        link(slot, list)
    }

    @discardableResult
    mutating func remove(_ slot: Int) -> Entry? {
        unlink(slot)
        free.append(slot)
        return slots[slot].entry.take()
    }

    private mutating func link(_ slot: Int, _ list: Int) {
        let newest = lists[list].newest
        slots[slot].list = list
        slots[slot].newer = -1
        slots[slot].older = newest
        if newest >= 0 { slots[newest].newer = slot } else { lists[list].oldest = slot }
        lists[list].newest = slot
        lists[list].cost += slots[slot].cost
    }

    private mutating func unlink(_ slot: Int) {
        let (list, newer, older) = (slots[slot].list, slots[slot].newer, slots[slot].older)
        if newer >= 0 { slots[newer].older = older } else { lists[list].newest = older }
        if older >= 0 { slots[older].newer = newer } else { lists[list].oldest = newer }
        lists[list].cost -= slots[slot].cost
    }
}
