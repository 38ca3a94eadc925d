internal import ForageCore
internal import JSON

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
            checks.verdict(on: checks.samplesOfNewShape, orWithout: ProviderChecks.noJSON) {
                checks.flaws(of: $0, with: ["null", "-1", "\"\"", "\"<b>\\u0000\"", "1e999", "[7]", "{}"])
            }
        },
        ProviderCheck("strange-text-is-text", "Unicode, control characters and very long texts do no harm.") {
            checks in
            checks.verdict(on: checks.samplesOfNewShape, orWithout: ProviderChecks.noJSON) {
                checks.flaws(of: $0, with: ProviderChecks.strangeTexts)
            }
        },
    ]
}

extension ProviderChecks {
    /// As they stand in JSON.
    fileprivate static let strangeTexts = [
        "\"👩‍👩‍👧‍👦 ﷽ e\\u0301\\u202Egnp.exe 猫\"", "\"\\u0000\\u001b[2J\\r\\n\\u2028\\u009b\"",
        "\"\\ud800 lone\"", "\"" + String(repeating: "long ", count: 2_000) + "\"",
    ]

    /// Puts a number in the place of each record in turn.
    fileprivate func recordsCostingOthers(_ sample: SampleAnswer) -> [String] {
        guard let path = sample.recordPath else { return [] }
        guard let list = JSONPointer(path), let document = try? JSONDocument(sample.body),
            document.root[list].kind == .array
        else { return ["there is no list at \(path)."] }
        let count = drafts(sample).count
        return document.root[list].elements.compactMap { record in
            let page = decode(sample.body.replacing(record, with: "7"), of: sample).page
            let rest = page?.drafts.count ?? 0
            // Where it was the only one, what is left is no page at all.
            if page == nil, count == 1 { return nil }
            if rest < count - 1 { return "\(record.pointer) costs \(count - rest) items." }
            return page?.drift.isEmpty == true ? "\(record.pointer) can be lost without a word." : nil
        }
    }

    /// Puts each of these in the place of each value in turn.
    fileprivate func flaws(of sample: SampleAnswer, with strangers: [String]) -> [String] {
        let short = sample.recordPath.flatMap { MutableBody(sample.body)?.shortening($0, to: 2) }
        guard let document = try? JSONDocument(short ?? sample.body) else { return ["it is not JSON."] }
        return document.root.fieldsOnce(atMost: 200).flatMap { value in
            strangers.flatMap { stranger in
                let page = decode(document.bytes.replacing(value, with: stranger), of: sample).page
                let drafts = page?.drafts ?? []
                let flaws =
                    flaws(in: drafts)
                    + drafts.filter(hasUnsafeCredit).map {
                        "the credit of \($0.localID.onOneLine.prefix(40)) has control characters."
                    }
                return flaws.map { "with \(stranger.prefix(20)) at \(value.pointer), \($0)" }
            }
        }
    }

    private func hasUnsafeCredit(_ draft: Draft) -> Bool {
        let credit = provider.attribution(for: draft)
        return [credit.text, credit.html, credit.markdown].contains { text in
            text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }
}

extension [UInt8] {
    fileprivate func replacing(_ value: JSONValue, with text: String) -> [UInt8] {
        var copy = self
        copy.replaceSubrange(value.byteRange, with: Array(text.utf8))
        return copy
    }
}

extension JSONValue {
    /// The values inside this one, nearest first; of those that stand at the same place in several records, one.
    fileprivate func fieldsOnce(atMost limit: Int) -> [JSONValue] {
        var found = [(value: self, path: "")]
        var met: Set<String> = []
        var place = 0
        while place < found.count, found.count < limit {
            let (value, path) = found[place]
            let inside =
                value.members.map { ($0.value, "\(path)/\($0.key)") }
                + value.elements.map { ($0, "\(path)/*") }
            found += inside.filter { $0.0.kind == .object || met.insert($0.1).inserted }
            place += 1
        }
        return found.dropFirst().prefix(limit).map(\.value)
    }
}
