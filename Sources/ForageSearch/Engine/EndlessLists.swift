internal import ForageCore

/// Detects the end of lists whose services always name a further page.
struct EndlessLists {
    /// The items of each provider's first and last whole page.
    private var brought: [ProviderID: (first: Set<ItemID>, last: Set<ItemID>)] = [:]
    /// The providers whose last page was empty.
    private var emptied: Set<ProviderID> = []

    /// Ends a provider's list after two successive empty pages or a repeated page: for each page after the end, many
    /// services return their last page, or always their first.
    mutating func end(at answer: inout SourceAnswer) {
        guard answer.isWhole, answer.next != nil, let reason = reason(toEndAt: answer) else { return }
        answer.next = nil
        answer.outcome.add(.incomplete(reason))
    }

    private mutating func reason(toEndAt answer: SourceAnswer) -> String? {
        let provider = answer.outcome.provider
        // A single empty page may occur in the middle of a list.
        guard !answer.items.isEmpty else {
            return emptied.insert(provider).inserted
                ? nil : "two pages in a row are empty, so the list ends here"
        }
        emptied.remove(provider)
        let page = Set(answer.items.map(\.id))
        let former = brought[provider]
        brought[provider] = (former?.first ?? page, page)
        guard let former, page.isSubset(of: former.first) || page.isSubset(of: former.last) else {
            return nil
        }
        return "a further page repeats earlier results, so the list ends here"
    }
}
