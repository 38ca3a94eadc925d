package import ForageConformance
internal import ForageCore
internal import JSON
internal import Platform

/// A view of the results of provider checks.
package struct ChecksView: Sendable {
    private let format: ProvidersView.Form
    private let terminal: TerminalStyle?
    private let saysEverything: Bool

    /// Creates a view of checks.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - terminal: The style of standard output; nil if it is not a terminal.
    ///   - saysEverything: True if the text for people includes every undetected change.
    package init(
        _ format: ProvidersView.Form, terminal: TerminalStyle? = nil, saysEverything: Bool = false
    ) {
        self.format = format
        self.terminal = terminal
        self.saysEverything = saysEverything
    }

    /// Returns the checks of one provider or, in Markdown, of several with a line each.
    package func text(of tables: [CheckTable]) -> String {
        switch format {
        case .json: JSONText.document("providers", tables.map(record))
        case .jsonl: JSONText.lines(tables.map(record))
        case .markdown where tables.count == 1: tables.map(markdown).joined()
        case .markdown:
            MarkdownLines.table(
                ProviderLine.heading + ["checks"],
                tables.map { ProviderLine($0.info).cells + [$0.result.asMarkdown] })
        case .table:
            tables.map { table in terminal.map { rows(of: table, $0) } ?? plainLines(of: table) }.joined()
        }
    }

    // MARK: - For people

    private func rows(of table: CheckTable, _ style: TerminalStyle) -> String {
        let heading = style.painted(table.info.id.name, .strong) + "  " + table.result
        let rows = table.rows.map { row in
            [
                Columns.Cell("  " + row.verdict.word, row.verdict.emphasis), Columns.Cell(row.check.name),
                Columns.Cell(row.verdict.reasons.first ?? row.check.sentence, .faint),
            ]
        }
        let lines = [heading] + Columns(rows, style: style).lines + notes(on: table).map { "  " + $0 }
        return lines.map { $0 + "\n" }.joined() + "\n"
    }

    /// The lines below the rows.
    private func notes(on table: CheckTable) -> [String] {
        let further = table.rows.flatMap { row in
            row.verdict.reasons.dropFirst().map { "\(row.check): \($0)" }
        }
        let unseen = saysEverything ? table.drift.unseen.map { "unseen: \($0)" } : []
        return (further + [table.drift.sentence] + unseen).map { $0.printable(upTo: 1_000) }
    }

    private func plainLines(of table: CheckTable) -> String {
        let id = table.info.id.name
        let rows = table.rows.map { row in
            [id, row.check.name, row.verdict.word, row.verdict.reasons.joined(separator: " ")]
        }
        let unseen = saysEverything ? table.drift.unseen.map { [id, "unseen", "\($0)"] } : []
        let share = table.drift.changeCount == 0 ? "does not apply" : "\(table.drift.share) %"
        return (rows + [[id, "drift", share, table.drift.sentence]] + unseen)
            .map { $0.map { $0.printable(upTo: 10_000) }.joined(separator: "\t") + "\n" }.joined()
    }

    private func markdown(of table: CheckTable) -> String {
        let rows = table.rows.map { row in
            ["`\(row.check.name)`", row.check.sentence.asMarkdown, row.verdict.sentence.asMarkdown]
        }
        return MarkdownLines.table(["check", "requirement", "result"], rows)
            + "\n\(table.result.asMarkdown). \(table.drift.sentence.asMarkdown)\n"
    }

    // MARK: - For programs

    private func record(of table: CheckTable) -> Record {
        let checks = table.rows.map { row in
            Fact.record(
                Record([
                    "name": .text(row.check.name), "promise": .text(row.check.sentence),
                    "verdict": .text(row.verdict.word), "reasons": .list(row.verdict.reasons.map(Fact.text)),
                ]))
        }
        return Record([
            "id": .text(table.info.id.name), "result": .text(table.result), "checks": .list(checks),
            "drift": .record(record(of: table.drift)),
        ])
    }

    private func record(of drift: DriftReport) -> Record {
        let unseen = drift.unseen.map { change in
            Fact.record(
                Record([
                    "sample": .text(change.sample), "path": .text("\(change.path)"),
                    "change": .text(change.change.rawValue),
                ]))
        }
        return Record([
            "changes": .whole(drift.changeCount), "indifferent": .whole(drift.harmlessCount),
            "believed": .whole(drift.emptiedCount), "reported": .whole(drift.reportedCount),
            "share": .whole(drift.share), "unseen": .list(unseen),
        ])
    }
}

extension CheckTable {
    /// The result in a few words.
    fileprivate var result: String {
        let count = "\(passedCount) of \(applicableCount) checks passed"
        return isPassed ? count : "\(count): not ready"
    }
}

extension DriftReport {
    fileprivate var sentence: String {
        if changeCount == 0 { return "Its samples have nothing to change, so no change could be reported." }
        let count = reportedCount + unseen.count
        return
            "Of \(changeCount) changes to its samples, \(harmlessCount) made no difference and \(emptiedCount) only left a value empty; \(reportedCount) of the other \(count) were reported (\(share) %)."
    }
}

extension Verdict {
    fileprivate var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notApplicable: "does not apply"
        }
    }

    fileprivate var reasons: [String] {
        switch self {
        case .passed: []
        case .failed(let breaches): breaches
        case .notApplicable(let reason): [reason]
        }
    }

    fileprivate var sentence: String { ([word] + reasons.prefix(1)).joined(separator: ": ") }

    fileprivate var emphasis: TerminalStyle.Emphasis {
        switch self {
        case .passed: .success
        case .failed: .failure
        case .notApplicable: .faint
        }
    }
}
