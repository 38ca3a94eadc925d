internal import ForageCore

/// Follows one thing through a search, to say where it ends.
struct Trail {
    private let sought: Sought
    private var end = Whereabouts()
    /// How it was taken for the same as others, by the result that it became a part of.
    private var matches: [ItemID: Whereabouts] = [:]

    init(_ sought: Sought) { self.sought = sought }

    /// Notes whether a provider brought it, and whether it passed the filters as it arrived.
    mutating func note(_ answer: SourceAnswer, sifted: SourceAnswer, by sieve: Sieve) {
        guard answer.outcome.isAnswer else { return }
        let kept = Set(sifted.items.map(\.id))
        for item in answer.items where item.matches(sought) && !kept.contains(item.id) {
            guard let fate = sieve.fate(of: item, at: .arriving) else { continue }
            end(Whereabouts(id: item.id, fate: fate))
        }
    }

    /// Notes where it stands in a round.
    mutating func note(_ round: Account.Round) {
        for cluster in round.all {
            guard let member = cluster.members.first(where: { $0.item.matches(sought) }) else { continue }
            let result = cluster.members[0].item.id
            let merge = cluster.merges.first { $0.id == member.item.id }
            let match = Whereabouts(id: member.item.id, result: result, merge: merge, fate: .shownEarlier)
            matches[result] = match
            if !round.unseen.contains(where: { $0.isResult(result) }) { end(match) }
        }
    }

    /// Notes whether a filter left it out later on.
    mutating func noteLeftOut(_ items: [Item], at moment: Sieve.Moment, by sieve: Sieve) {
        for item in items where item.matches(sought) {
            guard let fate = sieve.fate(of: item, at: moment) else { continue }
            end = Whereabouts(id: item.sources.first?.id, result: item.id, fate: fate)
        }
    }

    /// Where it is in the list that all came to, of which so many stand before the window, or among those that come next.
    func whereabouts(in list: [Item], before others: [Item], skipping count: Int) -> Whereabouts {
        let all = list + others
        guard let place = all.firstIndex(where: { matches[$0.id] != nil || $0.matches(sought) }) else {
            return end
        }
        var found = matches[all[place].id] ?? Whereabouts(id: all[place].id, result: all[place].id)
        found.fate =
            place < count ? .before(place + 1) : place < list.count ? .shown(place + 1) : .beyond(place + 1)
        return found
    }

    /// What it ends with, unless it got further with another provider.
    private mutating func end(_ whereabouts: Whereabouts) {
        switch (end.fate, whereabouts.fate) {
        case (.notBrought, _), (.leftOut, .shownEarlier), (.providerLeftOut, _):
            end = whereabouts
        default: break
        }
    }
}

extension Cluster {
    fileprivate func isResult(_ id: ItemID) -> Bool { members[0].item.id == id }
}

extension Item {
    /// Whether it is what is sought: by its name at any source, or by the address of its page or of a file.
    fileprivate func matches(_ sought: Sought) -> Bool {
        switch sought {
        case .item(let id): sources.contains { $0.id == id }
        case .address(let url):
            (sources.map(\.pageURL) + renditions.map(\.url)).contains { $0.duplicateKey == url.duplicateKey }
        }
    }
}

extension Sieve {
    /// Why an item is left out; nil when it is not.
    fileprivate func fate(of item: Item, at moment: Moment) -> Whereabouts.Fate? {
        if let filter = obstacle(to: item, at: moment) {
            let known = item.sources.compactMap { handlings[$0.provider]?[filter.name] }
            return .leftOut(filter, filter.verdict(on: item), known.first)
        }
        let reasons = item.sources.compactMap { reasonToLeaveOut($0.provider, at: moment) }
        return reasons.first.map(Whereabouts.Fate.providerLeftOut)
    }
}
