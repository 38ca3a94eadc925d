package import ForageCore

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
    ) async throws(Unmeasurable) -> PixelSize {
        guard replay.bundle.measured.contains(url) else {
            throw replay.bundle.interruption == nil ? .late(url) : .interrupted
        }
        return try await measurer.size(of: url, by: deadline)
    }
}
