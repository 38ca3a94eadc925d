package import ForageCore
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
            Columns.Cell(format(of: item)), .licence(of: item, style), .providers(of: item),
        ]
    }

    private func secondLine(of item: Item, indent: Int) -> String {
        let cells: [Columns.Cell] = [.licence(of: item, style), .providers(of: item)]
        let facts = [item.creator.fact?.name, format(of: item)] + cells.map(\.text)
        let line = facts.compactMap(\.self).joined(separator: " \(style.dot) ")
        return String(repeating: " ", count: indent) + style.line(line, width: max(1, style.width - indent))
    }

    /// The shape and size of a picture, or else the kind of the result.
    private func format(of item: Item) -> String { item.size.map(style.shape) ?? item.kind.rawValue }
}

extension Columns.Cell {
    /// Creates a cell with the licence of an item. Its colour shows whether the licence is free for commercial use and
    /// changes, free for some use, or not free.
    package static func licence(of item: Item, _ style: TerminalStyle) -> Columns.Cell {
        let mark = item.licence.fact?.mark ?? "licence?"
        let shown = (style.usesUnicode ? mark : mark.replacing("©", with: "(c)"))
            .printable().truncated(toWidth: 14, ellipsis: style.ellipsis)
        let permissions = item.terms?.permissions ?? []
        let emphasis: TerminalStyle.Emphasis =
            permissions.isEmpty
            ? .faint : permissions.isSuperset(of: [.commercial, .modify]) ? .success : .warning
        return Columns.Cell(shown, emphasis)
    }

    /// Creates a cell with the first provider of an item, and the number of the others.
    package static func providers(of item: Item) -> Columns.Cell {
        let names = item.sources.map(\.provider.name).distinct
        return Columns.Cell(
            (names.first ?? "") + (names.count > 1 ? " +\(names.count - 1)" : ""), .faint)
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

/// The lines below a table of results: related queries, and the notices of services.
struct TableFooter {
    let style: TerminalStyle

    func lines(below report: Report) -> [String] {
        let notices = report.items.serviceLines.flatMap { notice(of: $0) }
        return seeAlso(report.seeAlso) + (notices.isEmpty ? [] : [""] + notices)
    }

    /// The suggested queries, as many as fit in a row.
    private func seeAlso(_ queries: [String]) -> [String] {
        var line = ""
        for query in queries {
            let longer =
                line.isEmpty ? "See also: \(query.printable())" : "\(line) \(style.dot) \(query.printable())"
            if !line.isEmpty, longer.displayWidth > style.width { break }
            line = longer
        }
        return line.isEmpty ? [] : ["", style.line(line, width: style.width)]
    }

    /// The complete notice of a service, followed by its address if text cannot be a link.
    private func notice(of line: NamedLink) -> [String] {
        let pieces = line.name.printable(upTo: 500).wrapped(toWidth: style.width).map(\.isolated)
        if style.usesLinks { return pieces.map { style.linked($0, to: line.url.text) } }
        return pieces.dropLast() + pieces.suffix(1).map { "\($0) \(style.dot) \(line.url)" }
    }
}

extension [Item] {
    /// The notices that services require next to their results, each once.
    var serviceLines: [NamedLink] {
        var lines: [NamedLink] = []
        for line in flatMap(\.sources).compactMap(\.attribution.serviceLine) where !lines.contains(line) {
            lines.append(line)
        }
        return lines
    }
}

extension TerminalStyle {
    /// The explanation of the result's rank; continued lines have a deeper indent.
    func explanation(of item: Item, in report: Report, indent: Int) -> [String] {
        let lines = report.explanations[item.id]?.lines(of: item.id) ?? []
        return lines.flatMap { line in
            line.printable().wrapped(toWidth: max(1, width - indent - 2)).enumerated().map {
                number, piece in
                String(repeating: " ", count: indent + (number == 0 ? 0 : 2)) + painted(piece, .faint)
            }
        }
    }
}
