internal import ForageCore
internal import Platform

extension ProviderCheck {
    static let items = [
        ProviderCheck("items-are-whole", "Every item has an id, a title, and a kind that is declared.") {
            checks in Verdict(checks.breaches { checks.flaws(in: checks.drafts($0)) })
        },
        ProviderCheck(
            "ids-are-stable", "Ids are unique, survive being printed, and do not depend on the order."
        ) {
            checks in Verdict(checks.breaches(checks.unstableIDs))
        },
        ProviderCheck("ids-lead-back", "An item can be asked for by its id.") { $0.idsLeadingBack },
        ProviderCheck("sizes-are-positive", "Sizes and playing times are greater than nothing.") { checks in
            Verdict(checks.breaches { checks.drafts($0).flatMap(\.impossibleMeasures) })
        },
        ProviderCheck("dates-are-sane", "No date is before the year 1000, or more than a year ahead.") {
            checks in Verdict(checks.breaches { checks.drafts($0).compactMap(\.impossibleDate) })
        },
    ]
}

extension ProviderChecks {
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
            return flaws + draft.impossibleMeasures
        }
    }

    func item(of draft: Draft) -> Item? {
        Item(draft, credit: provider.attribution(for: draft), from: provider.about.id)
    }

    fileprivate func unstableIDs(_ sample: SampleAnswer) -> [String] {
        let ids = drafts(sample).map(\.localID)
        let printed = ids.compactMap { local -> String? in
            let id = ItemID(provider: provider.about.id, local: local)
            return ItemID(id.description) == id ? nil : "the id \(id) reads back as another."
        }
        guard let path = sample.recordPath, let body = sample.body.asMutable?.reversing(path) else {
            return printed
        }
        let backwards = decode(body, of: sample).page?.drafts.map(\.localID) ?? []
        return printed
            + (Set(backwards) == Set(ids) ? [] : ["in another order, its records have other ids."])
    }

    fileprivate var idsLeadingBack: Verdict {
        switch provider.about.capabilities.details {
        case .listing: .notApplicable("items are found again in its listing")
        case .never: .notApplicable("it finds no single item again")
        case .request:
            Verdict(breaches { sample in drafts(sample).compactMap { fault(ofIDOf: $0) } })
        }
    }

    private func fault(ofIDOf draft: Draft) -> String? {
        let id = ItemID(provider: provider.about.id, local: draft.localID)
        do throws(Unanswerable) {
            _ = try provider.endpoint(for: .details(id))
            return nil
        } catch {
            return "details of \(id) cannot be asked for: \(error)"
        }
    }
}

extension Draft {
    fileprivate var impossibleMeasures: [String] {
        let sizes = renditions.compactMap(\.size).filter { $0.width < 1 || $0.height < 1 }
        let flaws = sizes.map { "“\(title)” is \($0) in size." }
        return flaws + (duration.map { $0 <= .zero } == true ? ["“\(title)” plays for no time."] : [])
    }

    fileprivate var impossibleDate: String? {
        guard let publishedAt else { return nil }
        let year1000 = Date(timeIntervalSince1970: -30_610_224_000)
        let nextYear = Date().addingTimeInterval(366 * 86_400)
        return (year1000...nextYear).contains(publishedAt)
            ? nil : "“\(title)” is of \(publishedAt.formatted(.iso8601))."
    }
}
