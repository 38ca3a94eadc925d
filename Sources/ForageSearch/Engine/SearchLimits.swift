/// How far a search goes, whatever else its time allows.
package struct SearchLimits: Sendable {
    /// The most rounds, where it is not for the window to say.
    package var roundCount: Int?
    /// How long pictures are measured. The results are there; their sizes are not worth a longer wait.
    package var measuringTime = Duration.milliseconds(800)
    /// How long somebody may look for what may have been meant.
    package var suggestingTime = Duration.milliseconds(500)

    /// What is usual.
    package init() {}
}
