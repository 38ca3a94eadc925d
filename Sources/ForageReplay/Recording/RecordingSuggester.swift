package import ForageCore

/// Writes down what may have been meant.
package struct RecordingSuggester: Suggester {
    private let suggester: any Suggester
    private let recorder: Recorder

    package init(_ suggester: any Suggester, _ recorder: Recorder) {
        self.suggester = suggester
        self.recorder = recorder
    }

    package func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] {
        let suggestions = await suggester.suggestions(for: query, of: providers, by: deadline)
        recorder.note(suggestions: suggestions)
        return suggestions
    }
}
