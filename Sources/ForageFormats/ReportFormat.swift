package import ForageCore

/// Writes what a search returned; what it gives is standard output, whole, with a line end.
package protocol ReportFormat: Sendable {
    /// The results of a search.
    func text(of report: Report) -> String
    /// One item, with everything known about it.
    func text(of item: Item) -> String
}

/// Writes results as records, one item like a list of it alone.
protocol RecordFormat: ReportFormat {
    func text(of records: [Record]) -> String
}

extension RecordFormat {
    func text(of report: Report) -> String { text(of: report.records) }

    func text(of item: Item) -> String { text(of: [item.record]) }
}

extension OutputFormat {
    /// The writer of this format.
    ///
    /// - Parameters:
    ///   - fields: What is written of each item; nil for what is usual in the format.
    ///   - terminal: What standard output can show; nil when it is no terminal.
    /// - Returns: A writer for reports and for single items.
    package func writer(fields: FieldSelection? = nil, terminal: TerminalStyle? = nil) -> any ReportFormat {
        switch (self, fields, terminal) {
        case (.table, let fields, nil): PlainReport(fields: fields)
        case (.table, let fields?, let style?): FieldTableReport(fields: fields, style: style)
        case (.table, nil, let style?): TableReport(style: style)
        case (.json, let fields, _): JSONReport(fields: fields)
        case (.jsonl, let fields, _): JSONLinesReport(fields: fields)
        case (.csv, let fields, _): CSVReport(fields: fields)
        case (.markdown, let fields?, _): MarkdownTable(fields: fields)
        case (.markdown, nil, _): MarkdownReport()
        case (.html, let fields?, _): HTMLTable(fields: fields)
        case (.html, nil, _): HTMLReport()
        }
    }
}
