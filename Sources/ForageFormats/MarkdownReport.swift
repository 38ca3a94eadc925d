internal import ForageCore
internal import Platform

/// A Markdown list for use in a text: each result with its picture and its complete credit.
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

    /// The entry of an item. Its further paragraphs are indented to the text after the number.
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

/// The selected fields as a table.
struct MarkdownTable: RecordFormat {
    let fields: FieldSelection

    func text(of records: [Record]) -> String {
        MarkdownLines.table(
            fields.paths.map(\.text), records.map { record in record.columns(fields).map(\.asMarkdown) })
    }
}

/// A table of cells that contain Markdown.
enum MarkdownLines {
    static func table(_ heading: [String], _ rows: [[String]]) -> String {
        ([heading, heading.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }
            .joined()
    }
}

extension String {
    /// Untrusted text as a paragraph of Markdown: on one line, with all special characters escaped.
    var asMarkdown: String {
        String(withoutControls.onOneLine.trimmingWhitespace()).escapedForMarkdown
    }
}

extension NamedLink {
    var asMarkdown: String { name.markdownLink(to: url) }
}

extension String {
    /// A link with this text.
    func markdownLink(to url: WebURL) -> String { "[\(asMarkdown)](<\(url)>)" }
}

extension Item {
    /// The picture from its own address, with the title as alternative text.
    func markdownPicture(wide width: Int) -> String? {
        picture(wide: width).map { "!" + pictureWords.markdownLink(to: $0.url(wide: width)) }
    }

    /// The names of the other sources; nil if there are none.
    var markdownPlaces: String? {
        otherPlaces.isEmpty ? nil : "also on " + otherPlaces.map(\.asMarkdown).joined(separator: ", ")
    }

    /// The credit of every source, each as a paragraph.
    var markdownCredits: [String] { sources.map(\.attribution.markdown.withoutControls) }
}

extension Record {
    /// A list of the facts, with nested facts below.
    fileprivate func markdownList(indent: String = "") -> [String] {
        members.flatMap { member in
            let lines = member.fact.markdown(isAddress: member.isAddress, indent: indent + "  ")
            return ["\(indent)- **\(member.name)**:" + (lines.text.isEmpty ? "" : " " + lines.text)]
                + lines.beneath
        }
    }
}

extension Fact {
    /// The text after the fact's name, and the lines below.
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
