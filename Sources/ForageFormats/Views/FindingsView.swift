package import ForageCore
internal import JSON
internal import Platform

/// A view of the findings of a check, one line each.
package struct FindingsView: Sendable {
    /// The formats of the view.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case table, json
    }

    private let form: Form
    private let terminal: TerminalStyle?

    /// Creates a view of findings.
    ///
    /// - Parameters:
    ///   - form: The format.
    ///   - terminal: The style of standard output; nil if it is not a terminal.
    package init(_ form: Form, terminal: TerminalStyle? = nil) {
        self.form = form
        self.terminal = terminal
    }

    package func text(of findings: [Finding]) -> String {
        switch (form, terminal) {
        case (.json, _): JSONText.document("findings", findings.map(\.record))
        case (.table, let style?): table(of: findings, style)
        case (.table, nil):
            findings.map { finding in
                let columns = [finding.verdict.rawValue, finding.subject, finding.sentence]
                return columns.map { $0.printable() }.joined(separator: "\t") + "\n"
            }.joined()
        }
    }

    private func table(of findings: [Finding], _ style: TerminalStyle) -> String {
        let verdicts = findings.map(\.verdict.rawValue.count).max() ?? 0
        let subjects = findings.map(\.subject.count).max() ?? 0
        let column = verdicts + subjects + 4
        // On a screen that is too narrow for another column, the finding goes below its subject.
        let isBeneath = style.width < column + 30
        let margin = String(repeating: " ", count: isBeneath ? 2 : column)
        return findings.map { finding in
            let verdict = finding.verdict.rawValue.padded(toWidth: verdicts)
            let head = style.painted(verdict, finding.verdict.emphasis) + "  "
            let subject =
                isBeneath ? finding.subject + "\n" + margin : finding.subject.padded(toWidth: subjects) + "  "
            let lines = finding.sentence.printable().wrapped(toWidth: max(1, style.width - margin.count))
            return head + subject + lines.joined(separator: "\n" + margin) + "\n"
        }.joined()
    }

}

extension Finding {
    fileprivate var record: Record {
        Record([
            "subject": .text(subject), "verdict": .text(verdict.rawValue), "sentence": .text(sentence),
        ])
    }
}

extension Finding.Verdict {
    fileprivate var emphasis: TerminalStyle.Emphasis {
        switch self {
        case .ok: .success
        case .advice, .unknown: .warning
        case .failed: .failure
        }
    }
}
