package import ForageCore

/// Measures the pictures that were measured; for the others there was no time.
package struct ReplayedMeasurer: Measurer {
    private let measurer: any Measurer
    private let measured: Set<WebURL>

    package init(_ measurer: any Measurer, _ replay: Replay) {
        self.measurer = measurer
        measured = Set(replay.bundle.measured)
    }

    package func size(
        of url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(Unmeasurable) -> PixelSize {
        guard measured.contains(url) else { throw .late(url) }
        return try await measurer.size(of: url, by: deadline)
    }
}
