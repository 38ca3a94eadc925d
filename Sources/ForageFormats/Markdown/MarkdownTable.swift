internal import ForageCore

/// The chosen fields as a table.
struct MarkdownTable: ReportFormat {
    let fields: FieldSelection

    func text(of report: Report) -> String { text(of: report.records) }

    func text(of item: Item) -> String { text(of: [item.record]) }

    private func text(of records: [Record]) -> String {
        MarkdownLines.table(
            fields.paths.map(\.text), records.map { record in record.columns(fields).map(\.asMarkdown) })
    }
}
