internal import ForageCore

/// The chosen fields as a table.
struct MarkdownTable: ReportFormat {
    let fields: FieldSelection

    func text(of report: Report) -> String { text(of: report.items) }

    func text(of item: Item) -> String { text(of: [item]) }

    private func text(of items: [Item]) -> String {
        MarkdownLines.table(
            fields.paths.map(\.text), items.map { item in item.columns(fields).map(\.asMarkdown) })
    }
}
