package import ForageCore
internal import Platform

/// A view of the credits of several files, for publication together with them.
package struct CreditsView: Sendable {
    /// A file with the credit of each of its sources.
    package struct File: Sendable {
        let path: String
        let credits: [CreditLine]
        /// The description of the picture for people who cannot see it.
        let alt: String?
        /// The path of the file from the place of the credits.
        let place: String

        /// - Parameters:
        ///   - path: The path of the file, from the place of the credits.
        ///   - credits: The credits, at least one.
        package init(_ path: String, _ credits: [Attribution]) {
            self.init(path, credits.map { CreditLine($0) })
        }

        /// - Parameters:
        ///   - path: The path of the file, as it is shown.
        ///   - credits: The credits.
        ///   - alt: The description of the picture.
        ///   - place: The path of the file from the place of the credits, if it is another one.
        package init(_ path: String, _ credits: [CreditLine], alt: String? = nil, at place: String? = nil) {
            self.path = path
            self.credits = credits
            self.alt = alt
            self.place = place ?? path
        }
    }

    private let files: [File]
    /// The titles of what has no file, with the reasons.
    private let missing: [(title: String, reason: String)]

    package init(_ files: [File], missing: [(title: String, reason: String)] = []) {
        self.files = files
        self.missing = missing
    }

    /// Returns all credits in one form: a list, or a self-contained page.
    package func text(as form: CreditView.Form) -> String {
        switch form {
        case .text: list(as: .text)
        case .markdown: "# Credits\n\n" + list(as: .markdown) + missingInMarkdown
        case .html: page.text
        }
    }

    /// Returns all credits in one form as a part of a page.
    package func list(as form: CreditView.Form) -> String {
        switch form {
        case .text: files.map(plainLine).joined()
        case .markdown: files.map(markdownLine).joined()
        case .html: htmlList
        }
    }

    private func plainLine(_ file: File) -> String {
        let credits = file.credits.map { $0.text.printable(upTo: 100_000) }.joined(separator: " ")
        let alt = file.alt.map { " (\($0.printable()))" } ?? ""
        return "\(file.path.printable())\(alt): \(credits)\n"
    }

    private func markdownLine(_ file: File) -> String {
        let credits = file.credits.map(\.markdown.withoutControls).joined(separator: " ")
        let alt = file.alt.map { " (\($0.asMarkdown))" } ?? ""
        return "- [\(file.path.asMarkdown)](<\(address(of: file))>)\(alt): \(credits)\n"
    }

    private var htmlList: String {
        let items = files.map { file in
            let name = "<a href=\"\(address(of: file).asHTML)\">\(file.path.onOneLine.asIsolatedHTML)</a>"
            let alt = file.alt.map { " (\($0.onOneLine.asIsolatedHTML))" } ?? ""
            let credits = file.credits.map { "<bdi>\($0.html.withoutControls)</bdi>" }
            return "<li>\(name)\(alt): \(credits.joined(separator: " "))</li>\n"
        }
        return "<ul>\n\(items.joined())</ul>\n"
    }

    private var missingInMarkdown: String {
        let lines = missing.map { "- \($0.title.asMarkdown): \($0.reason.asMarkdown)\n" }
        return lines.isEmpty ? "" : "\n## Missing\n\n" + lines.joined()
    }

    private var page: HTMLPage {
        let lines = missing.map { "<li>\($0.title.asIsolatedHTML): \($0.reason.asIsolatedHTML)</li>\n" }
        let rest = lines.isEmpty ? "" : "<h2>Missing</h2>\n<ul>\n\(lines.joined())</ul>\n"
        return HTMLPage(
            title: "Credits", subtitle: files.count.of("file"),
            body: htmlList + rest)
    }

    /// The relative address of a file. It begins with a dot, so that no name can be taken for a scheme.
    private func address(of file: File) -> String {
        (file.place.hasPrefix("../") ? "" : "./") + PercentEncoding.encode(file.place, keeping: "/")
    }
}

/// A view of the credit of an item, for copying.
package struct CreditView: Sendable {
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case text
        case html
        case markdown
    }

    private let terminal: TerminalStyle?

    /// Creates a view of credits.
    ///
    /// - Parameter terminal: The style of standard output; nil if it is not a terminal.
    package init(terminal: TerminalStyle? = nil) {
        self.terminal = terminal
    }

    /// Returns only the credit of every source in one form, a line each.
    package func text(of item: Item, as form: Form) -> String {
        item.sources.map { credit(of: $0, as: form) + "\n" }.joined()
    }

    /// Returns the credit of every source in every form, each below the form's name.
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
