public import ForageCore

extension SearchEngine {
    /// Asks for everything about one item, and measures its picture if nobody states a size.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - timeout: How long it may take.
    /// - Returns: The item, if its provider has it, and how the provider ended.
    public func details(
        of id: ItemID, within timeout: Duration = usualTimeout
    ) async -> SourceAnswer {
        let roster = roster(of: [id.provider])
        guard let source = roster.asked.first else {
            return SourceAnswer(outcome: roster.decided[0])
        }
        let feed = EventFeed<SourceAnswer> { queue in
            await withTaskGroup(of: Panel.Signal.self) { group in
                var panel = Panel(timeout: timeout, timeouts: timeouts, clock)
                panel.ask(source, for: .details(id), in: &group)
                if let answer = await panel.nextAnswer(in: &group) {
                    // A service that is asked for "1|2" may show the first.
                    let answer = answer.keeping { $0.id == id }
                    queue.send(await measured(answer, by: panel.deadline, in: &group))
                }
                queue.finish()
                group.cancelAll()
            }
        }
        for await answer in feed { return answer }
        return SourceAnswer(outcome: Outcome(id.provider, .cancelled))
    }

    private func measured(
        _ answer: SourceAnswer, by deadline: ContinuousClock.Instant, in group: inout Panel.Group
    ) async -> SourceAnswer {
        guard let measurer, let url = answer.items.first?.urlToMeasure else { return answer }
        var answer = answer
        var measuring = Measuring(by: measurer, clock)
        await measuring.finish([url], by: min(deadline, .now + limits.measuringTime), in: &group) {
            url, size in
            answer.items[0].note(size, measuredAt: url)
        }
        if case .failure(let reason) = measuring.results[url] {
            answer.outcome.notes.append(.unmeasured(1, reason.reason))
        }
        return answer
    }
}
