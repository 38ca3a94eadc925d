internal import ForageCore

extension SearchRun {
    /// Stops waiting for those who are still out, where nothing that they may bring changes which results are the
    /// first, or their order.
    mutating func dismissWhoChangesNothing(_ panel: inout Panel, _ answers: [ProviderID: SourceAnswer]) {
        guard let count = window.firstCount, isSettled(by: answers, stillOut: panel.stillOut) else { return }
        dismissed = panel.stillOut
        panel.dismiss(
            "not waited for: nothing that it may have changes the first \(min(count, window.count))")
    }

    /// Whether each of the first results is further above the next than all who are still out can lift one.
    ///
    /// A provider lifts a result by what its best place is worth, at most, and it lowers none. All of them may have
    /// the same at their best place: something that is there already, or something new. One whose word counts for
    /// nothing lifts nothing, not even among equals. With filters and with other
    /// orders than by score a copy may decide whether and where a result is shown, so everyone is waited for. Whoever
    /// is still out when all is cancelled is cancelled too, whichever ends first.
    private func isSettled(by answers: [ProviderID: SourceAnswer], stillOut: Set<ProviderID>) -> Bool {
        let count = window.firstEnd - passed.count
        guard !stillOut.isEmpty, query.filters.isEmpty, query.order != .newest,
            !answers.values.contains(where: { $0.outcome.result == .cancelled })
        else { return false }
        let results = fused(answers).filter { !cursor.shown.contains(anyOf: $0.keys) }
        guard results.count >= count else { return false }
        return query.browse == nil
            ? areSettled(results.map(\.standing.score), upTo: count, stillOut: stillOut)
            : results.prefix(count).last?.turn.map { isBeforeTurns(of: stillOut, $0) } ?? true
    }

    private func areSettled(_ scores: [Int], upTo count: Int, stillOut: Set<ProviderID>) -> Bool {
        let lift = stillOut.reduce(0) { $0 + weight(of: $1).contribution(atRank: 1) }
        return scores.indices.prefix(count).allSatisfy { place in
            let next = place + 1 < scores.count ? scores[place + 1] : 0
            return scores[place] > next + lift || lift == 0 && scores[place] > 0
        }
    }

    /// Where providers take turns, what comes before the first turn of all who are still out is there to stay.
    private func isBeforeTurns(of stillOut: Set<ProviderID>, _ turn: Turn) -> Bool {
        asked.enumerated().allSatisfy { place, provider in
            !stillOut.contains(provider) || turn < Turn(firstOf: place, weight: weight(of: provider))
        }
    }
}
