package import Essentials
package import ForageCore

/// A source that keeps the items it brings, and brings what was kept when it cannot be asked.
///
/// What is kept says how old it is and why it is shown, so that it is never taken for an answer of today.
package struct RememberingSource: Source {
    private let source: any Source
    private let index: any ItemIndex
    private let now: @Sendable () -> Date

    package init(
        _ source: any Source, in index: any ItemIndex, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.source = source
        self.index = index
        self.now = now
    }

    package var about: About { source.about }

    package func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        // The place in what is kept, once a list goes on there.
        if let place = request.keptPlace {
            return await keptAnswer(to: request, from: place, because: "the list goes on in the cache")
                ?? SourceAnswer(outcome: Outcome(about.id, .empty))
        }
        let answer = await source.answer(request, by: deadline)
        if case .answered = answer.outcome.result, answer.outcome.origin == .network {
            await index.keep(answer.items)
        }
        guard let reason = answer.outcome.reasonToRemember,
            var kept = await keptAnswer(to: request, from: 0, because: reason)
        else { return answer }
        kept.outcome.duration = answer.outcome.duration
        return kept
    }

    private func keptAnswer(
        to request: ProviderRequest, from place: Int, because reason: String
    ) async -> SourceAnswer? {
        switch request {
        case .search(let query, let page):
            await answer(query.text, query.filters, from: place, page.size, because: reason)
        case .browse(let browse, let page) where browse.day == nil:
            await answer(nil, browse.filters, from: place, page.size, because: reason)
        case .details(let id):
            await index.item(id).map { answer([$0], because: reason) }
        case .browse, .download: nil
        }
    }

    private func answer(
        _ words: String?, _ filters: [Filter], from place: Int, _ size: Int, because reason: String
    ) async -> SourceAnswer? {
        let found = await index.items(of: about.id, matching: words, page: place..<place + size)
        guard !found.isEmpty else { return nil }
        var answer = answer(found, because: reason)
        answer.next = found.count == size ? ProviderRequest.word(forKeptPlace: place + size) : nil
        // The service may honour more than the items tell; what is kept is held against the items alone.
        answer.outcome.notes = filters.filter { filter in
            answer.items.contains { filter.verdict(on: $0) == .unknown }
        }.map { .unsupported($0.name) }
        return answer
    }

    private func answer(_ found: [KeptItem], because reason: String) -> SourceAnswer {
        let oldest = found.map(\.metAt).min() ?? now()
        let age = Duration.seconds(max(0, now().timeIntervalSince(oldest).rounded()))
        return SourceAnswer(
            items: found.map(\.item),
            outcome: Outcome(about.id, .answered(found.count), origin: .stale(age, reason)))
    }
}

extension Outcome {
    /// Why what is kept may stand in; nil where the service gave an answer of its own, be it that it refuses.
    fileprivate var reasonToRemember: String? {
        switch result {
        case .failed(let reason), .timedOut(let reason), .throttled(_, let reason): reason
        case .answered, .empty, .skipped, .denied, .drift, .cancelled: nil
        }
    }
}

extension ProviderRequest {
    private static let keptMark = "\u{1}kept:"

    /// The word for a page of what is kept. No service's own word starts with a control character.
    fileprivate static func word(forKeptPlace place: Int) -> String { "\(keptMark)\(place)" }

    fileprivate var keptPlace: Int? {
        switch self {
        case .search(_, let page), .browse(_, let page):
            guard let cursor = page.cursor, cursor.hasPrefix(Self.keptMark) else { return nil }
            return Int(cursor.dropFirst(Self.keptMark.count)).map { min(max(0, $0), 1_000_000) }
        case .details, .download: return nil
        }
    }
}
