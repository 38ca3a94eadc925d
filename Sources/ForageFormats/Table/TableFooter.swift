internal import ForageCore
internal import Platform

/// The lines below a table of results: related queries, and the notices of services.
struct TableFooter {
    let style: TerminalStyle

    func lines(below report: Report) -> [String] {
        let notices = report.items.serviceLines.flatMap { notice(of: $0) }
        return seeAlso(report.seeAlso) + (notices.isEmpty ? [] : [""] + notices)
    }

    /// The suggested queries, as many as fit in a row.
    private func seeAlso(_ queries: [String]) -> [String] {
        var line = ""
        for query in queries {
            let longer =
                line.isEmpty ? "See also: \(query.printable())" : "\(line) \(style.dot) \(query.printable())"
            if !line.isEmpty, longer.displayWidth > style.width { break }
            line = longer
        }
        return line.isEmpty ? [] : ["", style.line(line, width: style.width)]
    }

    /// The complete notice of a service, followed by its address if text cannot be a link.
    private func notice(of line: NamedLink) -> [String] {
        let pieces = line.name.printable(upTo: 500).wrapped(toWidth: style.width).map(\.isolated)
        if style.usesLinks { return pieces.map { style.linked($0, to: line.url.text) } }
        return pieces.dropLast() + pieces.suffix(1).map { "\($0) \(style.dot) \(line.url)" }
    }
}

extension [Item] {
    /// The notices that services require next to their results, each once.
    var serviceLines: [NamedLink] {
        var lines: [NamedLink] = []
        for line in flatMap(\.sources).compactMap(\.attribution.serviceLine) where !lines.contains(line) {
            lines.append(line)
        }
        return lines
    }
}

extension TerminalStyle {
    /// The explanation of the result's rank; continued lines have a deeper indent.
    func explanation(of item: Item, in report: Report, indent: Int) -> [String] {
        let lines = report.explanations[item.id]?.lines(of: item.id) ?? []
        return lines.flatMap { line in
            line.printable().wrapped(toWidth: max(1, width - indent - 2)).enumerated().map {
                number, piece in
                String(repeating: " ", count: indent + (number == 0 ? 0 : 2)) + painted(piece, .faint)
            }
        }
    }
}
