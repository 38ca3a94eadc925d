internal import Forage
internal import ForageCache
internal import ForageCore
internal import Platform

extension CacheUpkeep {
    /// Says what a search for the words, or a request of the address, would come to.
    func explain() async throws -> ExitCode {
        let words = invocation.arguments.words.dropFirst()
        guard !words.isEmpty else { throw UsageFault("Say what for: forage cache why QUERY…|URL.") }
        guard cache.responses != nil else { throw CannotRun("Nothing is kept: cache.disk is 0.") }
        // Whoever plays the services needs no keys, and is not asked here either.
        let forage =
            invocation.arguments.has("sandbox")
            ? Forage(configuration, playedBy: Invocation.nobody, cache: cache)
            : Forage(configuration, cache: cache)
        if words.count == 1, let url = words.first.flatMap({ WebURL($0) }) {
            try show([await forage.explanation(of: .get(url))].compactMap(\.self))
        } else {
            let (asked, others) = await forage.explanations(
                of: try Query(parsing: words.joined(separator: " ")))
            try show(asked, others)
        }
        return .success
    }

    private func show(_ explanations: [CacheExplanation], _ others: [Outcome] = []) throws(CannotRun) {
        guard !explanations.isEmpty || !others.isEmpty else {
            throw CannotRun("No provider would be asked.")
        }
        explanations.forEach(show)
        for other in others {
            switch other.result {
            case .skipped(let reason), .failed(let reason):
                invocation.pipes.write(line: "\(other.provider)  not asked: \(reason)")
            default: break
            }
        }
    }

    private func show(_ explanation: CacheExplanation) {
        invocation.pipes.write(line: "\(explanation.provider.id)  \(explanation.address)")
        for stored in explanation.stored {
            let fields = stored.variant.map { ", \($0.name): \($0.value ?? "none")" }.joined()
            invocation.pipes.write(
                line: "  stored    \(stored.received.iso8601), \(stored.status), \(stored.amount)\(fields)")
        }
        for rule in explanation.decision.rules { invocation.pipes.write(line: "  rule      \(rule)") }
        invocation.pipes.write(line: "  decision  \(explanation.decision.action)")
    }
}

extension StoredResponse {
    /// How much is stored, of how much.
    fileprivate var amount: String {
        guard part != .whole else { return byteCount.of("byte") }
        let total = total.map { " of \($0)" } ?? ""
        return "bytes \(heldBytes.lowerBound) to \(heldBytes.upperBound - 1)\(total)"
    }
}
