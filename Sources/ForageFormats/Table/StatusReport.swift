package import ForageCore
internal import Platform

/// The messages on a search for standard error: the providers that failed, and a summary.
package struct StatusReport: Sendable {
    private let style: TerminalStyle
    private let isTerminal: Bool
    private let saysEverything: Bool
    private let providers: [ProviderConfiguration]
    private let clock: WallClock
    private let steps: NextSteps

    /// Creates a report for standard error.
    ///
    /// - Parameters:
    ///   - terminal: The style of standard error; nil if it is not a terminal.
    ///   - saysEverything: True if providers that answered are also listed, with their times.
    ///   - providers: The providers, if the report may name the keys that they need.
    ///   - clock: The clock for times.
    ///   - steps: The next steps in the program that shows the report.
    package init(
        terminal: TerminalStyle?, saysEverything: Bool = false, providers: [ProviderConfiguration] = [],
        clock: WallClock = WallClock(), steps: NextSteps = NextSteps()
    ) {
        self.clock = clock
        self.steps = steps
        self.providers = providers
        isTerminal = terminal != nil
        self.saysEverything = saysEverything
        style = terminal ?? TerminalStyle(width: 80)
    }

    /// Returns the report on a search. With explanations, it also lists the handling of each filter by each provider.
    package func text(of report: Report) -> String {
        // A provider that the query names has a line of its own.
        let others = report.outcomes.filter { !report.query.providers.contains($0.provider) }
        let wanted = saysEverything ? [] : WantedKey.all(in: others, of: providers)
        let told = report.outcomes.filter { outcome in !wanted.contains { $0.provider == outcome.provider } }
        let names = told.map { $0.provider.name.count }.max() ?? 0
        let entries =
            filters(of: report) + told.flatMap { lines(of: $0, nameWidth: names) } + remarks(on: report)
            + [closing(report)]
        return (entries + offline(report) + WantedKey.hint(of: wanted, steps)).map { $0 + "\n" }.joined()
    }

    /// Returns the report on one outcome, if only one provider was asked.
    package func text(of outcome: Outcome) -> String {
        lines(of: outcome, nameWidth: outcome.provider.name.count).map { $0 + "\n" }.joined()
    }

    private func filters(of report: Report) -> [String] {
        guard report.query.isExplained else { return [] }
        return FilterTable(report).lines(isTerminal ? style : TerminalStyle(width: 1_000))
    }

    // MARK: - One provider

    /// The lines of an outcome. Only the first one begins with the provider's name.
    private func lines(of outcome: Outcome, nameWidth: Int) -> [String] {
        let lines = sentences(of: outcome).flatMap { sentence in
            wrapped(sentence.text, indent: nameWidth + 2).enumerated().map { number, line in
                number == 0 ? painted(line, sentence) : safe(line)
            }
        }
        return lines.enumerated().map { number, line in
            (number == 0 ? outcome.provider.name : "").padded(toWidth: nameWidth) + "  " + line
        }
    }

    private struct Sentence {
        var word = ""
        var text: String
        var emphasis: TerminalStyle.Emphasis?
    }

    private func sentences(of outcome: Outcome) -> [Sentence] {
        var sentences: [Sentence] = []
        if saysEverything || !outcome.isAnswer {
            let word = outcome.result.words
            let step = outcome.result == .notEnabled ? steps.enabling(outcome.provider) : nil
            let text = outcome.result.inWords(time: clock.words) + (step.map { "; \($0)" } ?? "")
            sentences.append(Sentence(word: word, text: text, emphasis: outcome.emphasis))
        }
        if saysEverything, !outcome.isSkipped {
            let parts = ["took \(outcome.duration.inWords)", outcome.origin?.place].compactMap(\.self)
            sentences.append(Sentence(text: parts.joined(separator: ", ")))
        }
        if case .stale(let age, let reason) = outcome.origin {
            sentences.append(Sentence(text: "answer from the cache, \(age.asAge): \(reason)"))
        }
        // Two filters by date produce two notes with the same sentence.
        return sentences + outcome.notes.map(\.text).distinct.map { Sentence(text: $0) }
    }

    private func wrapped(_ text: String, indent: Int) -> [String] {
        let line = text.printable(upTo: 1_000)
        return isTerminal ? line.wrapped(toWidth: max(20, style.width - indent)) : [line]
    }

    private func painted(_ line: String, _ sentence: Sentence) -> String {
        guard !sentence.word.isEmpty, line.hasPrefix(sentence.word) else { return safe(line) }
        let rest = String(line.dropFirst(sentence.word.count))
        return style.painted(sentence.word, sentence.emphasis) + safe(rest)
    }

    private func safe(_ line: String) -> String {
        isTerminal ? line.isolated : line
    }

    // MARK: - All of them

    private func remarks(on report: Report) -> [String] {
        report.remarks.flatMap { remark in
            let line = remark.printable(upTo: 1_000)
            return isTerminal ? line.wrapped(toWidth: style.width).map(\.isolated) : [line]
        }
    }

    private func closing(_ report: Report) -> String {
        if report.outcomes.isEmpty, !providers.isEmpty, !providers.contains(where: \.isEnabled) {
            let step = steps.enablingAny.map { "; \($0)" } ?? ""
            return style.painted("every provider is disabled" + step, .faint)
        }
        let next =
            report.next.flatMap { isTerminal ? steps.more : steps.page($0) }.map { " \(style.dot) \($0)" }
            ?? ""
        let kept = shareOfCache(in: report).map { " \(style.dot) \($0)" } ?? ""
        return style.painted("\(summary(of: report)) in \(report.duration.inWords)\(kept)\(next)", .faint)
    }

    /// The advice if every provider that was asked failed, which is usually due to the network.
    private func offline(_ report: Report) -> [String] {
        let asked = report.outcomes.filter { !$0.isSkipped }
        let hasFailed = asked.allSatisfy { if case .failed = $0.result { true } else { false } }
        return asked.isEmpty || !hasFailed ? [] : [steps.offline].compactMap(\.self)
    }

    /// The share of answers from the cache and their greatest age; outdated answers have separate lines.
    private func shareOfCache(in report: Report) -> String? {
        let ages = report.outcomes.compactMap { outcome -> Duration? in
            if case .cached(let age) = outcome.origin { age } else { nil }
        }
        guard let oldest = ages.max() else { return nil }
        let share = ages.count < report.outcomes.count(where: \.isAnswer) ? ages.count.of("answer") + " " : ""
        let bound = oldest < .seconds(1) ? "" : "up to "
        return "\(share)from the cache, \(bound)\(oldest.asAge)"
    }

    private func summary(of report: Report) -> String {
        let asked = report.outcomes.filter { !$0.isSkipped }.count
        let answered = report.outcomes.filter(\.isAnswer).count
        if asked == 0 { return "no provider could be searched" }
        if answered == 0 { return "no provider answered" }
        let results = report.items.isEmpty ? "no results" : report.items.count.of("result")
        let providers = answered == asked ? answered.of("provider") : "\(answered) of \(asked.of("provider"))"
        return "\(results) from \(providers)"
    }
}

