package import ForageCore
internal import Platform

/// A provider and a fetcher for its requests.
///
/// The provider's pure functions do not run on the caller's thread. Every error, in transport or in the provider,
/// becomes the answer's outcome.
package struct PureSource: Source {
    private let provider: any Provider
    private let fetcher: any Fetcher

    /// Joins a provider and a fetcher.
    package init(provider: any Provider, fetcher: any Fetcher) {
        self.provider = provider
        self.fetcher = fetcher
    }

    /// The provider's description of itself.
    package var info: ProviderInfo { provider.info }

    /// Asks the provider's service.
    ///
    /// If a provider cannot search, its listing is filtered by the query's words; if it cannot return a single item,
    /// its listing is read until the item is found.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The time at which the answer is no longer needed.
    /// - Returns: The items and the outcome.
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

    /// Asks a question whose answer may contain more items than are wanted.
    private func answer(
        asking question: ProviderRequest, by deadline: ContinuousClock.Instant,
        keeping isWanted: (Draft) -> Bool = { _ in true }
    ) async throws(ProviderError) -> SourceAnswer {
        let conversation = ProviderSession(
            provider: provider, fetcher: fetcher, deadline: deadline)
        let reading = try await conversation.reading(of: question)
        return reading.answer(from: provider, keeping: isWanted)
    }

    /// The maximum number of pages of a listing to read in search of one item.
    private static let greatestListingPageCount = 10
}

extension SourceAnswer {
    /// Returns the answer with some of its items only; it becomes empty if none remain.
    func keeping(_ isWanted: (Item) -> Bool) -> SourceAnswer {
        guard outcome.isAnswer else { return self }
        var copy = self
        copy.items = items.filter(isWanted)
        copy.outcome.result = copy.items.isEmpty ? .empty : .answered(copy.items.count)
        return copy
    }
}

/// The words of a query, which are compared with the drafts of a provider that cannot search.
///
/// Every word must begin a word of the item's title, summary, tags, collection or creator, regardless of case, accents
/// and width.
package struct QueryWords {
    /// The folded words in UTF-8.
    private let words: [[UInt8]]

    package init(_ text: String) {
        let folded: [String] = text.words
        words = folded.map { Array($0.utf8) }
    }

    package func match(_ draft: Draft) -> Bool {
        !words.isEmpty && words.allSatisfy { word in draft.hasText { Self.begins(word, aWordOf: $0) } }
    }

    /// Indicates whether a word begins a word of a text. Most texts of a listing are ASCII, and a listing has hundreds,
    /// so those are compared in place.
    private static func begins(_ word: [UInt8], aWordOf text: String) -> Bool {
        if text.utf8.span.allSatisfy({ $0 < 0x80 }) { return begins(word.span, aWordOf: text.utf8.span) }
        let words: [String] = text.words
        return words.contains { $0.utf8.starts(with: word) }
    }

    private static func begins(_ word: Span<UInt8>, aWordOf text: Span<UInt8>) -> Bool {
        var start = 0
        while let place = text.firstIndex(from: start, where: { $0.foldedLetter == word[0] }) {
            let isWithinWord = place > 0 && text[place - 1].foldedLetter != nil
            if !isWithinWord, text.continues(word, at: place) { return true }
            start = place + 1
        }
        return false
    }
}

extension Draft {
    /// Indicates whether one of the searchable texts satisfies a condition.
    fileprivate func hasText(_ isFound: (String) -> Bool) -> Bool {
        isFound(title) || summary.map(isFound) == true || collection.map(isFound) == true
            || creator.map { isFound($0.name) } == true || tags.contains(where: isFound)
    }
}

extension Span<UInt8> {
    /// Indicates whether the word occurs at this position, regardless of case.
    fileprivate func continues(_ word: Span<UInt8>, at start: Int) -> Bool {
        guard word.count <= count - start else { return false }
        for index in word.indices where self[start + index].foldedLetter != word[index] { return false }
        return true
    }
}

extension UInt8 {
    /// The digit, or the letter in lower case; nil for a byte between words.
    fileprivate var foldedLetter: UInt8? {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): self
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self | 0x20
        default: nil
        }
    }
}
