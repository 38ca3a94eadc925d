internal import ForageCore

extension SearchRun {
    /// Asks what may have been meant, where somebody answered and nobody had anything.
    ///
    /// What was found and left out was spelt well enough, and behind the first page nothing is misspelt any more.
    mutating func suggest(by deadline: ContinuousClock.Instant) async {
        guard let suggester, query.browse == nil, !isResumed, !window.isForPicture, !isAnythingBrought,
            !Task.isCancelled, outcomes.values.contains(where: \.isAnswer)
        else { return }
        suggestions = await suggester.suggestions(
            for: query, of: asked, by: min(deadline, .now + limits.suggestingTime))
    }
}
