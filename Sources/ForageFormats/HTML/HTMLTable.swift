internal import ForageCore

/// The chosen fields as a table on a page.
struct HTMLTable: ReportFormat {
    let fields: FieldSelection

    func text(of report: Report) -> String { report.htmlPage(table(of: report.records)).text }

    func text(of item: Item) -> String { item.htmlPage(table(of: [item.record])).text }

    private func table(of records: [Record]) -> String {
        let header = fields.paths.map { "<th>\($0.text.asHTML)</th>" }.joined()
        let rows = records.map { record in
            "<tr>" + zip(fields.paths, record.columns(fields)).map(cell).joined() + "</tr>\n"
        }
        return """
            <table>
            <thead><tr>\(header)</tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table>

            """
    }

    private func cell(_ path: FieldPath, _ text: String) -> String {
        guard ["url", "pageURL"].contains(path.names.last), let url = WebURL(text) else {
            return "<td>\(text.asIsolatedHTML)</td>"
        }
        return "<td>\(text.htmlLink(to: url))</td>"
    }
}
