internal import ForageCore
internal import ForageSearch

extension ProviderCheck {
    static let failing = [
        ProviderCheck("401-is-denied", "If the service refuses the key, the outcome is denied.") {
            await $0.wrongOutcomes([401])
        },
        ProviderCheck(
            "403-is-denied",
            "If a request is forbidden, the outcome is denied, or throttled if the service means that."
        ) {
            await $0.wrongOutcomes([403])
        },
        ProviderCheck(
            "404-is-told", "If something does not exist, the outcome is failed; for details it is empty."
        ) {
            await $0.wrongOutcomes([404])
        },
        ProviderCheck(
            "429-waits",
            "After too many requests, the outcome is throttled until the time that the service states."
        ) {
            await $0.wrongOutcomes([429])
        },
        ProviderCheck("5xx-is-failure", "If the service fails, the outcome is failed.") {
            await $0.wrongOutcomes([500, 502, 503])
        },
        ProviderCheck("empty-body-is-failure", "An answer without a body is a failure, not an empty result.")
        {
            await $0.takenForAnswer(["an empty body": "", "a blank body": " \n"])
        },
        ProviderCheck("html-is-failure", "A web page instead of an answer is a failure, not an empty result.")
        {
            await $0.takenForAnswer([
                "a web page": "<!DOCTYPE html><html><body><p>Sorry</p></body></html>",
                "a challenge": "\n<html><script>location='/'</script></html>",
            ])
        },
        ProviderCheck(
            "strange-body-is-failure", "An answer in another format is a failure, not an empty result."
        ) {
            await $0.takenForAnswer([
                "plain text": "Rate limit exceeded", "half an object": "{\"", "other JSON": "{}",
                "null": "null", "bytes": "\u{1F}\u{8B}\u{0}\u{1}",
            ])
        },
        ProviderCheck(
            "cut-off-keeps-whole-items",
            "If an answer is cut off, its whole items are used and the loss is reported."
        ) {
            checks in Verdict(checks.breaches(checks.itemsOfNothing))
        },
        ProviderCheck(
            "huge-is-bounded", "An endless answer is read only up to a limit, and this is reported."
        ) {
            await $0.unbounded()
        },
        ProviderCheck("slow-times-out", "If no answer arrives in time, the outcome is timed out.") {
            await $0.impatience()
        },
        ProviderCheck("cancelling-ends-it", "If a search is cancelled, the outcome is cancelled.") {
            await $0.stubbornness()
        },
    ]
}

