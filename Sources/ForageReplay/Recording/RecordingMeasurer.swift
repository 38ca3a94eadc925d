package import ForageCore

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
    ) async throws(Unmeasurable) -> PixelSize {
        var failure: Unmeasurable?
        // Whoever was cancelled was not waited for.
        defer { if !Task.isCancelled { recorder.note(measured: url, failure: failure) } }
        do throws(Unmeasurable) {
            return try await measurer.size(of: url, by: deadline)
        } catch {
            failure = error
            throw error
        }
    }
}
