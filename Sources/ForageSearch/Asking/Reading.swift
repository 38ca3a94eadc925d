internal import ForageCore

/// A page as a provider read it, with the answers that it was read from.
struct Reading {
    let page: Page
    let answers: [Fetched]

    /// The items of the page with how it all ended.
    func answer(from provider: any Provider) -> SourceAnswer {
        let items = items(from: provider)
        var notes = drift.map(Outcome.Note.drift)
        if let damage { notes.append(.incomplete(damage)) }
        if let sentence = faultOfNext { notes.append(.incomplete(sentence)) }
        let outcome = Outcome(
            provider.about.id, result(itemCount: items.count), origin: answers.first?.origin, notes: notes)
        return SourceAnswer(
            items: items, next: faultOfNext == nil ? page.next : nil, total: page.total, outcome: outcome)
    }

    private func items(from provider: any Provider) -> [Item] {
        var met: Set<String> = []
        return page.drafts.compactMap { draft in
            guard met.insert(draft.localID).inserted else { return nil }
            return Item(draft, credit: provider.attribution(for: draft), from: provider.about.id)
        }
    }

    private func result(itemCount: Int) -> Outcome.Result {
        if itemCount > 0 { return .answered(itemCount) }
        if let damage { return .failed(damage) }
        if drift.isEmpty { return .empty }
        return .drift(drift.map(\.description).joined(separator: "; "))
    }

    /// What the provider noted and what it did not see: drafts that no item can be built of.
    private var drift: [Drift] {
        let total = page.drafts.count
        let nameless = page.drafts.count { $0.localID.isEmpty }
        let untitled = page.drafts.count { $0.title.trimmingWhitespace().isEmpty }
        let unseen = [
            Drift(path: "id", count: nameless, total: total),
            Drift(path: "title", count: untitled, total: total),
        ]
        return page.drift + unseen.filter { $0.count > 0 }
    }

    /// What is wrong with the bodies. The provider's own word says more than the transport's, but a body
    /// that was left unread looks to it like one that was cut off.
    private var damage: String? {
        let sentence = answers.completeness.sentence
        return answers.completeness == .overLimit ? sentence : page.damage ?? sentence
    }

    private var faultOfNext: String? {
        guard let next = page.next, next.utf8.count > SearchCursor.greatestPlaceByteCount else { return nil }
        return "its name for the next page is longer than \(SearchCursor.greatestPlaceByteCount) bytes"
    }
}
