package import ForageCore
package import Platform

/// A source that keeps the items it brings, and brings what was kept when it cannot be asked.
///
/// What is kept says how old it is and why it is shown, so that it is never taken for an answer of today.
package struct RememberingSource: Source {
    private let source: any Source
    private let index: SQLiteItemIndex
    private let greatestAge: Duration?
    private let now: @Sendable () -> Date

    /// Joins a source and an index.
    ///
    /// - Parameters:
    ///   - source: Who is asked first.
    ///   - index: Where its items are kept.
    ///   - greatestAge: How long the service's terms let them be kept; nil where they do not say.
    ///   - now: Tells the time.
    package init(
        _ source: any Source, in index: SQLiteItemIndex, upTo greatestAge: Duration? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.source = source
        self.index = index
        self.greatestAge = greatestAge
        self.now = now
    }

    package var info: ProviderInfo { source.info }

    package func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        // The place in what is kept, once a list goes on there.
        if let place = request.keptPlace {
            var answer =
                await keptAnswer(to: request, from: place, because: "the list goes on in the cache")
                ?? SourceAnswer(outcome: Outcome(info.id, .empty))
            // The service may be there again, but its list and this one have no place in common.
            if answer.next == nil {
                answer.outcome.notes.append(
                    .incomplete("that is all that was kept; a new search asks the service"))
            }
            return answer
        }
        let answer = await source.answer(request, by: deadline)
        keep(answer)
        // Of a list that the service began, what is kept is no page: it has another order, and no rest.
        guard !request.isOfBegunList, let reason = answer.outcome.reasonToRemember(request),
            var kept = await keptAnswer(to: request, from: 0, because: reason)
        else { return answer }
        kept.outcome.duration = answer.outcome.duration
        return kept
    }

    private func keep(_ answer: SourceAnswer) {
        // What came out of the cache was kept when it went in.
        guard case .answered = answer.outcome.result, answer.outcome.origin == .network, answer.mayBeKept
        else { return }
        let items = answer.items.filter { $0.id.provider == info.id }
        index.keep(items, until: greatestAge.map { now() + TimeInterval($0 / .seconds(1)) })
    }

    private func keptAnswer(
        to request: ProviderRequest, from place: Int, because reason: String
    ) async -> SourceAnswer? {
        switch request {
        case .search(let query, let page):
            await page.kept(from: place, matching: query.text, in: index, of: info.id)
                .map { answer($0, because: reason).noting(query.order, of: info.capabilities) }
        case .browse(let browse, let page) where browse.day == nil:
            await page.kept(from: place, matching: nil, in: index, of: info.id)
                .map { answer($0, because: reason) }
        case .details(let id):
            await index.item(id).map { answer(StoredPage([$0]), because: reason) }
        // What was listed on a day of the past is not known of an item, and leave is the service's to give.
        case .browse, .download: nil
        }
    }

    private func answer(_ page: StoredPage, because reason: String) -> SourceAnswer {
        let oldest = page.items.map(\.metAt).min() ?? now()
        let age = Duration.seconds(max(0, now().timeIntervalSince(oldest).rounded()))
        return SourceAnswer(
            items: page.items.map(\.item), next: page.next.map({ ProviderRequest.word(forKeptPlace: $0) }),
            outcome: Outcome(
                info.id, page.items.isEmpty ? .empty : .answered(page.items.count),
                origin: .stale(age, reason)),
            honoured: [])
    }
}

extension PageRequest {
    /// A page of what is kept; nil where nothing is.
    fileprivate func kept(
        from place: Int, matching words: String?, in index: SQLiteItemIndex, of provider: ProviderID
    ) async -> StoredPage? {
        let page = await index.items(of: provider, matching: words, page: place..<place + max(size, 1))
        return page.items.isEmpty && page.next == nil ? nil : page
    }
}

extension SourceAnswer {
    /// The answer with a word on an order that the service would have given and what is kept has not; what no
    /// service gives the engine notes itself.
    fileprivate func noting(_ order: Order, of capabilities: Capabilities) -> SourceAnswer {
        var copy = self
        let isEngineSilent =
            order == .interesting || items.allSatisfy { $0.publishedAt != nil }
        if order != .relevance, capabilities.orders.contains(order), isEngineSilent {
            copy.outcome.notes.append(.unsupportedOrder(order))
        }
        return copy
    }
}

extension Outcome {
    /// Why what is kept may stand in; nil where the service gave an answer of its own, be it that it refuses.
    fileprivate func reasonToRemember(_ request: ProviderRequest) -> String? {
        switch (result, request) {
        case (.failed(let reason), _), (.timedOut(let reason), _), (.throttled(_, let reason), _): reason
        // It cannot be asked for what was found by searching.
        case (.skipped(let reason), .details): reason
        case (.answered, _), (.empty, _), (.skipped, _), (.denied, _), (.drift, _), (.cancelled, _): nil
        }
    }
}

extension ProviderRequest {
    private static let keptMark = "\u{1}kept:"

    /// The word for a page of what is kept. No service's own word starts with a control character.
    fileprivate static func word(forKeptPlace place: Int) -> String { "\(keptMark)\(place)" }

    fileprivate var keptPlace: Int? {
        guard let cursor = page?.cursor, cursor.hasPrefix(Self.keptMark) else { return nil }
        return Int(cursor.dropFirst(Self.keptMark.count)).map { min(max(0, $0), 1_000_000) }
    }

    /// Whether the service gave a page of the list before, or this one.
    fileprivate var isOfBegunList: Bool { page?.isRepeat == true || page?.cursor != nil }
}
