internal import ForageCore
internal import Platform

/// A list to paste into a text: each result with its picture and its whole credit.
struct MarkdownReport: ReportFormat {
    private static let pictureWidth = 400

    func text(of report: Report) -> String {
        var blocks = ["# " + report.heading.asMarkdown]
        if report.items.isEmpty { blocks.append(report.summary.asMarkdown + ".") }
        blocks += report.items.enumerated().map { number, item in entry(number + 1, item) }
        blocks += report.remarks.map(\.asMarkdown)
        if !report.seeAlso.isEmpty {
            blocks.append("See also: " + report.seeAlso.map(\.asMarkdown).joined(separator: " · "))
        }
        let lines = report.items.serviceLines.map(\.asMarkdown)
        let notes = report.unanswered.map { "- " + $0.asMarkdown }
        if !lines.isEmpty || !notes.isEmpty { blocks.append("---") }
        blocks += lines
        if !notes.isEmpty { blocks.append(notes.joined(separator: "\n")) }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    func text(of item: Item) -> String {
        var blocks = ["# " + item.title.markdownLink(to: item.pageURL)]
        blocks += [item.markdownPicture(wide: 1_000)].compactMap(\.self)
        blocks += [item.markdownPlaces].compactMap(\.self) + item.markdownCredits
        let facts = item.record.selecting(FieldSelection.facts.paths)
        blocks.append(facts.markdownList().joined(separator: "\n"))
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// What belongs to an entry of a list stands as far in as the text behind its number.
    private func entry(_ number: Int, _ item: Item) -> String {
        let mark = "\(number). "
        let facts = [item.kind.rawValue, item.size?.description, item.markdownPlaces].compactMap(\.self)
        let heading = ([item.title.markdownLink(to: item.pageURL)] + facts).joined(separator: " · ")
        let paragraphs =
            [item.markdownPicture(wide: Self.pictureWidth), item.summary?.asMarkdown].compactMap(\.self)
            + item.markdownCredits
        let indent = "\n\n" + String(repeating: " ", count: mark.count)
        return mark + heading + paragraphs.map { indent + $0 }.joined()
    }
}

/// The chosen fields as a table.
struct MarkdownTable: RecordFormat {
    let fields: FieldSelection

    func text(of records: [Record]) -> String {
        MarkdownLines.table(
            fields.paths.map(\.text), records.map { record in record.columns(fields).map(\.asMarkdown) })
    }
}

/// A table of cells that are Markdown already.
enum MarkdownLines {
    static func table(_ heading: [String], _ rows: [[String]]) -> String {
        ([heading, heading.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }
            .joined()
    }
}

extension String {
    /// Text of others as a paragraph of Markdown: on one line, and no sign in it means anything.
    var asMarkdown: String {
        String(withoutControls.onOneLine.trimmingWhitespace()).escapedForMarkdown
    }
}

extension NamedLink {
    var asMarkdown: String { name.markdownLink(to: url) }
}

extension String {
    /// A link with this name.
    func markdownLink(to url: WebURL) -> String { "[\(asMarkdown)](<\(url)>)" }
}

extension Item {
    /// The picture, asked from where it is, with the title for those who do not see it.
    func markdownPicture(wide width: Int) -> String? {
        picture(wide: width).map { "!" + pictureWords.markdownLink(to: $0.url(wide: width)) }
    }

    /// Where else it is; nil where it is nowhere else.
    var markdownPlaces: String? {
        otherPlaces.isEmpty ? nil : "also on " + otherPlaces.map(\.asMarkdown).joined(separator: ", ")
    }

    /// The credit of every source, a paragraph each.
    var markdownCredits: [String] { sources.map(\.attribution.markdown.withoutControls) }
}

extension Record {
    /// A list of the facts, what is inside of one beneath it.
    fileprivate func markdownList(indent: String = "") -> [String] {
        members.flatMap { member in
            let lines = member.fact.markdown(isAddress: member.isAddress, indent: indent + "  ")
            return ["\(indent)- **\(member.name)**:" + (lines.text.isEmpty ? "" : " " + lines.text)]
                + lines.beneath
        }
    }
}

extension Fact {
    /// What stands behind the fact's name, and the lines beneath it.
    fileprivate func markdown(isAddress: Bool, indent: String) -> (text: String, beneath: [String]) {
        switch self {
        case .text(let text): (isAddress ? "<\(text)>" : text.asMarkdown, [])
        case .whole, .decimal: (columnText, [])
        case .record(let record): ("", record.markdownList(indent: indent))
        case .list(let facts):
            if facts.contains(where: \.isRecord) {
                (
                    "",
                    facts.enumerated().flatMap { number, fact in
                        ["\(indent)- \(number + 1)"]
                            + fact.markdown(isAddress: false, indent: indent + "  ").beneath
                    }
                )
            } else {
                (facts.map { $0.markdown(isAddress: false, indent: indent).text }.joined(separator: ", "), [])
            }
        }
    }
}
