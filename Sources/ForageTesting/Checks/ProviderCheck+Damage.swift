internal import ForageCore

extension ProviderCheck {
    static let damage = [
        ProviderCheck("bad-record-costs-itself", "One bad item costs one item, and it is said.") { checks in
            checks.verdict(
                on: checks.fullSamples.filter { $0.recordPath != nil },
                orWithout: "no sample says where its records are", checks.recordsCostingOthers)
        },
        ProviderCheck("any-field-may-change", "Whatever a field turns into, what comes of it is still whole.")
        {
            checks in
            checks.verdict(on: checks.samplesOfNewShape, orWithout: ProviderChecks.nothingToChange) {
                checks.flaws(of: $0, with: .values)
            }
        },
        ProviderCheck("strange-text-is-text", "Unicode, control characters and very long texts do no harm.") {
            checks in
            checks.verdict(on: checks.samplesOfNewShape, orWithout: ProviderChecks.nothingToChange) {
                checks.flaws(of: $0, with: .texts)
            }
        },
    ]
}

extension ProviderChecks {
    /// Puts something else in the place of each record in turn.
    fileprivate func recordsCostingOthers(_ sample: SampleAnswer) -> [String] {
        guard let path = sample.recordPath else { return [] }
        guard let body = sample.body.asMutable, let recordCount = body.recordCount(in: path) else {
            return ["there is no list at \(path)."]
        }
        let count = drafts(sample).count
        return (0..<recordCount).compactMap { place in
            guard let broken = body.breaking(path, at: place) else { return nil }
            let page = decode(broken, of: sample).page
            let rest = page?.drafts.count ?? 0
            // Where it was the only one, what is left is no page at all.
            if page == nil, count == 1 { return nil }
            if rest < count - 1 { return "\(path)/\(place) costs \(count - rest) items." }
            return page?.drift.isEmpty == true ? "\(path)/\(place) can be lost without a word." : nil
        }
    }

    /// Puts strangers in the place of each value in turn.
    fileprivate func flaws(of sample: SampleAnswer, with strangers: Strangers) -> [String] {
        let short = sample.recordPath.flatMap { sample.body.asMutable?.shortening($0, to: 2) }
        var flaws: [String] = []
        (short ?? sample.body).asMutable?.forEachCopy(with: strangers, atMost: 200) { change, copy in
            let drafts = decode(copy, of: sample).page?.drafts ?? []
            let found =
                self.flaws(in: drafts)
                + drafts.filter(hasUnsafeCredit).map {
                    "the credit of \($0.localID.onOneLine.prefix(40)) has control characters."
                }
            flaws += found.map { "with \(change), \($0)" }
        }
        return flaws
    }

    private func hasUnsafeCredit(_ draft: Draft) -> Bool {
        let credit = provider.attribution(for: draft)
        return [credit.text, credit.html, credit.markdown].contains { text in
            text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }
}
