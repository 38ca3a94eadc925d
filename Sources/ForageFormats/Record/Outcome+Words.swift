internal import Essentials
internal import ForageCore

extension Outcome.Result {
    /// The word as it is said to people.
    var words: String {
        if case .timedOut = self { "timed out" } else { word }
    }

    /// How it ended and why: `skipped: it is not enabled`, `throttled until 14:05: it asked for a rest`.
    ///
    /// - Parameter time: How a time is written; a document that is read later has it whole.
    /// - Returns: The words.
    func inWords(time: (Date) -> String = { $0.iso8601 }) -> String {
        let end = until.map { "\(words) until \(time($0))" } ?? words
        return [end, sentence].compactMap(\.self).joined(separator: ": ")
    }

    private var sentence: String? {
        if case .answered(let count) = self { count.of("result") } else { reason }
    }
}

extension Report {
    /// What the results are of.
    var heading: String {
        guard let browse = query.browse else { return query.text }
        return "What is interesting" + (browse.day.map { " on \($0)" } ?? "")
    }

    /// What a page without its report would hide: who did not answer, so that nobody takes it for "no results".
    var unanswered: [String] {
        outcomes.filter { !$0.isAnswer }.map { "\($0.provider): \($0.result.inWords())" }
    }

    /// How many results there are, and who brought them.
    var summary: String {
        let providers = outcomes.filter(\.isAnswer).map(\.provider.name)
        let results = items.isEmpty ? "No results" : items.count.of("result")
        return providers.isEmpty ? "Nobody answered" : "\(results) from \(providers.joined(separator: ", "))"
    }
}
