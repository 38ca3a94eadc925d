internal import ForageCore

extension SearchRun {
    /// Where the list goes on: there is something left, or a provider has a further page, or one that
    /// failed may be asked again; the last only if there is a list at all. Who failed so often that they are asked no more
    /// may be asked again where this window brought the list on.
    private var next: SearchCursor? {
        var cursor = cursor
        if passed.count > window.skipCount { cursor.places += lost }
        cursor.places = cursor.places.map { place in
            var place = place
            place.handlings = sieve.handlings[place.provider] ?? [:]
            return place
        }
        guard !cursor.isExhausted || !waiting.isEmpty, cursor.shown.hashes.count <= ShownItems.greatestCount
        else { return nil }
        let hasMore = !waiting.isEmpty || cursor.places.contains { $0.failureCount == 0 }
        return hasMore || isResumed || !passed.isEmpty ? cursor : nil
    }

    /// What came of all of it.
    var report: Report {
        let ended = asked.compactMap { outcomes[$0] }
        var report = Report(
            query: query, items: Array(passed.dropFirst(window.skipCount)),
            outcomes: ended.map(withNoteOnTheEnd) + roster.decided, next: next?.text(sealedBy: seal),
            duration: ContinuousClock.now - start)
        report.explanations = account.explanations(of: report.items, by: sieve)
        report.seeAlso = RelatedQueries.seeAlso(
            asked.compactMap { related[$0] }, besides: query)
        report.suggestions = suggestions
        report.precedingCount = !passed.isEmpty && passed.count <= window.skipCount ? passed.count : nil
        return report
    }

    /// Says that a provider has more where the list ends only because it is long enough.
    private func withNoteOnTheEnd(_ outcome: Outcome) -> Outcome {
        guard cursor.isExhausted, waiting.isEmpty,
            cursor.places.contains(where: { $0.provider == outcome.provider })
        else {
            return outcome
        }
        var outcome = outcome
        outcome.notes.append(.incomplete("there may be more, but a list is followed no further than this"))
        return outcome
    }
}
