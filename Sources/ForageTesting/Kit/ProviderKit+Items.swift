internal import ForageCore

extension ProviderKit {
    func itemsLackingSomething(_ sample: SampleAnswer) -> [String] {
        let drafts = drafts(sample)
        return (drafts.isEmpty ? ["it gives no items."] : []) + flaws(in: drafts)
    }

    /// What is wrong with items, wherever they come from.
    func flaws(in drafts: [Draft]) -> [String] {
        var ids: Set<String> = []
        return drafts.flatMap { draft in
            var flaws: [String] = []
            if item(of: draft) == nil { flaws.append("“\(draft.title)” has no id or no title.") }
            if !ids.insert(draft.localID).inserted { flaws.append("the id \(draft.localID) is given twice.") }
            if !provider.about.kinds.contains(draft.kind) {
                flaws.append("“\(draft.title)” is of the kind \(draft.kind), which is not declared.")
            }
            if draft.summary?.isEmpty == true { flaws.append("“\(draft.title)” has an empty summary.") }
            return flaws
        }
    }

    func idsLeadingNowhere(_ sample: SampleAnswer) -> [String] {
        drafts(sample).compactMap { draft in
            let id = ItemID(provider: provider.about.id, local: draft.localID)
            guard ItemID(id.description) == id else { return "the id \(id) reads back as another." }
            guard provider.about.capabilities.details == .request else { return nil }
            do throws(Unanswerable) {
                _ = try provider.endpoint(for: .details(id))
                return nil
            } catch {
                return "details of \(id) cannot be asked for: \(error)"
            }
        }
    }

    func unsafeCredits(_ sample: SampleAnswer) -> [String] {
        drafts(sample).flatMap { draft in
            let credit = provider.attribution(for: draft)
            var breaches: [String] = []
            if credit.source.name.isEmpty { breaches.append("“\(draft.title)” is credited to nobody.") }
            if credit.serviceLine?.name != provider.about.terms.serviceLine?.name {
                breaches.append("“\(draft.title)” lacks the line that the service asks for.")
            }
            if provider.attribution(for: draft.hostile).html.contains("<script") {
                breaches.append("a name in “\(draft.title)” breaks out of its credit.")
            }
            return breaches
        }
    }

    private func item(of draft: Draft) -> Item? {
        Item(draft, credit: provider.attribution(for: draft), from: provider.about.id)
    }
}

extension Draft {
    /// The same with markup for every name.
    fileprivate var hostile: Draft {
        let name = "\"'><script>alert(1)</script>"
        var draft = self
        draft.title = name
        draft.creator = Creator(name: name, url: creator?.url)
        draft.via = NamedLink(name, via?.url ?? page)
        draft.licence = Licence(id: name, name: name, url: licence?.url)
        return draft
    }
}
