package import ForageCore
package import ForageTransport
package import Platform

extension Replay: Tape {
    package func exchange(
        _ request: FetchRequest, _ next: NextStage
    ) async throws(FetchError) -> Fetched {
        guard let exchange = exchange(request.endpoint, for: request.provider.id) else {
            guard bundle.interruption == nil else { throw .cancelled }
            let address = request.endpoint.openAddress.map { " to \($0)" } ?? ""
            throw .unreachable("the recording has no answer to this request\(address)")
        }
        switch exchange.ending {
        case .answer(let response, let origin): return Fetched(response, origin: origin)
        case .failure(let failure): throw failure
        }
    }

    package func now(for provider: ProviderID) -> Date { times.now(for: provider) }

    /// Plays the recorded result in its turn, with its recorded duration; decodes recorded exchanges again if possible.
    package func answer(
        _ request: ProviderRequest, of source: any Source, isReadable: Bool,
        by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        let info = source.info
        guard let (place, arrival) = nextArrival(of: info.id) else {
            return info.failure("the recording has no answer to this request")
        }
        await waitForTurn(of: place)
        var answer: SourceAnswer
        switch arrival.ending {
        case .brought(let brought): answer = brought
        case .cancelled: answer = SourceAnswer(outcome: Outcome(info.id, .cancelled))
        case .late: answer = SourceAnswer(outcome: Outcome(info.id, .timedOut(info.timeoutMessage)))
        case .answered where isReadable:
            answer = await source.answer(request, by: deadline)
            note(answer, to: request)
        case .answered: answer = info.failure("the input of its program was not recorded")
        }
        answer.outcome.duration = arrival.duration
        return answer
    }

    /// Measures a picture that was measured in time originally; for any other, throws an error that says that it was
    /// late or the run was interrupted.
    package func size(
        of url: WebURL, with measurer: any Measurer, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize {
        guard bundle.measured.contains(url) else {
            throw bundle.interruption == nil ? .late(url) : .interrupted
        }
        return try await measurer.size(of: url, by: deadline)
    }

    package func suggestions(_ find: () async -> [String]) async -> [String] { bundle.suggestions }

    package func signer(_ signer: (any Signer)?) -> (any Signer)? {
        guard !bundle.signatures.isEmpty else { return nil }
        return TapedSigner { [signatures = bundle.signatures] text throws(ReplayError) in
            guard let signature = signatures[text] else { throw .notSigned }
            return signature
        }
    }
}

extension ProviderInfo {
    fileprivate func failure(_ reason: String) -> SourceAnswer {
        SourceAnswer(outcome: Outcome(id, .failed(reason)))
    }
}
