import ForageCore
import ForageFormats
import JSON
import Platform
import TestWording
import Testing

@Suite("Related queries in every format")
struct SeeAlsoTests {
    private func report(_ queries: [String]) throws -> Report {
        var report = try Sample.report([Sample.photo()])
        report.seeAlso = queries
        return report
    }

    @Test("readable formats end with one line of related queries, and JSON has a list")
    func everyFormat() throws {
        let report = try report(["fox cub", "<b>_arctic_ fox"])
        let table = OutputFormat.table.writer(terminal: TerminalStyle(width: 80)).text(of: report)
        #expect(table.hasSuffix("\n\n\(Wording.Results.seeAlso)fox cub · <b>_arctic_ fox\n"))
        #expect(
            OutputFormat.markdown.writer().text(of: report)
                .contains("\n\n\(Wording.Results.seeAlso)fox cub · \\<b\\>\\_arctic\\_ fox\n\n---\n"))
        #expect(
            OutputFormat.html.writer().text(of: report).contains(
                "</ol>\n<p class=\"asked\">\(Wording.Results.seeAlso)<bdi>fox cub</bdi> · <bdi>&lt;b&gt;_arctic_ fox</bdi></p>\n</main>"
            ))
        for format in [OutputFormat.json, .jsonl] {
            let last =
                format == .json ? format.writer().text(of: report) : format.writer().text(of: report).lastLine
            let end = try JSONDocument(Array(last.utf8), mode: .strict).root
            #expect(end["seeAlso"].elements.map(\.string) == report.seeAlso)
        }
        var lines = SearchLines()
        #expect(lines.lines(of: report).text.contains(#""seeAlso":["fox cub","<b>_arctic_ fox"]"#))
        #expect(try SchemaCheck().faults(in: OutputFormat.json.writer().text(of: report)) == [])
    }

    @Test("formats read line by line have no such line", arguments: [OutputFormat.table, .csv])
    func programs(format: OutputFormat) throws {
        #expect(try format.writer().text(of: report(["fox cub"])) == format.writer().text(of: report([])))
    }

    @Test("a row has as many whole queries as fit, and always the first", arguments: [12, 30, 50, 80])
    func fits(width: Int) throws {
        let queries = [
            "a rather long query of some words", "short", "another one", "and one more, the last of them",
        ]
        let row = OutputFormat.table.writer(terminal: TerminalStyle(width: width)).text(
            of: try report(queries)
        )
        .lastLine
        #expect(row.displayWidth <= width && row.hasPrefix(Wording.Results.seeAlso))
        if width >= 50 {
            let shown = row.dropFirst(Wording.Results.seeAlso.count).split(separator: " · ").map(String.init)
            #expect(shown == Array(queries.prefix(shown.count)) && !shown.isEmpty)
        }
    }

    @Test("without related queries nothing is shown", arguments: OutputFormat.allCases)
    func nothing(format: OutputFormat) throws {
        let text = format.writer(terminal: TerminalStyle(width: 80)).text(of: try report([]))
        #expect(!text.contains("See also") && !text.contains("seeAlso"))
    }
}

extension String {
    fileprivate var lastLine: String { split(separator: "\n").last.map(String.init) ?? "" }
}