/// A key that is not set, without which a provider was not asked.
struct WantedKey {
    let provider: ProviderID
    private let variable: String
    private let page: WebURL
    private let condition: String?

    /// The key because of which a provider was skipped.
    private init?(_ outcome: Outcome, of provider: ProviderConfiguration?) {
        guard let provider, outcome.result == provider.obstacle.map(Outcome.Result.skipped),
            let key = provider.missingKey, case .missing(let variable) = key.status
        else { return nil }
        self.provider = provider.id
        self.variable = variable
        page = key.spec.page
        condition = key.spec.condition
    }

    static func all(in outcomes: [Outcome], of providers: [ProviderConfiguration]) -> [WantedKey] {
        outcomes.compactMap { outcome in
            WantedKey(outcome, of: providers.first { $0.id == outcome.provider })
        }
    }

    /// The variables to set and the pages with the keys, in at most two lines.
    static func hint(of keys: [WantedKey], _ steps: NextSteps) -> [String] {
        guard keys.count > 2 else {
            return keys.map { key in
                let condition = key.condition.map { " (\($0))" } ?? ""
                return "Set \(key.variable) to also search \(key.provider)\(condition): \(key.page)"
            }
        }
        let advice = "Set \(list(keys.map(\.variable))) to also search \(list(keys.map(\.provider.name)))"
        return steps.findingKeys.map { ["\(advice);", "\($0)."] } ?? ["\(advice)."]
    }

    private static func list(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}

/// The handling of each filter by each provider that answered: a row for each provider, a column for each filter.
struct FilterTable {
    private let filters: [Filter]
    private let outcomes: [Outcome]

    init(_ report: Report) {
        filters = report.query.filters
        outcomes = report.outcomes.filter { !$0.filters.isEmpty }
    }

    /// The lines of the table; empty if no filter was applied.
    func lines(_ style: TerminalStyle) -> [String] {
        guard !filters.isEmpty, !outcomes.isEmpty else { return [] }
        let heading = (["filters"] + filters.map(\.description)).map { Columns.Cell($0, .faint) }
        let rows = outcomes.map { outcome in
            [Columns.Cell(outcome.provider.name)]
                + filters.map { Columns.Cell(outcome.filters[$0.name]?.words ?? "") }
        }
        return Columns([heading] + rows, style: style).lines
    }
}

extension Filter.Name {
    /// The property that it filters by, for people.
    var words: String {
        switch self {
        case .phrase: "phrase"
        case .without: "excluded words"
        case .creator: "creator"
        case .collection: "series or album"
        case .kind: "kind"
        case .licence: "licence"
        case .orientation: "orientation"
        case .hue: "colour"
        case .minimumSize: "size"
        case .publishedSince, .publishedBefore: "date"
        case .content: "content"
        }
    }

    /// The name in a query.
    var field: String {
        switch self {
        case .hue: "colour"
        case .minimumSize: "min"
        default: rawValue
        }
    }
}

extension Outcome {
    fileprivate var isSkipped: Bool {
        if case .skipped = result { true } else { false }
    }

    fileprivate var emphasis: TerminalStyle.Emphasis { isFailure ? .failure : isAnswer ? .success : .warning }
}

extension Outcome.Origin {
    fileprivate var place: String? {
        switch self {
        case .network: "from the network"
        case .file: "from a file"
        case .cached(let age): "from the cache, \(age.asAge)"
        case .stale: nil
        }
    }
}

extension FilterHandling {
    /// The place where the filter was applied, for people.
    fileprivate var words: String {
        switch self {
        case .honoured: "by the service"
        case .applied: "by Forage"
        case .impossible: "not possible"
        }
    }
}

/// The next steps for a user in the program that shows a view. By default there are none.
package struct NextSteps: Sendable {
    /// Returns the way to enable a provider.
    package var enabling: @Sendable (ProviderID) -> String? = { _ in nil }
    /// The way to enable any provider.
    package var enablingAny: String?
    /// Returns the way to the page of a cursor, for programs.
    package var page: @Sendable (String) -> String? = { _ in nil }
    /// The way to the next results, for people at a terminal.
    package var more: String?
    /// The way to search without a network.
    package var offline: String?
    /// The way to find out where keys are available.
    package var findingKeys: String?

    package init() {}
}
