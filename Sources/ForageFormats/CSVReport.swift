internal import ForageCore
internal import Platform

/// A row an item beneath a row of names, as RFC 4180 has it.
struct CSVReport: ReportFormat {
    /// What is written of each item; all of it when nil.
    let fields: FieldSelection?

    func text(of report: Report) -> String {
        text(of: report.records, fields ?? (report.query.isExplained ? .explainedColumns : .columns))
    }

    func text(of item: Item) -> String { text(of: [item.record], fields ?? .columns) }

    private func text(of records: [Record], _ fields: FieldSelection) -> String {
        ([fields.paths.map(\.text)] + records.map { row(of: $0, fields) }).map { row in
            row.map(\.asCSVCell).joined(separator: ",") + "\r\n"
        }.joined()
    }

    private func row(of record: Record, _ fields: FieldSelection) -> [String] {
        fields.paths.map { path in
            switch record.fact(at: path) {
            case .text(let text)?: text.withoutControls.withUnixLines.asSpreadsheetText
            case let fact?: fact.columnText
            case nil: ""
            }
        }
    }
}

extension String {
    /// A spreadsheet calculates what begins like a formula, whoever wrote it. An apostrophe in front keeps it a
    /// text; one is also put before an apostrophe, so that to take one away always gives the text back.
    fileprivate var asSpreadsheetText: String {
        guard let first = unicodeScalars.first, "=+-@\t\n'＝＋－＠".unicodeScalars.contains(first) else {
            return self
        }
        return "'" + self
    }

    fileprivate var withUnixLines: String {
        utf8.contains(UInt8(ascii: "\r"))
            ? replacing(/\r\n?/.matchingSemantics(.unicodeScalar), with: "\n") : self
    }

    fileprivate var asCSVCell: String {
        let isPlain = !unicodeScalars.contains { "\",\n".unicodeScalars.contains($0) }
        let isTrimmed = unicodeScalars.first != " " && unicodeScalars.last != " "
        if isPlain, isTrimmed { return self }
        // By scalars: what combines with a quotation mark would hide it.
        return "\"" + replacing(/"/.matchingSemantics(.unicodeScalar), with: "\"\"") + "\""
    }
}
