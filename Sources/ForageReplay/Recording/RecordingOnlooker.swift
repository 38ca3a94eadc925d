package import ForageCore

/// Writes down how pictures looked that were looked at in time.
package struct RecordingOnlooker: Onlooker {
    private let onlooker: any Onlooker
    private let recorder: Recorder

    package init(_ onlooker: any Onlooker, _ recorder: Recorder) {
        self.onlooker = onlooker
        self.recorder = recorder
    }

    package func looks(
        of urls: [WebURL], by deadline: ContinuousClock.Instant
    ) async -> [WebURL: PictureLook] {
        let looks = await onlooker.looks(of: urls, by: deadline)
        recorder.note(looks)
        return looks
    }
}
