package import ForageCore

/// Measures the pictures that were measured, in that order; for the others there was no time.
package struct ReplayedMeasurer: Measurer {
    private let measurer: any Measurer
    private let replay: Replay

    package init(_ measurer: any Measurer, _ replay: Replay) {
        self.measurer = measurer
        self.replay = replay
    }

    package func size(
        of url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(Unmeasurable) -> PixelSize {
        guard let place = replay.bundle.measured.firstIndex(of: url) else { throw .late(url) }
        await replay.waitForTurn(measuring: place)
        do throws(Unmeasurable) {
            // A size is told as an event, which lets the next one be measured.
            return try await measurer.size(of: url, by: deadline)
        } catch {
            replay.noteMeasured()
            throw error
        }
    }
}
