internal import ForageCore

/// Sees where lists end whose services name a further page for ever.
struct EndlessLists {
    /// What each provider brought on its first whole page, and on its last.
    private var brought: [ProviderID: (first: Set<ItemID>, last: Set<ItemID>)] = [:]
    /// Whose last page was empty.
    private var emptied: Set<ProviderID> = []

    /// Ends the list of a provider that brings nothing twice, or a page once more: many give their last page for each
    /// that would come behind it, or their first for every one.
    mutating func end(at answer: inout SourceAnswer) {
        guard answer.isWhole, answer.next != nil, let reason = reason(toEndAt: answer) else { return }
        answer.next = nil
        answer.outcome.add(.incomplete(reason))
    }

    private mutating func reason(toEndAt answer: SourceAnswer) -> String? {
        let provider = answer.outcome.provider
        // A page that is empty may stand in the middle of a list.
        guard !answer.items.isEmpty else {
            return emptied.insert(provider).inserted
                ? nil : "a further page is empty as well, so the list ends here"
        }
        emptied.remove(provider)
        let page = Set(answer.items.map(\.id))
        let former = brought[provider]
        brought[provider] = (former?.first ?? page, page)
        guard let former, page.isSubset(of: former.first) || page.isSubset(of: former.last) else {
            return nil
        }
        return "a further page brings the same again, so the list ends here"
    }
}
