package import ForageCore

/// Writes down every question to a source, and how it ended.
package struct RecordingSource: Source {
    private let source: any Source
    private let recorder: Recorder
    private let isReadable: Bool

    /// - Parameters:
    ///   - source: Who is asked.
    ///   - recorder: Who writes it down.
    ///   - isReadable: Whether its answers can be read again of what its service sent.
    package init(_ source: any Source, _ recorder: Recorder, isReadable: Bool) {
        self.source = source
        self.recorder = recorder
        self.isReadable = isReadable
    }

    package var about: About { source.about }

    package func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        let place = recorder.begin(about.id)
        let answer = await source.answer(request, by: deadline)
        // What was kept of earlier searches says which filters hold; what a service sent does not.
        recorder.end(place, of: about.id, answer, isReadable: isReadable && answer.honoured == nil)
        return answer
    }
}

/// Writes down what may have been meant.
package struct RecordingSuggester: Suggester {
    private let suggester: any Suggester
    private let recorder: Recorder

    package init(_ suggester: any Suggester, _ recorder: Recorder) {
        self.suggester = suggester
        self.recorder = recorder
    }

    package func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] {
        let suggestions = await suggester.suggestions(for: query, of: providers, by: deadline)
        recorder.note(suggestions: suggestions)
        return suggestions
    }
}

/// Writes down every request that goes through it, and what came of it.
package struct RecordingFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let recorder: Recorder

    package init(_ fetcher: any Fetcher, _ recorder: Recorder) {
        self.fetcher = fetcher
        self.recorder = recorder
    }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        do throws(FetchError) {
            let fetched = try await fetcher.fetch(endpoint, for: provider, by: deadline)
            recorder.note(endpoint, for: provider.id, .answer(fetched.response, fetched.origin))
            return fetched
        } catch {
            recorder.note(endpoint, for: provider.id, .failure(error))
            throw error
        }
    }
}

/// Writes down which pictures were measured, or could not be, while there was time.
package struct RecordingMeasurer: Measurer {
    private let measurer: any Measurer
    private let recorder: Recorder

    package init(_ measurer: any Measurer, _ recorder: Recorder) {
        self.measurer = measurer
        self.recorder = recorder
    }

    package func size(
        of url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize {
        let size: Result<PixelSize, MeasuringError>
        do throws(MeasuringError) {
            size = .success(try await measurer.size(of: url, by: deadline))
        } catch {
            size = .failure(error)
        }
        // Whoever was cancelled was not waited for.
        if !Task.isCancelled { recorder.note(size, of: url) }
        return try size.get()
    }
}

/// Writes down every signature that is made, which stands in an address anyway; the secret is nobody's business.
package struct RecordingSigner<Fault: Error>: Signer {
    private let signer: any Signer<Fault>
    private let recorder: Recorder

    package init(_ signer: any Signer<Fault>, _ recorder: Recorder) {
        self.signer = signer
        self.recorder = recorder
    }

    package func signature(of text: String) throws(Fault) -> String {
        let signature = try signer.signature(of: text)
        recorder.note(signature, of: text)
        return signature
    }
}
