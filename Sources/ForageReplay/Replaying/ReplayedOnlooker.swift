package import ForageCore

/// Tells how pictures looked: neither they nor what can look at them are here.
package struct ReplayedOnlooker: Onlooker {
    private let looks: [WebURL: PictureLook]

    package init(_ replay: Replay) { looks = replay.bundle.looks }

    package func looks(
        of urls: [WebURL], by deadline: ContinuousClock.Instant
    ) async -> [WebURL: PictureLook] {
        looks.filter { urls.contains($0.key) }
    }
}
