/// Lists of entries by time of use, all in one array.
struct RecencyLists<Entry> {
    // The links are separate from the entries, so that moving one touches only a few words of memory.
    private struct Link {
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

    private var entries: [Entry?] = []
    private var links: [Link] = []
    private var free: [Int] = []
    private var lists: [List]

    init(count: Int) { lists = Array(repeating: List(), count: count) }

    /// Returns the total cost of a list's entries.
    func cost(of list: Int) -> Int { lists[list].cost }

    /// Returns the least recently used entry of a list.
    func oldest(of list: Int) -> Int? { lists[list].oldest < 0 ? nil : lists[list].oldest }

    /// Passes an entry to a function and returns its result.
    func read<Result>(_ slot: Int, _ look: (borrowing Entry) -> Result) -> Result? {
        entries[slot].map { look($0) }
    }

    func list(of slot: Int) -> Int { links[slot].list }

    func cost(at slot: Int) -> Int { links[slot].cost }

    /// Adds an entry as the most recently used one.
    ///
    /// - Returns: Its slot, which is valid until its removal.
    mutating func insert(_ entry: Entry, cost: Int, in list: Int) -> Int {
        let slot = free.popLast() ?? grow()
        entries[slot] = entry
        links[slot].cost = cost
        link(slot, list)
        return slot
    }

    /// Makes an entry the most recently used one, in the same list or another.
    mutating func move(_ slot: Int, to list: Int) {
        guard lists[list].newest != slot else { return }
        unlink(slot)
        link(slot, list)
    }

    @discardableResult
    mutating func remove(_ slot: Int) -> Entry? {
        unlink(slot)
        free.append(slot)
        return entries[slot].take()
    }

    private mutating func grow() -> Int {
        entries.append(nil)
        links.append(Link(cost: 0, list: 0, newer: -1, older: -1))
        return links.count - 1
    }

    private mutating func link(_ slot: Int, _ list: Int) {
        let newest = lists[list].newest
        links[slot].list = list
        links[slot].newer = -1
        links[slot].older = newest
        if newest >= 0 { links[newest].newer = slot } else { lists[list].oldest = slot }
        lists[list].newest = slot
        lists[list].cost += links[slot].cost
    }

    private mutating func unlink(_ slot: Int) {
        let (list, newer, older) = (links[slot].list, links[slot].newer, links[slot].older)
        if newer >= 0 { links[newer].older = older } else { lists[list].newest = older }
        if older >= 0 { links[older].newer = newer } else { lists[list].oldest = newer }
        lists[list].cost -= links[slot].cost
    }
}
