internal import ForageCore
internal import Platform

/// CSV according to RFC 4180: a row of names, then a row for each item.
struct CSVReport: ReportFormat {
    /// The fields of each item; all if nil.
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
    /// The text with a protecting apostrophe if a spreadsheet would evaluate it as a formula. A text that begins with
    /// an apostrophe gets another, so that removing one always restores the text.
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
        // This compares scalars, because a combining mark would hide a quotation mark among characters.
        return "\"" + replacing(/"/.matchingSemantics(.unicodeScalar), with: "\"\"") + "\""
    }
}
