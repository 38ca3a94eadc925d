internal import ForageCore

extension SearchRun {
    /// The results that may be shown, now that duplicates are one; the others are counted as left out.
    mutating func admitted(_ clusters: [Cluster]) -> [Cluster] {
        guard !query.filters.isEmpty else { return clusters }
        let admitted = clusters.filter { sieve.admits($0.item, at: .merged) }
        if admitted.count < clusters.count {
            leaveOut(clusters.map(\.item).filter { !sieve.admits($0, at: .merged) }, at: .merged)
        }
        return admitted
    }

    /// Applies the filters to what is known only now, when pictures were measured. What does not pass leaves the
    /// window, which is shorter then.
    mutating func settle() {
        guard !query.filters.isEmpty else { return }
        for provider in asked {
            sieve.settle(provider, by: passed.dropFirst(settledCount).filter { $0.isBrought(by: provider) })
            leaveOutStrictly(provider)
        }
        let window = passed.dropFirst(settledCount)
        let kept = window.filter(isKept)
        leaveOut(window.filter { !isKept($0) }, at: .settled)
        passed = passed.prefix(settledCount) + kept
        for provider in asked { noteHandling(of: provider) }
    }

    private func isKept(_ item: Item) -> Bool {
        sieve.admits(item, at: .settled)
            && item.sources.contains { sieve.reasonToLeaveOut($0.provider, at: .settled) == nil }
    }

    private mutating func leaveOut(_ items: [Item], at moment: Sieve.Moment) {
        for source in items.flatMap(\.sources) { outcomes[source.provider]?.dropOne() }
        for provider in Set(items.flatMap(\.sources).map(\.provider)) {
            for note in sieve.unstated(in: items.filter { $0.isBrought(by: provider) }, at: moment) {
                outcomes[provider]?.add(note)
            }
        }
    }

    private mutating func leaveOutStrictly(_ provider: ProviderID) {
        guard outcomes[provider]?.isAnswer == true,
            let reason = sieve.reasonToLeaveOut(provider, at: .settled)
        else { return }
        outcomes[provider]?.result = .skipped(reason)
    }

    /// Says how each filter was dealt with, and in a note of its own where nobody could apply it.
    private mutating func noteHandling(of provider: ProviderID) {
        guard let outcome = outcomes[provider], outcome.isAnswer else { return }
        let handling = sieve.handlings[provider] ?? [:]
        outcomes[provider]?.filters = handling
        guard outcome.result != .empty else { return }
        for name in handling.keys.sorted() where handling[name] == .impossible {
            outcomes[provider]?.add(.unsupported(name))
        }
    }
}

extension Item {
    fileprivate func isBrought(by provider: ProviderID) -> Bool {
        sources.contains { $0.provider == provider }
    }
}
