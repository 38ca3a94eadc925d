package import ForageCore
internal import Text

/// The credit of an item, to be pasted.
package struct CreditView: Sendable {
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case text
        case html
        case markdown
    }

    private let terminal: TerminalStyle?

    /// A view on credits.
    ///
    /// - Parameter terminal: What standard output can show; nil when it is no terminal.
    package init(terminal: TerminalStyle? = nil) {
        self.terminal = terminal
    }

    /// Every source's credit in one form, a line each, and nothing else.
    package func text(of item: Item, as form: Form) -> String {
        item.sources.map { credit(of: $0, as: form) + "\n" }.joined()
    }

    /// Every source's credit in every form, each under the form's name.
    package func text(of item: Item) -> String {
        Form.allCases.map { form in
            let name = terminal?.painted(form.rawValue, .faint) ?? form.rawValue
            return name + "\n" + text(of: item, as: form)
        }.joined(separator: "\n")
    }

    private func credit(of source: ItemSource, as form: Form) -> String {
        let credit =
            switch form {
            case .text: source.attribution.text
            case .html: source.attribution.html
            case .markdown: source.attribution.markdown
            }
        let line = credit.printable(upTo: 100_000)
        return terminal == nil ? line : line.isolated
    }
}
