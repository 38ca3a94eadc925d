/// How far a search goes, whatever else its time allows.
package struct SearchLimits: Sendable {
    /// The most rounds; beyond it the window is short and the cursor leads on.
    package var roundCount = 50
    /// How long pictures are measured. The results are there; their sizes are not worth a longer wait.
    package var measuringTime = Duration.milliseconds(800)

    /// What is usual.
    package init() {}
}
