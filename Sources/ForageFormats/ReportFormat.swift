package import ForageCore

/// A writer of search results. Its texts are the complete standard output, with a line break at the end.
package protocol ReportFormat: Sendable {
    /// Returns the text of a search's results.
    func text(of report: Report) -> String
    /// Returns the text of one item with all its properties.
    func text(of item: Item) -> String
}

/// A writer of results as records, which writes one item like a list with one element.
protocol RecordFormat: ReportFormat {
    func text(of records: [Record]) -> String
}

extension RecordFormat {
    func text(of report: Report) -> String { text(of: report.records) }

    func text(of item: Item) -> String { text(of: [item.record]) }
}

/// The layout of a list of results at a terminal.
package struct TableLayout: Hashable, Sendable {
    /// True to show more of each result, in several lines.
    let isWide: Bool
    /// The number of the first result.
    let firstNumber: Int

    package init(isWide: Bool = false, firstNumber: Int = 1) {
        self.isWide = isWide
        self.firstNumber = firstNumber
    }
}

extension OutputFormat {
    /// Returns the writer for this format.
    ///
    /// - Parameters:
    ///   - fields: The fields of each item; nil for the usual ones of the format.
    ///   - terminal: The style of standard output; nil if it is not a terminal.
    ///   - layout: The layout of a list at a terminal.
    /// - Returns: A writer for reports and for single items.
    package func writer(
        fields: FieldSelection? = nil, terminal: TerminalStyle? = nil, layout: TableLayout = TableLayout()
    ) -> any ReportFormat {
        switch (self, fields, terminal) {
        case (.table, let fields, nil): PlainReport(fields: fields)
        case (.table, let fields?, let style?): FieldTableReport(fields: fields, style: style)
        case (.table, nil, let style?) where layout.isWide:
            WideTable(style: style, firstNumber: layout.firstNumber)
        case (.table, nil, let style?): CompactTable(style: style, firstNumber: layout.firstNumber)
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
