internal import ForageCore
internal import Platform

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
