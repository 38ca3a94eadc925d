internal import ForageCore
internal import Text

/// A tab-separated line an item, for other programs: no header, no colour, empty where nothing is known.
struct PlainReport: ReportFormat {
    let fields: FieldSelection?

    func text(of report: Report) -> String {
        report.items.map { item in
            columns(of: item, in: report).map { $0.printable() }.joined(separator: "\t") + "\n"
        }.joined()
    }

    /// A line a fact: its name, a tab, what it is.
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

/// The chosen fields beneath each other, with their names.
struct FieldTableReport: ReportFormat {
    let fields: FieldSelection
    let style: TerminalStyle

    func text(of report: Report) -> String { text(of: report.records) }

    func text(of item: Item) -> String { text(of: [item.record]) }

    private func text(of records: [Record]) -> String {
        let header = fields.paths.map { Columns.Cell($0.text.uppercased(), .faint) }
        let rows = records.map { record in record.columns(fields).map { Columns.Cell($0) } }
        return Columns([header] + rows, style: style).lines.map { $0 + "\n" }.joined()
    }
}

extension Record {
    /// The chosen fields, one text each; empty where nothing is known.
    func columns(_ fields: FieldSelection) -> [String] {
        fields.paths.map { fact(at: $0)?.columnText ?? "" }
    }
}
