package import ForageCore
internal import Platform

/// The credits of many files, to be put beside them wherever they are shown.
package struct CreditsView: Sendable {
    /// One file with the credit of each of its sources.
    package struct File: Sendable {
        let path: String
        let credits: [Attribution]

        /// - Parameters:
        ///   - path: Where it is, from where the credits are.
        ///   - credits: The credits, at least one.
        package init(_ path: String, _ credits: [Attribution]) {
            self.path = path
            self.credits = credits
        }
    }

    private let files: [File]

    package init(_ files: [File]) { self.files = files }

    /// All of them in one form: a list, or a page that stands alone.
    package func text(as form: CreditView.Form) -> String {
        switch form {
        case .text: files.map(plainLine).joined()
        case .markdown: "# Credits\n\n" + files.map(markdownLine).joined()
        case .html: page.text
        }
    }

    private func plainLine(_ file: File) -> String {
        let credits = file.credits.map { $0.text.printable(upTo: 100_000) }.joined(separator: " ")
        return "\(file.path.printable()): \(credits)\n"
    }

    private func markdownLine(_ file: File) -> String {
        let credits = file.credits.map(\.markdown.withoutControls).joined(separator: " ")
        return "- [\(file.path.asMarkdown)](<\(address(of: file))>): \(credits)\n"
    }

    private var page: HTMLPage {
        let items = files.map { file in
            let name = "<a href=\"\(address(of: file).asHTML)\">\(file.path.onOneLine.asIsolatedHTML)</a>"
            let credits = file.credits.map { "<bdi>\($0.html.withoutControls)</bdi>" }
            return "<li>\(name): \(credits.joined(separator: " "))</li>\n"
        }
        return HTMLPage(
            title: "Credits", subtitle: files.count.of("file"), body: "<ul>\n\(items.joined())</ul>\n")
    }

    /// Led by a dot, so that no name can be taken for the scheme of an address.
    private func address(of file: File) -> String { "./" + PercentEncoding.encode(file.path, keeping: "/") }
}

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
