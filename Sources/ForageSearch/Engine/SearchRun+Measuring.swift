internal import Essentials
internal import ForageCore

extension SearchRun {
    /// Begins to measure what will most likely be shown, while some are still out: of each list as many as an even
    /// share of the window, which is what providers of equal weight have in the end.
    mutating func measureAhead(
        _ answers: [ProviderID: SourceAnswer], while panel: Panel, in group: inout Panel.Group
    ) {
        guard measuring != nil, !window.isForPicture, query.order != .newest, passed.count >= settledCount,
            !panel.stillOut.isEmpty
        else { return }
        let lists = asked.compactMap { answers[$0]?.items }.filter { !$0.isEmpty }
        guard !lists.isEmpty else { return }
        let share = (window.end - passed.count) / (lists.count + panel.stillOut.count)
        let urls = lists.flatMap { list in list.indices.prefix(share).compactMap { list[$0].urlToMeasure } }
        measuring?.begin(urls, by: panel.deadline, in: &group)
    }

    /// Leaves the best result alone whose picture passes the filters, which may take measuring it.
    mutating func choosePicture(
        by deadline: ContinuousClock.Instant, in group: inout Panel.Group
    ) async {
        let candidates = passed.filter(\.hasPicture)
        passed = []
        for candidate in candidates where passed.isEmpty {
            passed = [candidate]
            await measure(by: deadline, in: &group)
        }
    }

    /// Measures what came in this round, which is then settled.
    mutating func measureRound(
        by deadline: ContinuousClock.Instant, in group: inout Panel.Group
    ) async {
        await measure(by: deadline, in: &group)
        settledCount = passed.count
    }

    /// Measures the pictures of the window that nobody stated a size of.
    mutating func measure(
        by deadline: ContinuousClock.Instant, in group: inout Panel.Group
    ) async {
        guard var measuring else { return settle() }
        let window = passed.indices.dropFirst(settledCount)
        let places = Dictionary(grouping: window.filter { passed[$0].urlToMeasure != nil }) {
            passed[$0].urlToMeasure
        }
        let urls = window.compactMap { passed[$0].urlToMeasure }.distinct
        await measuring.finish(urls, by: min(deadline, .now + limits.measuringTime), in: &group) {
            url, size in
            for index in places[url] ?? [] {
                passed[index].note(size, measuredAt: url)
                events.send(.measured(passed[index].id, size, at: url))
            }
        }
        self.measuring = measuring
        settle()
        for provider in asked { noteUnmeasured(of: provider) }
    }

    /// Says once a provider how many of its pictures have no size, and why the first has none.
    private mutating func noteUnmeasured(of provider: ProviderID) {
        let reasons = passed.dropFirst(settledCount).filter { $0.id.provider == provider }.compactMap {
            item in
            if case .failure(let reason) = item.urlToMeasure.flatMap({ measuring?.results[$0] }) {
                reason.reason
            } else {
                nil
            }
        }
        guard let reason = reasons.first else { return }
        outcomes[provider]?.add(.unmeasured(reasons.count, reason))
    }
}
