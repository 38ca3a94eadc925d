internal import ForageCore

extension SearchRun {
    /// Looks at the photos of a round that may be the same as others, where a service does not say how they look.
    mutating func look(
        at answers: [ProviderID: SourceAnswer], by deadline: ContinuousClock.Instant
    ) async {
        looks = [:]
        let end = min(deadline, .now + limits.lookingTime)
        guard let onlooker, !window.isForPicture, !Task.isCancelled, .now < end else { return }
        let urls = Candidates(in: lists(answers)).urls
        guard !urls.isEmpty else { return }
        looks = await onlooker.looks(of: urls, by: end)
    }
}
