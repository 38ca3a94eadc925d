internal import ForageCore
internal import ForageSearch
internal import Platform

extension ProviderCheck {
    static let reading = [
        ProviderCheck("samples-are-read", "Its samples give the expected items, without drift or damage.") {
            await $0.samplesMisread()
        },
        ProviderCheck("reading-is-pure", "The same answer gives the same page.") { checks in
            Verdict(
                checks.breaches { sample in
                    checks.decode(sample) == checks.decode(sample) ? [] : ["two readings of it differ."]
                })
        },
        ProviderCheck("nothing-is-empty", "An answer without results is empty, not a failure.") {
            await $0.emptinessTakenForFailure()
        },
        ProviderCheck("unknown-keys-are-nothing", "New fields in an answer change nothing.") {
            checks in
            checks.verdict(
                on: checks.mutableSamples, orWithout: ProviderChecks.nothingToChange,
                checks.harmOfAdditions)
        },
    ]
}

extension ProviderCheck {
    static let items = [
        ProviderCheck("items-are-whole", "Every item has an ID, a title and a declared kind.") {
            checks in Verdict(checks.breaches { checks.flaws(in: checks.drafts($0)) })
        },
        ProviderCheck(
            "ids-are-stable", "IDs are unique, can be printed and read back, and do not depend on the order."
        ) {
            checks in Verdict(checks.breaches(checks.unstableIDs))
        },
        ProviderCheck("ids-lead-back", "An item can be requested by its ID.") { $0.idsLeadingBack },
        ProviderCheck("sizes-are-positive", "Sizes and playing times are greater than zero.") { checks in
            Verdict(checks.breaches { checks.drafts($0).flatMap(\.impossibleMeasures) })
        },
        ProviderCheck("dates-are-sane", "No date is before the year 1000, or more than a year ahead.") {
            checks in Verdict(checks.breaches { checks.drafts($0).compactMap(\.impossibleDate) })
        },
    ]
}

extension ProviderChecks {
    static let nothingToChange = "its answers are neither JSON nor a feed"

    /// The samples that contain items and whose members can be changed.
    var mutableSamples: [SampleAnswer] { fullSamples.filter { $0.body.asMutable != nil } }

    /// The current samples that have a member which no earlier sample has. Changes to the others would repeat results.
    var samplesOfNewShape: [SampleAnswer] {
        var met: Set<String> = []
        return mutableSamples.filter { !$0.isFormer }.filter { sample in
            let fields = sample.body.asMutable?.fields ?? []
            return fields.count { met.insert("\(sample.request.name) \($0)").inserted } > 0
        }
    }

    fileprivate func samplesMisread() async -> Verdict {
        var breaches: [String] = []
        for sample in samples {
            if let refusal = provider.refusal(in: sample.response) {
                breaches.append("\(sample.name): it is read as a refusal: \(refusal).")
            }
            guard case .success(let step) = decode(sample) else {
                if case .failure(let fault) = decode(sample) { breaches.append("\(sample.name): \(fault)") }
                continue
            }
            guard case .page(let page) = step else {
                breaches.append("\(sample.name): it needs more answers than the sample has.")
                continue
            }
            let count = page.drafts.count
            if let expected = sample.itemCount ?? (count == 0 ? 1 : nil), expected != count {
                breaches.append("\(sample.name): it gives \(count.of("item")), not \(expected).")
            }
            if !sample.isFormer { breaches += page.drift.map { "\(sample.name): \($0)." } }
            if let damage = page.damage { breaches.append("\(sample.name): \(damage)") }
        }
        return Verdict(breaches)
    }

    fileprivate func emptinessTakenForFailure() async -> Verdict {
        let empty = samples.filter(\.isEmpty)
        guard !empty.isEmpty else { return .notApplicable("no sample is an answer without results") }
        var breaches: [String] = []
        for sample in empty {
            let outcome = await answer(to: sample, with: sample.response).outcome
            if outcome.result != .empty || !outcome.notes.isEmpty {
                breaches.append("\(sample.name): the outcome is \(outcome.result), not empty.")
            }
        }
        return Verdict(breaches)
    }

    fileprivate func harmOfAdditions(_ sample: SampleAnswer) -> [String] {
        guard let body = sample.body.asMutable?.withUnknownMembers else { return [] }
        return decode(body, of: sample).page == decode(sample).page
            ? [] : ["an unknown member changes the items."]
    }
}

extension ProviderChecks {
    /// Returns the flaws of items from any source.
    func flaws(in drafts: [Draft]) -> [String] {
        var ids: Set<String> = []
        return drafts.flatMap { draft in
            var flaws: [String] = []
            if item(of: draft) == nil { flaws.append("“\(draft.title)” has no ID or no title.") }
            if !ids.insert(draft.localID).inserted { flaws.append("the ID \(draft.localID) occurs twice.") }
            if !provider.info.kinds.contains(draft.kind) {
                flaws.append("“\(draft.title)” has the kind \(draft.kind), which is not declared.")
            }
            if draft.summary?.isEmpty == true { flaws.append("“\(draft.title)” has an empty summary.") }
            return flaws + draft.impossibleMeasures
        }
    }

    func item(of draft: Draft) -> Item? {
        Item(draft, credit: provider.attribution(for: draft), from: provider.info.id)
    }

    fileprivate func unstableIDs(_ sample: SampleAnswer) -> [String] {
        let ids = drafts(sample).map(\.localID)
        let printed = ids.compactMap { local -> String? in
            let id = ItemID(provider: provider.info.id, local: local)
            return ItemID(id.description) == id ? nil : "the ID \(id) reads back as a different one."
        }
        guard let path = sample.recordPath, let body = sample.body.asMutable?.reversing(path) else {
            return printed
        }
        let backwards = decode(body, of: sample).page?.drafts.map(\.localID) ?? []
        return printed
            + (Set(backwards) == Set(ids) ? [] : ["in a different order, its records have different IDs."])
    }

    fileprivate var idsLeadingBack: Verdict {
        switch provider.info.capabilities.details {
        case .listing: .notApplicable("items are looked up in its listing")
        case .never: .notApplicable("it cannot look up single items")
        case .request:
            Verdict(breaches { sample in drafts(sample).compactMap { fault(ofIDOf: $0) } })
        }
    }

    private func fault(ofIDOf draft: Draft) -> String? {
        let id = ItemID(provider: provider.info.id, local: draft.localID)
        do throws(ProviderError) {
            _ = try provider.endpoint(for: .details(id))
            return nil
        } catch {
            return "details of \(id) cannot be requested: \(error)"
        }
    }
}

extension ProviderRequest {
    fileprivate var name: String {
        switch self {
        case .search: "search"
        case .browse: "browse"
        case .details: "details"
        case .download: "download"
        }
    }
}

extension Draft {
    fileprivate var impossibleMeasures: [String] {
        let sizes = renditions.compactMap(\.size).filter { $0.width < 1 || $0.height < 1 }
        let flaws = sizes.map { "“\(title)” is \($0) in size." }
        return flaws + (duration.map { $0 <= .zero } == true ? ["“\(title)” has no playing time."] : [])
    }

    fileprivate var impossibleDate: String? {
        guard let publishedAt else { return nil }
        let year1000 = Date(timeIntervalSince1970: -30_610_224_000)
        let nextYear = Date().addingTimeInterval(366 * 86_400)
        return (year1000...nextYear).contains(publishedAt)
            ? nil : "“\(title)” is dated \(publishedAt.formatted(.iso8601))."
    }
}