extension ProviderCheck {
    static let damage = [
        ProviderCheck(
            "bad-record-costs-itself", "One bad item loses only that item, and the loss is reported."
        ) { checks in
            checks.verdict(
                on: checks.fullSamples.filter { $0.recordPath != nil },
                orWithout: "no sample says where its records are", checks.recordsCostingOthers)
        },
        ProviderCheck(
            "any-field-may-change", "If a field changes to any other value, the items are still valid."
        ) {
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
    /// Checks answers with these statuses and with bodies that a service or a proxy may send.
    fileprivate func wrongOutcomes(_ statuses: [Int]) async -> Verdict {
        let bodies = ["", "<html><body>Error</body></html>", "{\"error\":\"no\"}"]
        var breaches: [String] = []
        for sample in fullSamples {
            for (status, body) in statuses.flatMap({ status in bodies.map { (status, $0) } }) {
                let response = Response(
                    status: status, headers: ["Retry-After": "7"], body: Array(body.utf8))
                let result = await answer(to: sample, with: response).outcome.result
                guard !Self.isRight(result, for: status, sample.request) else { continue }
                let breach = "\(sample.name): the outcome of status \(status) is \(result)."
                if !breaches.contains(breach) { breaches.append(breach) }
            }
        }
        return Verdict(breaches)
    }

    private static func isRight(
        _ result: Outcome.Result, for status: Int, _ request: ProviderRequest
    ) -> Bool {
        switch (status, result, request) {
        case (401, .denied, _), (403, .denied, _), (403, .throttled, _): true
        case (404, .empty, .details), (404, .failed, .search), (404, .failed, .browse): true
        case (429, .throttled(_?, _), _), (500..., .failed, _), (503, .throttled, _): true
        default: false
        }
    }

    fileprivate func takenForAnswer(_ bodies: [String: String]) async -> Verdict {
        var breaches: [String] = []
        for sample in fullSamples {
            for (name, body) in bodies.sorted(by: { $0.key < $1.key }) {
                let outcome = await answer(to: sample, with: Response(body: Array(body.utf8))).outcome
                guard outcome.isAnswer else { continue }
                breaches.append("\(sample.name): \(name) is accepted as an answer.")
            }
        }
        return Verdict(breaches)
    }

    /// Cuts the body at about fifty places, and returns the items that were not in the whole answer.
    fileprivate func itemsOfNothing(_ sample: SampleAnswer) -> [String] {
        let body = sample.body.dropLast(sample.body.reversed().prefix { $0 <= 0x20 }.count)
        let known = Set(drafts(sample).map(\.localID))
        return stride(from: 1, to: body.count, by: max(1, body.count / 50)).flatMap { length in
            let prefix = Array(body.prefix(length))
            guard let page = decode(prefix, of: sample, completeness: .cutOff).page else { return [String]() }
            let unknown = Set(page.drafts.map(\.localID)).subtracting(known).sorted()
            return unknown.map {
                "cut off at byte \(length), it gives \($0), which is not in the whole answer."
            }
                + (page.damage == nil ? ["cut off at byte \(length), it does not report that."] : [])
        }
    }

    /// Checks a list with very many records, and a body that was not read to its end because of a limit.
    fileprivate func unbounded() async -> Verdict {
        var breaches: [String] = []
        for sample in fullSamples {
            if let body = sample.recordPath.flatMap({ sample.body.asMutable?.repeating($0, 1_100) }) {
                switch decode(body, of: sample) {
                case .success(.page(let page)) where page.drafts.count <= 1_000 && page.damage != nil: break
                // A refusal because of the size also limits the work.
                case .failure(.unreadable): break
                case .success: breaches.append("\(sample.name): 1,100 records are read without a report.")
                case .failure(let fault):
                    breaches.append("\(sample.name): 1,100 records are reported as drift: \(fault).")
                }
            }
            var response = sample.response
            response.body = Array(sample.body.prefix(sample.body.count / 2))
            response.completeness = .overLimit
            let outcome = await answer(to: sample, with: response).outcome
            let isTold = outcome.notes.contains { if case .incomplete = $0 { true } else { false } }
            if outcome.isAnswer && !isTold {
                breaches.append("\(sample.name): half of it is accepted as the whole.")
            }
        }
        return Verdict(breaches)
    }

    fileprivate func impatience() async -> Verdict {
        guard let sample = fullSamples.first else { return .notApplicable("no sample has items") }
        let result = await answer(to: sample) { _ throws(FetchError) in
            throw .timedOut("the service did not answer in time")
        }.outcome.result
        if case .timedOut = result { return .passed }
        return .failed(["\(sample.name): the outcome is \(result), not timed out."])
    }

    fileprivate func stubbornness() async -> Verdict {
        guard let sample = fullSamples.first else { return .notApplicable("no sample has items") }
        let search = Task {
            await answer(to: sample) { _ throws(FetchError) in
                while !Task.isCancelled { await Task.yield() }
                throw .cancelled
            }
        }
        search.cancel()
        let result = await search.value.outcome.result
        return result == .cancelled
            ? .passed : .failed(["\(sample.name): the outcome is \(result), not cancelled."])
    }
}

extension ProviderChecks {
    /// Replaces each record in turn, and returns the cases in which other records are lost.
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
            // If it was the only record, no page remains.
            if page == nil, count == 1 { return nil }
            if rest < count - 1 { return "a bad \(path)/\(place) loses \(count - rest) items." }
            return page?.drift.isEmpty == true ? "the loss of \(path)/\(place) is not reported." : nil
        }
    }

    /// Replaces each value in turn with unexpected values, and returns the flaws of the resulting items.
    fileprivate func flaws(of sample: SampleAnswer, with unexpected: UnexpectedValues) -> [String] {
        let short = sample.recordPath.flatMap { sample.body.asMutable?.shortening($0, to: 2) }
        var flaws: [String] = []
        (short ?? sample.body).asMutable?.forEachCopy(with: unexpected, atMost: 200) { change, copy in
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
