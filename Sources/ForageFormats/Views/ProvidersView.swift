package import ForageCore
internal import JSON
package import Platform

/// A view of all providers: whether they are asked, and what the others lack.
package struct ProvidersView: Sendable {
    /// The formats of the view.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case table, json, jsonl, markdown
    }

    private let format: Form
    private let isDetailed: Bool
    private let terminal: TerminalStyle?
    private let states: [ProviderID: ProviderState]
    private let faults: [ProviderID: String]
    private let needsKeys: Bool
    private let isLocal: Bool?
    private let now: Date
    private let steps: NextSteps

    /// Creates a view of providers.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - isDetailed: True to show everything about each provider at a terminal, not only a line.
    ///   - terminal: The style of standard output; nil if it is not a terminal.
    ///   - states: The states of the providers that were asked.
    ///   - faults: The reasons why definitions were refused, by provider.
    ///   - needsKeys: True if a provider is not asked without its key; false if the services are simulated.
    ///   - isLocal: True if the reader may change the providers; nil to leave that out.
    ///   - now: The current time.
    ///   - steps: The next steps in the program that shows the view.
    package init(
        _ format: Form, isDetailed: Bool = false, terminal: TerminalStyle? = nil,
        states: [ProviderID: ProviderState] = [:],
        faults: [ProviderID: String] = [:], needsKeys: Bool = true, isLocal: Bool? = nil, now: Date = Date(),
        steps: NextSteps = NextSteps()
    ) {
        self.format = format
        self.isDetailed = isDetailed
        self.terminal = terminal
        self.states = states
        self.faults = faults
        self.needsKeys = needsKeys
        self.isLocal = isLocal
        self.now = now
        self.steps = steps
    }

    package func text(of providers: [ProviderConfiguration]) -> String {
        switch (format, terminal) {
        case (.json, _):
            JSONText.document("providers", providers.map(record)) { writer in
                writer.member("local", isLocal) { $0.bool($1) }
            }
        case (.jsonl, _): JSONText.lines(providers.map(record))
        case (.markdown, _):
            MarkdownLines.table(
                ProviderLine.heading,
                providers.compactMap(known).map { ProviderLine($0.info).cells })
        case (.table, nil): providers.map(plainLine).joined()
        case (.table, let style?): table(of: providers, style)
        }
    }

    private func plainLine(of provider: ProviderConfiguration) -> String {
        let (known, readiness, state) = (known(provider), readiness(of: provider), states[provider.id])
        let columns = [
            provider.id.name, readiness.kind.rawValue, known?.kinds.joined(separator: ","),
            known?.info.site.text, known?.info.summary, readiness.reason,
            known?.requests.joined(separator: ","), known?.filters.joined(separator: ","),
            state?.allowance(at: now), readiness.until?.iso8601, state?.last?.words,
            known?.info.groups.joined(separator: ","),
        ]
        return columns.map { ($0 ?? "").printable() }.joined(separator: "\t") + "\n"
    }

    private func table(of providers: [ProviderConfiguration], _ style: TerminalStyle) -> String {
        let rows = providers.map { provider in
            let readiness = readiness(of: provider)
            return [
                Columns.Cell(provider.id.name, .strong),
                Columns.Cell(readiness.kind.rawValue, emphasis(of: readiness)),
                Columns.Cell(known(provider)?.kinds.joined(separator: ", ") ?? "", .accent),
            ] + (isDetailed ? [] : [remark(on: provider, readiness)])
        }
        let lines = zip(Columns(rows, style: style).lines, providers).flatMap { row, provider in
            [row] + (isDetailed ? details(of: provider, style) : [])
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The reason why a provider is not asked, or else its summary.
    private func remark(
        on provider: ProviderConfiguration, _ readiness: ProviderReadiness
    ) -> Columns.Cell {
        if readiness.kind == .skipped, case .missing(let variable) = provider.missingKey?.status {
            return Columns.Cell("needs the key \(variable)")
        }
        return readiness.reason.map { Columns.Cell($0) }
            ?? Columns.Cell(known(provider)?.info.summary ?? "", .faint)
    }

    /// The lines below the provider's row.
    private func details(of provider: ProviderConfiguration, _ style: TerminalStyle) -> [String] {
        let texts = known(provider).map(sentences) ?? [readiness(of: provider).reason ?? ""]
        let lines = texts.flatMap { $0.printable().wrapped(toWidth: max(20, style.width - 2)) }.map(
            \.isolated)
        let site = known(provider).map { style.painted($0.info.site.text, .faint) }
        return (lines + [site].compactMap(\.self)).map { "  " + $0 }
    }

    private func sentences(of provider: ProviderConfiguration) -> [String] {
        let keys = provider.keys.filter { $0.isSet || needsKeys }.map { "key \($0.spec.name): \($0)" }
        return [provider.info.summary] + [provider.info.caution.map { "note: \($0)" }].compactMap(\.self)
            + [provider.abilities, provider.membership].compactMap(\.self) + keys
            + (states[provider.id]?.sentences(at: now) ?? [])
            + (provider.isEnabled ? [] : [steps.enabling(provider.id)].compactMap(\.self))
    }
}

extension ProvidersView {
    /// The provider, or nil if its definition was refused and nothing else is known of it.
    private func known(_ provider: ProviderConfiguration) -> ProviderConfiguration? {
        faults[provider.id] == nil ? provider : nil
    }

    private func readiness(of provider: ProviderConfiguration) -> ProviderReadiness {
        ProviderReadiness(
            of: provider, states[provider.id], fault: faults[provider.id], needsKeys: needsKeys, at: now)
    }

    private func emphasis(of readiness: ProviderReadiness) -> TerminalStyle.Emphasis {
        switch readiness.kind {
        case .refused: .failure
        case .off: .faint
        case .skipped, .throttled: .warning
        case .ready: .success
        }
    }

    /// The provider in the form of `docs/output.md`.
    private func record(of provider: ProviderConfiguration) -> Record {
        let (known, readiness, state) = (known(provider), readiness(of: provider), states[provider.id])
        return Record([
            "id": .text(provider.id.name), "name": .text(provider.info.name),
            "summary": Fact(known?.info.summary), "site": Fact(known?.info.site.text),
            "state": .text(readiness.kind.rawValue), "reason": Fact(readiness.reason),
            "until": Fact(readiness.until?.iso8601),
            "kinds": known.map { .list($0.kinds.map(Fact.text)) },
            "requests": known.map { .list($0.requests.map(Fact.text)) },
            "filters": known.map { .list($0.filters.map(Fact.text)) },
            "orders": known.map { .list($0.orders.map(Fact.text)) },
            "groups": known.map { .list($0.info.groups.map(Fact.text)) },
            "keys": known.map { .list($0.keys.map { .record($0.record(isNeeded: needsKeys)) }) },
            "quota": state?.quotaRecord(at: now).map(Fact.record),
            "last": state?.lastRecord.map(Fact.record),
        ])
    }
}

/// A provider as a line of a Markdown table.
struct ProviderLine {
    private let info: ProviderInfo

    init(_ info: ProviderInfo) { self.info = info }

    static let heading = ["provider", "description", "kinds", "key", "filters", "terms"]

    var cells: [String] {
        [
            NamedLink(info.name, info.site).asMarkdown, info.summary.asMarkdown,
            info.kinds.sorted().map(\.rawValue).joined(separator: ", "), key,
            filters.isEmpty ? "none" : filters.joined(separator: ", "), terms,
        ]
    }

    private var key: String {
        let keys = info.keys.map { key in
            let name = "[`\(key.variable)`](<\(key.page)>)"
            return key.isRequired ? name : name + " (optional)"
        }
        return keys.isEmpty ? "none" : keys.joined(separator: ", ")
    }

    private var filters: [String] { info.capabilities.filters.map(\.field).sorted() }

    private var terms: String { info.terms.url.map { "[terms](<\($0)>)" } ?? "none" }
}

extension ProviderState {
    /// The state of a provider, for people: the reason for a pause, the rest of its quota, and the last outcome.
    func sentences(at now: Date) -> [String] {
        let pause = pause(at: now).map { "paused for \($0.end.time(since: now)): \($0.reason)" }
        let quota = quota.flatMap { quota in
            quota.reset > now
                ? "\(quota.remaining) of \(quota.limit.of("request")) left for \(quota.reset.time(since: now))"
                : nil
        }
        let last = last.map { "\(now.time(since: $0.date)) ago: \($0.words)" }
        return [pause, quota, last].compactMap(\.self)
    }

    /// The rest of its quota and the quota itself: `46/50`.
    func allowance(at now: Date) -> String? {
        quota.flatMap { $0.reset > now ? "\($0.remaining)/\($0.limit)" : nil }
    }

    /// The rest of its quota, in the form of `docs/output.md`.
    func quotaRecord(at now: Date) -> Record? {
        quota.flatMap { quota in
            guard quota.reset > now else { return nil }
            return Record([
                "limit": .whole(quota.limit), "remaining": .whole(quota.remaining),
                "reset": .text(quota.reset.iso8601),
            ])
        }
    }

    /// The last outcome, in the form of `docs/output.md`.
    var lastRecord: Record? {
        last.map { last in
            Record([
                "date": .text(last.date.iso8601),
                "result": .text(last.isAnswer ? "answered" : "failed"),
                "text": .text(last.words),
            ])
        }
    }
}

extension ProviderConfiguration {
    fileprivate var info: ProviderInfo { provider.info }

    fileprivate var kinds: [String] { info.kinds.sorted().map(\.rawValue) }

    /// The requests that it supports.
    fileprivate var requests: [String] {
        (info.capabilities.searches ? ["search"] : []) + (info.capabilities.browses ? ["browse"] : [])
            + (info.capabilities.browsesDays ? ["browse days"] : [])
    }

    /// The filters that it supports.
    fileprivate var filters: [String] { info.capabilities.filters.sorted().map(\.rawValue) }

    /// The orders of results that it supports.
    fileprivate var orders: [String] {
        Order.allCases.filter(info.capabilities.orders.contains).map(\.rawValue)
    }

    /// Its groups in words; nil if it has none.
    fileprivate var membership: String? {
        switch info.groups.count {
        case 0: nil
        case 1: "group: \(info.groups[0])"
        default: "groups: \(info.groups.joined(separator: ", "))"
        }
    }

    /// The capabilities in words.
    fileprivate var abilities: String {
        let filters = Set(info.capabilities.filters.map(\.words)).sorted()
        let parts = [
            "supports " + (requests.isEmpty ? "nothing" : requests.inSentence("and")),
            info.capabilities.searches ? nil : "Forage searches its list",
            info.capabilities.pages ? "has pages" : "has one page",
            filters.isEmpty ? nil : "filters by \(filters.joined(separator: ", "))",
            orders.isEmpty ? nil : "sorts by \(orders.joined(separator: ", "))",
        ]
        return parts.compactMap(\.self).joined(separator: "; ")
    }
}

extension KeyState {
    /// The record of a key. An unset key counts as missing only if it is needed.
    fileprivate func record(isNeeded: Bool) -> Record {
        Record([
            "name": .text(spec.name),
            "state": .text(isSet ? "set" : isNeeded && spec.isRequired ? "missing" : "optional"),
            "variable": .text(spec.variable), "page": .text(spec.page.text),
        ])
    }
}

extension Date {
    /// The time since another time, in words.
    fileprivate func time(since other: Date) -> String {
        Duration.seconds(max(0, timeIntervalSince(other))).inWords
    }
}
