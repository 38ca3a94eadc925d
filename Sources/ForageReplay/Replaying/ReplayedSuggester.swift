package import ForageCore

/// Suggests what was suggested: the index of items is another person's.
package struct ReplayedSuggester: Suggester {
    private let suggestions: [String]

    package init(_ replay: Replay) { suggestions = replay.bundle.suggestions }

    package func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] { suggestions }
}
