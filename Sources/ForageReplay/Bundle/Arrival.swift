package import ForageCore

/// How one question to a provider ended.
package struct Arrival: Hashable, Sendable {
    package let provider: ProviderID
    /// How long it took.
    package let duration: Duration
    package let ending: Ending

    /// How a question ends.
    package enum Ending: Hashable, Sendable {
        /// With an answer that can be read again of what its service sent.
        case answered
        /// With an answer that came from elsewhere: a program, or what was kept of earlier searches.
        case brought(SourceAnswer)
        /// Not before its time was over.
        case late
        /// Not before a person had the search end.
        case cancelled
    }
}
