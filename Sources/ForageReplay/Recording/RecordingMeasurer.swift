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
        let size: Result<PixelSize, Unmeasurable>
        do throws(Unmeasurable) {
            size = .success(try await measurer.size(of: url, by: deadline))
        } catch {
            size = .failure(error)
        }
        // Whoever was cancelled was not waited for.
        if !Task.isCancelled { recorder.note(size, of: url) }
        return try size.get()
    }
}
