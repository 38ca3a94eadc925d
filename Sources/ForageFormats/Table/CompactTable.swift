internal import ForageCore
internal import Platform

/// Results for people at a terminal, in a row each: number, title, creator, size, licence and provider. On a narrow
/// screen the title has a row of its own.
struct CompactTable: ReportFormat {
    let style: TerminalStyle
    let firstNumber: Int

    func text(of report: Report) -> String {
        let numbered = report.items.enumerated().map { (firstNumber + $0.offset, $0.element) }
        let indent = String(firstNumber + report.items.count - 1).count + 2
        let rows = Columns(numbered.map(row), style: style).lines
        let lines = zip(rows, report.items).flatMap { row, item in
            [row] + (isNarrow ? [secondLine(of: item, indent: indent)] : [])
                + style.explanation(of: item, in: report, indent: indent)
        }
        return (lines + TableFooter(style: style).lines(below: report)).map { $0 + "\n" }.joined()
    }

    func text(of item: Item) -> String { ItemView(style: style).text(of: item) }

    private var isNarrow: Bool { style.width < 72 }

    private func row(_ number: Int, _ item: Item) -> [Columns.Cell] {
        let title = [
            Columns.Cell(String(number), .faint, isTrailing: true),
            Columns.Cell(item.title, .strong, address: item.pageURL.text),
        ]
        if isNarrow { return title }
        let creator = item.creator.fact?.name.printable(upTo: 200) ?? ""
        return title + [
            Columns.Cell(creator.truncated(toWidth: style.width / 6, ellipsis: style.ellipsis)),
            Columns.Cell(format(of: item)),
            Columns.Cell(licence(of: item), emphasis(of: item)),
            Columns.Cell(providers(of: item), .faint),
        ]
    }

    private func secondLine(of item: Item, indent: Int) -> String {
        let facts = [item.creator.fact?.name, format(of: item), licence(of: item), providers(of: item)]
        let line = facts.compactMap(\.self).joined(separator: " \(style.dot) ")
        return String(repeating: " ", count: indent) + style.line(line, width: max(1, style.width - indent))
    }

    /// The shape and size of a picture, or else the kind of the result.
    private func format(of item: Item) -> String { item.size.map(style.shape) ?? item.kind.rawValue }

    private func licence(of item: Item) -> String {
        let mark = item.licence.fact?.mark ?? "licence?"
        return (style.usesUnicode ? mark : mark.replacing("©", with: "(c)"))
            .printable().truncated(toWidth: 14, ellipsis: style.ellipsis)
    }

    /// The colour of a licence: free for commercial use and changes, free for some use, or not free.
    private func emphasis(of item: Item) -> TerminalStyle.Emphasis {
        let permissions = item.terms?.permissions ?? []
        return permissions.isEmpty
            ? .faint : permissions.isSuperset(of: [.commercial, .modify]) ? .success : .warning
    }

    /// The first provider, and the number of the others.
    private func providers(of item: Item) -> String {
        let names = item.sources.map(\.provider.name).distinct
        return (names.first ?? "") + (names.count > 1 ? " +\(names.count - 1)" : "")
    }
}

extension Licence {
    /// A name of a few characters.
    fileprivate var mark: String {
        switch id.lowercased() {
        case "all-rights-reserved": "©"
        case "no-known-copyright-restrictions": "no known ©"
        case "united-states-government-work": "US government"
        case "unsplash": "Unsplash"
        case let id where id == "public-domain" || id.hasPrefix("pdm"): "public domain"
        default: name
        }
    }
}
