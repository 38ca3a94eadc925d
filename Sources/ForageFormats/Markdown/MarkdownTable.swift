internal import ForageCore

/// The chosen fields as a table.
struct MarkdownTable: ReportFormat {
    let fields: FieldSelection

    func text(of report: Report) -> String { text(of: report.items) }

    func text(of item: Item) -> String { text(of: [item]) }

    private func text(of items: [Item]) -> String {
        let header = [fields.paths.map(\.text), fields.paths.map { _ in "---" }]
        let rows = items.map { item in item.columns(fields).map(\.asMarkdown) }
        return (header + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
}
