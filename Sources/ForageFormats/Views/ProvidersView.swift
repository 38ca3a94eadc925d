package import ForageCore
internal import JSON
internal import Text

/// The providers of this build: who is asked, and what the others lack.
package struct ProvidersView: Sendable {
    /// How they can be written.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case table, json, jsonl
    }

    private let format: Form
    private let terminal: TerminalStyle?

    /// A view on providers.
    ///
    /// - Parameters:
    ///   - format: How they are written.
    ///   - terminal: What standard output can show; nil when it is no terminal.
    package init(_ format: Form, terminal: TerminalStyle? = nil) {
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
        let about = provider.about
        let columns = [
            about.id.name, provider.state, provider.kinds.joined(separator: ","), about.site.text,
            about.summary, provider.obstacle ?? "", provider.requests.joined(separator: ","),
            provider.filters.joined(separator: ","),
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
        let about = provider.about
        var texts = [about.summary, provider.abilities] + provider.keys.map { "key \($0.spec.name): \($0)" }
        if !provider.isEnabled { texts.append("to turn it on: forage providers enable \(provider.id)") }
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

    fileprivate var about: About { provider.about }

    fileprivate var kinds: [String] { about.kinds.sorted().map(\.rawValue) }

    /// What it can be asked for.
    fileprivate var requests: [String] {
        (about.capabilities.searches ? ["search"] : []) + (about.capabilities.browses ? ["browse"] : [])
            + (about.capabilities.browsesDays ? ["browse days"] : [])
    }

    /// The filters that it applies itself.
    fileprivate var filters: [String] { about.capabilities.filters.sorted().map(\.rawValue) }

    /// The orders that it gives its results in.
    fileprivate var orders: [String] {
        Order.allCases.filter(about.capabilities.orders.contains).map(\.rawValue)
    }

    /// What it can do, in words.
    fileprivate var abilities: String {
        let parts = [
            "answers " + (requests.isEmpty ? "nothing" : requests.joined(separator: " and ")),
            about.capabilities.searches ? nil : "its list is searched here",
            about.capabilities.pages ? "has pages" : "has one page",
            filters.isEmpty ? nil : "filters by \(filters.joined(separator: ", "))",
            orders.isEmpty ? nil : "sorts by \(orders.joined(separator: ", "))",
        ]
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    /// The provider as `docs/output.md` describes it.
    fileprivate var record: Record {
        Record([
            "id": .text(about.id.name), "name": .text(about.name), "summary": .text(about.summary),
            "site": .text(about.site.text), "state": .text(state), "reason": Fact(obstacle),
            "kinds": .list(kinds.map(Fact.text)), "requests": .list(requests.map(Fact.text)),
            "filters": .list(filters.map(Fact.text)), "orders": .list(orders.map(Fact.text)),
            "keys": .list(keys.map { .record($0.record) }),
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
