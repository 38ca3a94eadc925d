package import ForageCore
package import Platform

/// A source that stores the items it returns, and returns stored items if its service cannot be asked.
///
/// The outcome states the age of stored items and the reason why they are shown, so that they are not mistaken for a
/// current answer.
package struct RememberingSource: Source {
    private let source: any Source
    private let index: any ItemIndex
    private let greatestAge: Duration?
    private let now: @Sendable () -> Date

    /// Joins a source and an index.
    ///
    /// - Parameters:
    ///   - source: The source to ask first.
    ///   - index: The store of its items.
    ///   - greatestAge: The age up to which the service's terms permit storage; nil if they set no limit.
    ///   - now: Returns the current time.
    package init(
        _ source: any Source, in index: any ItemIndex, upTo greatestAge: Duration? = nil,
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
        // The position in the stored items, if the list continues there.
        if let place = request.keptPlace {
            var answer =
                await keptAnswer(to: request, from: place, because: "the list continues with cached results")
                ?? SourceAnswer(outcome: Outcome(info.id, .empty))
            // The service may be available again, but its list does not match this one.
            if answer.next == nil {
                answer.outcome.notes.append(
                    .incomplete("these are all the cached results; start a new search to query the service"))
            }
            return answer
        }
        let answer = await source.answer(request, by: deadline)
        keep(answer)
        // Stored items cannot continue a list that the service began, because their order differs.
        guard !request.isOfBegunList, let reason = answer.outcome.reasonToRemember(request),
            var kept = await keptAnswer(to: request, from: 0, because: reason)
        else { return answer }
        kept.outcome.duration = answer.outcome.duration
        return kept
    }

    private func keep(_ answer: SourceAnswer) {
        // Items from the cache were already stored.
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
        case .browse(let browse, let page) where browse.day == nil && browse.sha1 == nil:
            await page.kept(from: place, matching: nil, in: index, of: info.id)
                .map { answer($0, because: reason) }
        case .details(let id):
            await index.item(id).map { answer(StoredPage([$0]), because: reason) }
        // The list of a past day or of a file cannot be derived from items, and only the service can permit a download.
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
    /// Returns a page of stored items; nil if there are none.
    fileprivate func kept(
        from place: Int, matching words: String?, in index: any ItemIndex, of provider: ProviderID
    ) async -> StoredPage? {
        let page = await index.items(of: provider, matching: words, page: place..<place + max(size, 1))
        return page.items.isEmpty && page.next == nil ? nil : page
    }
}

extension SourceAnswer {
    /// Adds a note if the service supports the requested order but the stored items cannot be sorted that way. For
    /// orders that the service lacks, the engine adds the note.
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
    /// Returns the reason for showing stored items; nil if the service gave its own answer, including a refusal.
    fileprivate func reasonToRemember(_ request: ProviderRequest) -> String? {
        switch (result, request) {
        case (.failed(let reason), _), (.timedOut(let reason), _), (.throttled(_, let reason), _): reason
        // A service that cannot be asked for one item may still have returned it in an earlier search.
        case (.skipped(let reason), .details): reason
        case (.answered, _), (.empty, _), (.skipped, _), (.denied, _), (.drift, _), (.cancelled, _): nil
        }
    }
}

extension ProviderRequest {
    private static let keptMark = "\u{1}kept:"

    /// Creates the cursor for a page of stored items. No service's own cursor starts with a control character.
    fileprivate static func word(forKeptPlace place: Int) -> String { "\(keptMark)\(place)" }

    fileprivate var keptPlace: Int? {
        guard let cursor = page?.cursor, cursor.hasPrefix(Self.keptMark) else { return nil }
        return Int(cursor.dropFirst(Self.keptMark.count)).map { min(max(0, $0), 1_000_000) }
    }

    /// Indicates whether the service has already returned this page or the one before.
    fileprivate var isOfBegunList: Bool { page?.isRepeat == true || page?.cursor != nil }
}
