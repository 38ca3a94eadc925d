internal import ForageCore
internal import Platform

/// Results for people at a terminal: a row for each item, and below it the text, the credits and the ID.
struct TableReport: ReportFormat {
    let style: TerminalStyle

    func text(of report: Report) -> String {
        let rows = Columns(
            report.items.enumerated().map { number, item in
                isNarrow ? narrowRow(number + 1, item) : row(number + 1, item)
            }, style: style
        ).lines
        let indent = String(report.items.count).count + 2
        var lines: [String] = []
        for (row, item) in zip(rows, report.items) {
            lines.append(row)
            lines += details(of: item, indent: indent)
            lines += explanation(of: item, in: report, indent: indent)
        }
        lines += seeAlso(report.seeAlso)
        let credits = report.items.serviceLines.flatMap { notice(of: $0) }
        if !credits.isEmpty { lines += [""] + credits }
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

    /// The explanation of the result's rank; continued lines have a deeper indent.
    private func explanation(of item: Item, in report: Report, indent: Int) -> [String] {
        let lines = report.explanations[item.id]?.lines(of: item.id) ?? []
        return lines.flatMap { line in
            line.printable().wrapped(toWidth: max(1, style.width - indent - 2)).enumerated().map {
                number, piece in
                String(repeating: " ", count: indent + (number == 0 ? 0 : 2)) + style.painted(piece, .faint)
            }
        }
    }

    private func facts(of item: Item) -> String {
        [item.kind.rawValue, item.size.map(style.shape)].compactMap(\.self).joined(
            separator: " \(style.dot) ")
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

/// A tab-separated line for each item, for other programs: without a header and colours, with empty columns for unknown
/// facts.
struct PlainReport: ReportFormat {
    let fields: FieldSelection?

    func text(of report: Report) -> String {
        report.items.map { item in
            columns(of: item, in: report).map { $0.printable() }.joined(separator: "\t") + "\n"
        }.joined()
    }

    /// A line for each fact: its name, a tab, its value.
    func text(of item: Item) -> String {
        item.record(fields).leaves.map { "\($0.name)\t\($0.fact.columnText.printable())\n" }.joined()
    }

    private func columns(of item: Item, in report: Report) -> [String] {
        if let fields { return report.record(of: item).columns(fields) }
        return [
            item.id.description, item.kind.rawValue, item.title,
            item.size.map { "\($0.width)x\($0.height)" } ?? "",
            item.creator.fact?.name ?? "", item.licence.fact?.name ?? "", item.pageURL.text,
        ] + (report.explanations[item.id].map { [$0.lines(of: item.id).joined(separator: "; ")] } ?? [])
    }
}

/// The selected fields below each other, with their names.
struct FieldTableReport: RecordFormat {
    let fields: FieldSelection
    let style: TerminalStyle

    func text(of records: [Record]) -> String {
        let header = fields.paths.map { Columns.Cell($0.text.uppercased(), .faint) }
        let rows = records.map { record in record.columns(fields).map { Columns.Cell($0) } }
        return Columns([header] + rows, style: style).lines.map { $0 + "\n" }.joined()
    }
}

extension Record {
    /// The selected fields as one text each; empty if unknown.
    func columns(_ fields: FieldSelection) -> [String] {
        fields.paths.map { fact(at: $0)?.columnText ?? "" }
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
