import ForageCore
import ForageFormats
import JSON
import TestWording
import Testing

@Suite("Remarks about a query")
struct RemarkTests {
    private func report(_ query: String, _ suggestions: [String] = []) throws -> Report {
        var report = try Report(
            query: Query(query), items: [], outcomes: [Outcome("example", .empty)], next: nil, duration: .zero
        )
        report.suggestions = suggestions
        return report
    }

    @Test(
        "spelling suggestions are shown on one line",
        arguments: [
            (["barn owl"], Wording.Queries.didYouMean("barn owl")),
            (["\"barn owl\" kind:photo"], "Did you mean '\"barn owl\" kind:photo'?"),
            (["card", "care", "carp"], "Did you mean \"card\", \"care\" or \"carp\"?"),
        ] as [([String], String)])
    func meant(suggestions: [String], line: String) throws {
        let report = try report("bran owll", suggestions)
        for terminal in [TerminalStyle(width: 80), nil] {
            #expect(StatusReport(terminal: terminal, steps: .sample).text(of: report).hasPrefix(line + "\n"))
        }
        #expect(OutputFormat.markdown.writer().text(of: report).contains("\n\n\(line)\n"))
        #expect(
            OutputFormat.html.writer().text(of: report)
                .contains(
                    "<p class=\"asked\"><bdi>\(line.replacing("\"", with: "&quot;").replacing("'", with: "&#39;"))</bdi></p>"
                ))
        for text in [
            OutputFormat.json.writer().text(of: report), OutputFormat.jsonl.writer().text(of: report),
        ] {
            let root = try JSONDocument(Array(text.utf8), mode: .strict).root
            #expect(root["suggestions"].elements.map(\.string) == suggestions)
        }
        #expect(try SchemaCheck().faults(in: OutputFormat.json.writer().text(of: report)) == [])
    }

    @Test("single quotes get a hint about phrases")
    func singleQuotes() throws {
        let report = try report("'barn owl'")
        let hint = "Single quotes are part of the words: \(Wording.Queries.phrase("barn owl"))"
        #expect(StatusReport(terminal: nil, steps: .sample).text(of: report).hasPrefix(hint + "\n"))
        let text = OutputFormat.json.writer().text(of: report)
        #expect(try JSONDocument(Array(text.utf8), mode: .strict).root["hint"].string == hint)
        #expect(try SchemaCheck().faults(in: text) == [])
    }

    @Test("without remarks nothing is shown", arguments: OutputFormat.allCases)
    func nothing(format: OutputFormat) throws {
        let text =
            try format.writer().text(of: report("owl"))
            + StatusReport(terminal: nil, steps: .sample).text(of: report("owl"))
        for word in ["Did you", "suggestions", "hint"] { #expect(!text.contains(word)) }
    }
}
