internal import ForageCore
internal import Platform

/// Results for people at a terminal: a row for each item, and below it the text, the credits, the ID and the page.
struct WideTable: ReportFormat {
    let style: TerminalStyle
    let firstNumber: Int

    func text(of report: Report) -> String {
        let rows = Columns(
            report.items.enumerated().map { number, item in
                isNarrow ? narrowRow(firstNumber + number, item) : row(firstNumber + number, item)
            }, style: style
        ).lines
        let indent = String(firstNumber + report.items.count - 1).count + 2
        var lines: [String] = []
        for (row, item) in zip(rows, report.items) {
            lines.append(row)
            lines += details(of: item, indent: indent)
            lines += style.explanation(of: item, in: report, indent: indent)
        }
        lines += TableFooter(style: style).lines(below: report)
        return lines.map { $0 + "\n" }.joined()
    }

    func text(of item: Item) -> String {
        ItemView(style: style).text(of: item)
    }

    private var isNarrow: Bool { style.width < 72 }

    private func row(_ number: Int, _ item: Item) -> [Columns.Cell] {
        narrowRow(number, item) + [
            Columns.Cell(item.kind.rawValue, .accent),
            Columns.Cell(item.size.map(style.shape) ?? style.dash, isTrailing: true),
        ]
    }

    private func narrowRow(_ number: Int, _ item: Item) -> [Columns.Cell] {
        [
            Columns.Cell(String(number), .faint, isTrailing: true),
            Columns.Cell(item.title, .strong, address: item.pageURL.text),
        ]
    }

    /// The lines below a row: the complete credits, then the ID and the summary, with a short ID first. IDs and
    /// addresses are meant to be copied, so they are never cut.
    private func details(of item: Item, indent: Int) -> [String] {
        let room = max(1, style.width - indent)
        let id = item.id.description
        let summary = [item.collection, item.summary].compactMap(\.self).joined(separator: " \(style.dot) ")
        var lines: [String] = isNarrow ? [style.line(facts(of: item), width: room)] : []
        lines += item.credits(separator: style.dot).flatMap { $0.wrapped(toWidth: room).map(\.isolated) }
        if id.count <= Self.shortID, room >= Self.shortID * 2 {
            let rest = style.line(summary, width: room - id.count - 2)
            lines.append(style.painted(id, .faint) + (rest.isEmpty ? "" : "  " + rest))
        } else {
            if !summary.isEmpty { lines.append(style.line(summary, width: room)) }
            lines.append(style.painted(id, .faint))
        }
        if !style.usesLinks { lines.append(style.painted(item.pageURL.text, .faint)) }
        return lines.map { String(repeating: " ", count: indent) + $0 }
    }

    private static let shortID = 32

    private func facts(of item: Item) -> String {
        [item.kind.rawValue, item.size.map(style.shape)].compactMap(\.self).joined(
            separator: " \(style.dot) ")
    }
}

extension Item {
    /// The credits with creator, licence and source, then those of the other sources, one line each.
    fileprivate func credits(separator: String) -> [String] {
        let separator = " \(separator) "
        let credits = zip(sourceNames, sources).map { name, source in
            (name: name.printable(upTo: 200), words: source.attribution.words(separator: separator))
        }
        guard let first = credits.first else { return [] }
        var others: [(words: String, names: [String])] = []
        for credit in credits.dropFirst() where credit != first {
            let place = others.firstIndex { $0.words == credit.words }
            if let place, !others[place].names.contains(credit.name) {
                others[place].names.append(credit.name)
            } else if place == nil {
                others.append((credit.words, [credit.name]))
            }
        }
        return [first.words + separator + first.name]
            + others.map { "also on " + $0.names.joined(separator: ", ") + separator + $0.words }
    }
}

extension Attribution {
    /// The creator and the licence.
    fileprivate func words(separator: String) -> String {
        [creator.fact?.name, licence.fact?.name ?? "licence unknown"].compactMap { $0?.printable(upTo: 200) }
            .joined(separator: separator)
    }
}
