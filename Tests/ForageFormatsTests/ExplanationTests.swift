import ForageCore
import JSON
import Platform
import TestWording
import Testing

@testable import ForageFormats

@Suite("Explanations of the order of results")
struct ExplanationTests {
    private let lines = [
        "score 0.238095238096 = 0.166666666667 unsplash (rank 1, \(Wording.Results.cached), 1 min old)"
            + " + 0.071428571429 flickr (rank 2, weight 0.5)"
            + " + 0.000000000000 openverse (rank 1, counted once with flickr)",
        "openverse:o1 is the same as unsplash:Dwu85P9SOIk: \(Wording.Results.originalFile) files.example/1.jpg",
        "from openverse:o1: summary, tags",
    ]

    @Test("JSON contains the explanation of each item, by its schema, with terms that add up")
    func json() throws {
        let text = OutputFormat.json.writer().text(of: try Sample.explained())
        #expect(try SchemaCheck().faults(in: text) == [])
        let explain = try JSONDocument(Array(text.utf8), mode: .strict).root["items"][0]["explain"]
        #expect(explain["score"].int == explain["terms"].elements.compactMap { $0["value"].int }.reduce(0, +))
        #expect(explain["sortedBy"].string == "score")
        #expect(explain["terms"][0]["age"].int == 61)
        #expect(explain["terms"][0]["filters"][0]["handling"].string == "applied")
        #expect(explain["terms"][2]["countedWith"].string == "flickr")
        #expect(explain["merged"][0]["because"].string == Wording.Results.originalFile)
        #expect(explain["from"]["title"].string == "unsplash:Dwu85P9SOIk")
        #expect(explain["from"]["tags"].count == 2)
        let line = try #require(
            OutputFormat.jsonl.writer().text(of: try Sample.explained()).split(separator: "\n").first)
        #expect(line.contains("\"explain\":{\"score\":238095238096,"))
    }

    @Test("a table shows the explanation below each result, and plain lines in a column")
    func tables() throws {
        let wide = OutputFormat.table.writer(terminal: TerminalStyle(width: 400)).text(
            of: try Sample.explained())
        for line in lines { #expect(wide.contains("\n   \(line)\n")) }
        let narrow = OutputFormat.table.writer(terminal: TerminalStyle(width: 60)).text(
            of: try Sample.explained())
        #expect(narrow.split(separator: "\n").contains { $0.hasPrefix("   score 0.238095238096") })
        let piped = OutputFormat.table.writer().text(of: try Sample.explained()).split(separator: "\n")
        #expect(piped[0].hasSuffix("\t" + lines.joined(separator: "; ")))
        #expect(piped[1].split(separator: "\t", omittingEmptySubsequences: false).count == 7)
    }

    @Test("the sort by date and later rounds are mentioned")
    func basis() throws {
        let text = OutputFormat.table.writer().text(of: try Sample.explained(.date, round: 3))
        #expect(text.contains("\tsorted by date, round 3, score 0.238095238096 = "))
    }

    @Test("in a listing the turn is shown, and the score has no effect")
    func turn() throws {
        var report = try Sample.explained(.turn, round: 2)
        let id = try #require(report.items.first?.id)
        report.explanations[id]?.turn = Explanation.Turn(provider: "flickr", number: 3)
        let text = OutputFormat.table.writer().text(of: report)
        #expect(
            text.contains(
                "\tround 2, turn 3 of flickr (rank 2, weight 0.5), "
                    + "also from unsplash (rank 1, \(Wording.Results.cached), 1 min old), also from openverse (rank 1)"
            ))
        let json = OutputFormat.json.writer().text(of: report)
        #expect(try SchemaCheck().faults(in: json) == [])
        #expect(json.contains("\"sortedBy\": \"turn\""))
    }

    @Test("fields of explanations can be selected in every format")
    func fields() throws {
        let fields = try FieldSelection("id,explain.score")
        for format in [OutputFormat.table, .json, .jsonl, .csv, .markdown, .html] {
            #expect(format.writer(fields: fields).text(of: try Sample.explained()).contains("238095238096"))
        }
    }

    @Test(
        "a score is a decimal with all its digits",
        arguments: [
            (0, "0.000000000000"), (1, "0.000000000001"), (16_393_442_623, "0.016393442623"),
            (2_000_000_000_000, "2.000000000000"),
        ])
    func score(_ trillionths: Int, _ text: String) {
        #expect(Score(trillionths: trillionths).description == text)
    }
}
