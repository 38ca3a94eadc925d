/// Says what somebody may have meant whose words found nothing.
public protocol Suggester: Sendable {
    /// The same question with words put right that were misspelt, the likeliest first.
    ///
    /// - Parameters:
    ///   - query: What found nothing; not a listing.
    ///   - providers: Whom it was asked of.
    ///   - deadline: When to give up.
    /// - Returns: A few queries as they are typed, each of which finds something; none where nothing is misspelt.
    func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String]
}
