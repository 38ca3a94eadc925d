package import ForageCore

/// A source as it was when it was recorded: what its service sent is read anew, and takes the time that it took.
package struct ReplayedSource: Source {
    package let about: About
    private let reader: (any Source)?
    private let replay: Replay

    /// - Parameters:
    ///   - about: What the provider is.
    ///   - reader: Reads what its service sent; nil where that cannot be read again.
    ///   - replay: What was recorded.
    package init(_ about: About, reader: (any Source)?, _ replay: Replay) {
        self.about = about
        self.reader = reader
        self.replay = replay
    }

    package func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        guard let (place, arrival) = replay.nextArrival(of: about.id) else {
            return failure("the bundle has no answer to this question")
        }
        await replay.waitForTurn(of: place)
        var answer = await self.answer(request, arrival.ending, by: deadline)
        answer.outcome.duration = arrival.duration
        return answer
    }

    private func answer(
        _ request: ProviderRequest, _ ending: Arrival.Ending, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        switch ending {
        case .brought(let answer): return answer
        case .cancelled: return SourceAnswer(outcome: Outcome(about.id, .cancelled))
        case .late: return SourceAnswer(outcome: Outcome(about.id, .timedOut(about.lateness)))
        case .answered:
            guard let reader else { return failure("what its program read was not recorded") }
            let answer = await reader.answer(request, by: deadline)
            replay.note(answer, to: request)
            return answer
        }
    }

    private func failure(_ reason: String) -> SourceAnswer {
        SourceAnswer(outcome: Outcome(about.id, .failed(reason)))
    }
}
