internal import ForageCore
internal import ForageSearch

extension ProviderCheck {
    static let reading = [
        ProviderCheck("samples-are-read", "Its samples give the items they should, and nothing amiss.") {
            await $0.samplesMisread()
        },
        ProviderCheck("reading-is-pure", "The same answer gives the same page.") { checks in
            Verdict(
                checks.breaches { sample in
                    checks.decode(sample) == checks.decode(sample) ? [] : ["two readings of it differ."]
                })
        },
        ProviderCheck("nothing-is-empty", "An answer that found nothing is empty, and no failure.") {
            await $0.emptinessTakenForFailure()
        },
        ProviderCheck("unknown-keys-are-nothing", "What a service adds to its answers changes nothing.") {
            checks in
            checks.verdict(
                on: checks.mutableSamples, orWithout: ProviderChecks.nothingToChange,
                checks.harmOfAdditions)
        },
    ]
}

extension ProviderChecks {
    static let nothingToChange = "its answers are neither JSON nor a feed"

    /// The samples that items come of and that can be changed member by member.
    var mutableSamples: [SampleAnswer] { fullSamples.filter { $0.body.asMutable != nil } }

    /// Of those of today, each that has a member which none before it has: changes to the others would only say the same again.
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
                breaches.append("\(sample.name): it is taken for a refusal: \(refusal).")
            }
            guard case .success(let step) = decode(sample) else {
                if case .failure(let fault) = decode(sample) { breaches.append("\(sample.name): \(fault)") }
                continue
            }
            guard case .page(let page) = step else {
                breaches.append("\(sample.name): it calls for more answers than the sample has.")
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
        guard !empty.isEmpty else { return .notApplicable("no sample is of an answer that found nothing") }
        var breaches: [String] = []
        for sample in empty {
            let outcome = await answer(to: sample, with: sample.response).outcome
            if outcome.result != .empty || !outcome.notes.isEmpty {
                breaches.append("\(sample.name): it ends as \(outcome.result), not as empty.")
            }
        }
        return Verdict(breaches)
    }

    fileprivate func harmOfAdditions(_ sample: SampleAnswer) -> [String] {
        guard let body = sample.body.asMutable?.withUnknownMembers else { return [] }
        return decode(body, of: sample).page == decode(sample).page
            ? [] : ["a member that nobody knows changes what is read."]
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
