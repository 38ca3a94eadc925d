package import ForageCore
internal import Platform

/// A provider with the means to carry out its requests.
///
/// The provider's pure functions run off the caller. Whatever goes wrong, on the way or in the
/// provider, becomes the answer's outcome.
package struct PureSource: Source {
    private let provider: any Provider
    private let fetcher: any Fetcher

    /// Joins a provider and what carries out its requests.
    package init(provider: any Provider, fetcher: any Fetcher) {
        self.provider = provider
        self.fetcher = fetcher
    }

    /// What the provider says of itself.
    package var info: ProviderInfo { provider.info }

    /// Asks the provider's service.
    ///
    /// A provider that cannot search is listed and its items are held against the query's words; one
    /// that cannot be asked for an item is listed until the item is met.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - deadline: When the answer is of no more use.
    /// - Returns: The items and how it ended.
    @concurrent
    package func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        let start = ContinuousClock.now
        var answer: SourceAnswer
        do throws(ProviderError) {
            answer = try await reply(to: request, by: deadline)
        } catch {
            let result = error.result(for: request, of: info, now: fetcher.now(for: info.id))
            answer = SourceAnswer(outcome: Outcome(info.id, result))
        }
        answer.outcome.duration = ContinuousClock.now - start
        if case .search(let query, _) = request, let longest = info.capabilities.longestText,
            query.text.count > longest, answer.outcome.isAnswer
        {
            answer.outcome.notes.append(.shortened(longest))
        }
        return answer
    }

    private func reply(
        to request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async throws(ProviderError) -> SourceAnswer {
        switch request {
        case .search(let query, let page) where !info.capabilities.searches:
            return try await answer(
                asking: .browse(Browse(filters: query.filters), page), by: deadline,
                keeping: QueryWords(query.text).match)
        case .details(let id) where info.capabilities.details == .listing:
            return try await find(id, by: deadline)
        case .details where info.capabilities.details == .never:
            throw .unsupported(request, by: info)
        default:
            return try await read(request, by: deadline)
        }
    }

    private func find(
        _ id: ItemID, by deadline: ContinuousClock.Instant
    ) async throws(ProviderError) -> SourceAnswer {
        var page = PageRequest(size: info.terms.greatestPageSize)
        for _ in 1..<Self.greatestListingPageCount {
            let answer = try await read(.browse(Browse(), page), by: deadline)
            guard let next = answer.next, !answer.items.contains(where: { $0.id == id }) else {
                return answer.keeping { $0.id == id }
            }
            page.cursor = next
        }
        return try await read(.browse(Browse(), page), by: deadline).keeping { $0.id == id }
    }

    private func read(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async throws(ProviderError) -> SourceAnswer {
        try await answer(asking: request, by: deadline)
    }

    /// What is asked may be more than what is wanted.
    private func answer(
        asking question: ProviderRequest, by deadline: ContinuousClock.Instant,
        keeping isWanted: (Draft) -> Bool = { _ in true }
    ) async throws(ProviderError) -> SourceAnswer {
        let conversation = ProviderSession(
            provider: provider, fetcher: fetcher, deadline: deadline)
        let reading = try await conversation.reading(of: question)
        return reading.answer(from: provider, keeping: isWanted)
    }

    /// How far a listing is followed in search of one item.
    private static let greatestListingPageCount = 10
}

extension SourceAnswer {
    /// The answer with only some of its items; one that had items and has none left is empty.
    func keeping(_ isWanted: (Item) -> Bool) -> SourceAnswer {
        guard outcome.isAnswer else { return self }
        var copy = self
        copy.items = items.filter(isWanted)
        copy.outcome.result = copy.items.isEmpty ? .empty : .answered(copy.items.count)
        return copy
    }
}
