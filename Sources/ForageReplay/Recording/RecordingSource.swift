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
