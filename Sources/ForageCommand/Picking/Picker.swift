internal import ForageCore
internal import Platform

/// The state of a choice among the results of a search: the list, the current row, the marks and the filter.
struct Picker: Sendable {
    /// The results of all pages so far, in the order of their numbers.
    private(set) var items: [Item] = []
    /// The indices of the results that match the filter.
    private(set) var shown: [Int] = []
    /// The current row, and the first visible one.
    private(set) var (row, firstRow) = (0, 0)
    /// The number of visible rows.
    var rowCount = 1 { didSet { scroll() } }
    /// The words that results have to contain.
    private(set) var filter = ""
    /// True while the filter is typed.
    private(set) var isTyping = false
    private(set) var showsHelp = false
    private(set) var pending = PendingProviders()
    /// The outcomes of the page that was requested last.
    private(set) var outcomes: [Outcome] = []
    /// The report on the last complete page, with all results.
    private(set) var report: Report?
    /// True until the page that was requested last is complete.
    private(set) var isSearching = true
    /// The number of results of complete pages.
    private var completeCount = 0
    private var marks: Set<ItemID> = []

    /// The greatest number of results; no more have numbers after the search.
    private static let greatestCount = 1_000

    /// The work to do with the chosen results.
    enum Action: String, CaseIterable {
        case get, credit, open
    }

    /// A request of the person that concerns more than the screen.
    enum Request: Equatable {
        case loadMore, suspend, leave
        /// The end, with the action if a key names one.
        case choose(Action?)
    }

    /// The result in the current row.
    var current: Item? { shown.indices.contains(row) ? items[shown[row]] : nil }
    var markedCount: Int { items.count(where: isMarked) }
    /// The marked results in the order of the list, or else the current one.
    var chosen: [Item] { markedCount > 0 ? items.filter(isMarked) : [current].compactMap(\.self) }
    /// The results of the page that is not yet complete.
    var incompletePage: ArraySlice<Item> { items[completeCount...] }
    var canLoadMore: Bool { !isSearching && report?.next != nil && items.count < Self.greatestCount }

    /// Indicates whether a result is marked. One that was merged into another passes its mark on.
    func isMarked(_ item: Item) -> Bool { item.sources.contains { marks.contains($0.id) } }
}

extension Picker {
    /// Follows the search.
    mutating func take(_ event: SearchEvent) {
        pending.take(event)
        switch event {
        case .began: outcomes = []
        case .list(let page): replacePage(by: page)
        case .ended(let outcome):
            outcomes.removeAll { $0.provider == outcome.provider }
            outcomes.append(outcome)
        case .finished(let report):
            replacePage(by: report.items)
            self.report = report
            self.report?.items = items
            (outcomes, completeCount, isSearching) = (report.outcomes, items.count, false)
        case .items, .measured: break
        }
    }

    private mutating func replacePage(by page: [Item]) {
        let current = row > 0 ? current?.id : nil
        items.replaceSubrange(completeCount..., with: page)
        applyFilter()
        // The list changes while answers arrive; the cursor stays on its result unless it is still at the start.
        if let place = shown.firstIndex(where: { items[$0].id == current }) { move(to: place) }
    }

    private mutating func applyFilter() {
        let words = filter.folded.split(separator: " ")
        shown = items.indices.filter { index in
            let text = words.isEmpty ? "" : items[index].filterText
            return words.allSatisfy { text.contains($0) }
        }
        move(to: row)
    }

    private mutating func move(to place: Int) {
        row = max(0, min(place, shown.count - 1))
        scroll()
    }

    private mutating func scroll() {
        let last = max(0, shown.count - rowCount)
        firstRow = min(max(firstRow, row - rowCount + 1), row, last)
    }
}

extension Picker {
    /// Does what a key stands for on the screen; returns what else it requests.
    mutating func take(_ key: Key) -> Request? {
        switch key {
        case .control("c"): return .leave
        case .control("z"): return .suspend
        case _ where showsHelp: showsHelp = false
        case _ where isTyping && edit(with: key): break
        case .up, .character("k"): move(to: row - 1)
        case .down, .character("j"): return moveDown(by: 1)
        case .pageUp: move(to: row - rowCount)
        case .pageDown: return moveDown(by: rowCount)
        case .home: move(to: 0)
        case .end: return moveDown(by: shown.count)
        case .tab, .character(" "):
            if let current { mark([current], !isMarked(current)) }
            return moveDown(by: 1)
        case .character("a"):
            let all = shown.map { items[$0] }
            mark(all, !all.allSatisfy(isMarked))
        case .character("m"): return loadMore()
        case .character("/"): isTyping = true
        case .character("?"): showsHelp = true
        case .escape where !filter.isEmpty:
            filter = ""
            applyFilter()
        case .escape, .character("q"): return .leave
        case .enter: return choose(nil)
        case .character(let letter):
            return Action.allCases.first { $0.rawValue.first == letter }.flatMap(choose)
        case .backspace, .control: break
        }
        return nil
    }

    /// Edits the filter; returns false if the key has its usual effect.
    private mutating func edit(with key: Key) -> Bool {
        switch key {
        case .character(let character): filter.append(character)
        case .backspace where filter.isEmpty: isTyping = false
        case .backspace: filter.removeLast()
        case .enter: isTyping = false
        case .escape: (filter, isTyping) = ("", false)
        default: return false
        }
        applyFilter()
        return true
    }

    private mutating func moveDown(by count: Int) -> Request? {
        move(to: row + count)
        return row == shown.count - 1 && filter.isEmpty ? loadMore() : nil
    }

    private mutating func loadMore() -> Request? {
        guard canLoadMore else { return nil }
        isSearching = true
        return .loadMore
    }

    private func choose(_ action: Action?) -> Request? { chosen.isEmpty ? nil : .choose(action) }

    private mutating func mark(_ items: [Item], _ isMarked: Bool) {
        let ids = items.flatMap(\.sources).map(\.id)
        if isMarked { marks.formUnion(ids) } else { marks.subtract(ids) }
    }
}

extension Item {
    /// The text that a filter looks at.
    fileprivate var filterText: String {
        let names = [title, creator.fact?.name, licence.fact?.name].compactMap(\.self)
        return (names + sources.map(\.provider.name)).joined(separator: " ").folded
    }
}
