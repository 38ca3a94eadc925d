internal import ForageCore

/// A page as a provider read it, with the answers that it was read from.
struct Reading {
    let page: Page
    let answers: [Fetched]

    /// The items of the page with how it all ended. Drafts that are not wanted are left out, which is no drift.
    func answer(
        from provider: any Provider, keeping isWanted: (Draft) -> Bool = { _ in true }
    ) -> SourceAnswer {
        let (items, isAnything) = items(from: provider, keeping: isWanted)
        var notes = drift.map(Outcome.Note.drift)
        if let damage { notes.append(.incomplete(damage)) }
        if let sentence = faultOfNext { notes.append(.incomplete(sentence)) }
        let outcome = Outcome(
            provider.about.id, result(itemCount: items.count, isAnything),
            origin: answers.first?.origin, notes: notes)
        var answer = SourceAnswer(
            items: items, next: faultOfNext == nil ? page.next : nil, total: page.total, outcome: outcome,
            mayBeKept: !answers.contains { CacheControl($0.response.headers).has("no-store") })
        answer.related = page.related
        let completeness = answers.completeness
        answer.isCutOff = completeness == .cutOff || completeness == .whole && page.endsEarly
        return answer
    }

    /// The items that are wanted, each once, and whether items can be built of anything.
    private func items(
        from provider: any Provider, keeping isWanted: (Draft) -> Bool
    ) -> (items: [Item], isAnything: Bool) {
        let id = provider.about.id
        var met: Set<String> = []
        var items: [Item] = []
        var isAnything = false
        for draft in page.drafts where !draft.isNameless && met.insert(draft.localID).inserted {
            guard !draft.isUntitled else { continue }
            isAnything = true
            guard isWanted(draft) else { continue }
            let credit = provider.attribution(for: draft)
            if let item = Item(draft, credit: credit, from: id) { items.append(item) }
        }
        return (items, isAnything)
    }

    private func result(itemCount: Int, _ isAnything: Bool) -> Outcome.Result {
        if isAnything { return itemCount > 0 ? .answered(itemCount) : .empty }
        if let damage { return .failed(damage) }
        if drift.isEmpty { return .empty }
        return .drift(drift.map(\.description).joined(separator: "; "))
    }

    /// What the provider noted and what it did not see: drafts that no item can be built of.
    private var drift: [Drift] {
        let total = page.drafts.count
        let nameless = page.drafts.count(where: \.isNameless)
        let untitled = page.drafts.count(where: \.isUntitled)
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

extension Draft {
    fileprivate var isNameless: Bool { localID.isEmpty }
    fileprivate var isUntitled: Bool { !title.isVisible }
}
