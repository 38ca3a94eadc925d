package import ForageCore
internal import JSON
internal import Text

/// The providers of this build: who is asked, and what the others lack.
package struct ProvidersView: Sendable {
    private let format: OutputFormat
    private let terminal: TerminalStyle?

    /// A view on providers.
    ///
    /// - Parameters:
    ///   - format: How they are written.
    ///   - terminal: What standard output can show; nil when it is no terminal.
    package init(_ format: OutputFormat, terminal: TerminalStyle? = nil) {
        self.format = format
        self.terminal = terminal
    }

    package func text(of providers: [ProviderConfiguration]) -> String {
        switch (format, terminal) {
        case (.json, _): document(of: providers)
        case (.jsonl, _):
            providers.map { provider in JSONText.text { $0.record(provider.record) } + "\n" }.joined()
        case (.table, nil): providers.map(plainLine).joined()
        case (.table, let style?): table(of: providers, style)
        }
    }

    private func document(of providers: [ProviderConfiguration]) -> String {
        JSONText.text(.pretty) { writer in
            writer.object { writer in
                writer.key("version")
                writer.number(outputVersion)
                writer.key("providers")
                writer.array { writer in providers.forEach { writer.record($0.record) } }
            }
        } + "\n"
    }

    private func plainLine(of provider: ProviderConfiguration) -> String {
        let about = provider.provider.about
        let columns = [
            about.id.name, provider.state, provider.kinds.joined(separator: ","), about.site.text,
            about.summary,
            provider.obstacle ?? "",
        ]
        return columns.map { $0.printable() }.joined(separator: "\t") + "\n"
    }

    private func table(of providers: [ProviderConfiguration], _ style: TerminalStyle) -> String {
        let rows = providers.map { provider in
            [
                Columns.Cell(provider.id.name, .strong),
                Columns.Cell(provider.state, provider.emphasis),
                Columns.Cell(provider.kinds.joined(separator: ", "), .accent),
            ]
        }
        let lines = zip(Columns(rows, style: style).lines, providers).flatMap { row, provider in
            [row] + details(of: provider, style)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What stands beneath its row.
    private func details(of provider: ProviderConfiguration, _ style: TerminalStyle) -> [String] {
        let about = provider.provider.about
        let texts = [about.summary] + (provider.isEnabled ? [provider.obstacle].compactMap(\.self) : [])
        let lines = texts.flatMap { $0.printable().wrapped(toWidth: max(20, style.width - 2)) }.map(
            \.isolated)
        return (lines + [style.painted(about.site.text, .faint)]).map { "  " + $0 }
    }
}

extension ProviderConfiguration {
    fileprivate var state: String {
        guard isEnabled else { return "off" }
        return obstacle == nil ? "ready" : "skipped"
    }

    fileprivate var emphasis: TerminalStyle.Emphasis {
        guard isEnabled else { return .faint }
        return obstacle == nil ? .success : .warning
    }

    fileprivate var kinds: [String] { provider.about.kinds.sorted().map(\.rawValue) }

    /// The provider as `docs/output.md` describes it.
    fileprivate var record: Record {
        let about = provider.about
        return Record([
            "id": .text(about.id.name), "name": .text(about.name), "summary": .text(about.summary),
            "site": .text(about.site.text), "state": .text(state), "reason": Fact(obstacle),
            "kinds": .list(kinds.map(Fact.text)), "keys": .list(keys.map { .record($0.record) }),
        ])
    }
}

extension KeyState {
    fileprivate var record: Record {
        Record([
            "name": .text(spec.name),
            "state": .text(isSet ? "set" : spec.isRequired ? "missing" : "optional"),
            "variable": .text(spec.variable), "page": .text(spec.page.text),
        ])
    }
}
