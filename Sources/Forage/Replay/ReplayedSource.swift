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

/// Suggests what was suggested: the index of items is another person's.
package struct ReplayedSuggester: Suggester {
    private let suggestions: [String]

    package init(_ replay: Replay) { suggestions = replay.bundle.suggestions }

    package func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] { suggestions }
}

/// Stands in place of the network, the cache and all between them: answers as they did.
package struct ReplayedFetcher: Fetcher {
    private let replay: Replay

    package init(_ replay: Replay) { self.replay = replay }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        guard let exchange = replay.exchange(endpoint, for: provider.id) else {
            guard replay.bundle.interruption == nil else { throw .cancelled }
            let address = endpoint.openAddress.map { " to \($0)" } ?? ""
            throw .unreachable("the bundle has no answer to this request\(address)")
        }
        switch exchange.ending {
        case .answer(let response, let origin): return Fetched(response, origin: origin)
        case .failure(let failure): throw failure
        }
    }
}

/// Measures the pictures that were measured; for the others there was no time, or nobody waited.
package struct ReplayedMeasurer: Measurer {
    private let measurer: any Measurer
    private let replay: Replay

    package init(_ measurer: any Measurer, _ replay: Replay) {
        self.measurer = measurer
        self.replay = replay
    }

    package func size(
        of url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize {
        guard replay.bundle.measured.contains(url) else {
            throw replay.bundle.interruption == nil ? .late(url) : .interrupted
        }
        return try await measurer.size(of: url, by: deadline)
    }
}

/// Signs what was signed when it was recorded.
package struct ReplayedSigner: Signer {
    private let signatures: [String: String]

    /// Nil where nothing was signed.
    package init?(_ replay: Replay) {
        guard !replay.bundle.signatures.isEmpty else { return nil }
        signatures = replay.bundle.signatures
    }

    package func signature(of text: String) throws(ReplayError) -> String {
        guard let signature = signatures[text] else { throw .notSigned }
        return signature
    }
}
