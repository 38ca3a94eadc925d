internal import ForageCore

/// The results that words of a command line name: by ID, or by number in the last search.
struct NamedResults {
    private let known: [ProviderID]
    private let environment: [String: String]
    private let isSandboxed: Bool

    /// - Parameters:
    ///   - invocation: The run.
    ///   - configuration: The configuration, with all providers.
    init(_ invocation: Invocation, _ configuration: Configuration) {
        known = configuration.providers.map(\.id)
        environment = invocation.environment
        isSandboxed = invocation.arguments.has("sandbox")
    }

    /// The ID of the only result that the command line names.
    func only(_ arguments: Arguments) throws(CommandError) -> ItemID {
        let word = try arguments.onlyWord(
            "result", orElse: "Name a result by its number in the last search, or by its ID.")
        let ids = try ids([word])
        guard let id = ids.first, ids.count == 1 else {
            throw CommandError.usage("Give one result, not \(word).")
        }
        return id
    }

    /// The IDs of the named results.
    func ids(_ words: [String]) throws(CommandError) -> [ItemID] {
        var ids: [ItemID] = []
        for word in words {
            if let range = try Self.numbers(word) {
                ids += try results(range).map(\.id)
            } else {
                ids.append(try ItemID.typed(word, known: known))
            }
        }
        return ids
    }

    /// The numbers that a word such as `3` or `5-7` names; nil for another word.
    static func numbers(_ word: String) throws(CommandError) -> ClosedRange<Int>? {
        let parts = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }) else {
            return nil
        }
        let numbers = parts.map { Int($0) ?? .max }
        guard numbers[0] <= numbers[numbers.count - 1] else {
            throw CommandError.usage("\"\(word)\" is not a range; did you mean \"\(parts[1])-\(parts[0])\"?")
        }
        return numbers[0]...numbers[numbers.count - 1]
    }

    private func results(_ range: ClosedRange<Int>) throws(CommandError) -> [LastSearch.Result] {
        guard let last = LastSearches(environment)?.last, !last.results.isEmpty else {
            throw CommandError.usage(
                "There is no last search that \(range.lowerBound) could be a result of: search first, or give an ID."
            )
        }
        for end in [range.lowerBound, range.upperBound] where last[end] == nil {
            let (first, final) = (last.firstNumber, last.nextNumber - 1)
            let count = first == final ? "only result \(first)" : "results \(first) to \(final)"
            let advice = last.next == nil || end < first ? "" : "; `forage more` shows the next ones"
            throw CommandError.usage("The last search has \(count), not \(end)\(advice).")
        }
        guard last.isSandboxed == isSandboxed else {
            throw CommandError.usage(
                isSandboxed
                    ? "The last search was not in the sandbox: leave out --sandbox."
                    : "The last search was in the sandbox: add --sandbox.")
        }
        return range.compactMap { last[$0] }
    }
}
