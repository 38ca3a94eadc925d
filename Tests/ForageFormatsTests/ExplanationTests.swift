import Essentials
import ForageCore
import JSON
import Testing

@testable import ForageFormats

@Suite("Why results stand where they do")
struct ExplanationTests {
    private let lines = [
        "score 0.238095238096 = 0.166666666667 unsplash (rank 1, from the cache, 1 min old)"
            + " + 0.071428571429 flickr (rank 2, weight 0.5)"
            + " + 0.000000000000 openverse (rank 1, counted once with flickr)",
        "openverse:o1 is the same as unsplash:Dwu85P9SOIk: same original file files.example/1.jpg",
        "from openverse:o1: summary, tags",
    ]

    @Test("the JSON has it with each item, as its schema says, and the terms add up")
    func json() throws {
        let text = OutputFormat.json.writer().text(of: try Sample.explained())
        #expect(try SchemaCheck().faults(in: text) == [])
        let explain = try JSONDocument(Array(text.utf8), mode: .strict).root["items"][0]["explain"]
        #expect(explain["score"].int == explain["terms"].elements.compactMap { $0["value"].int }.reduce(0, +))
        #expect(explain["sortedBy"].string == "score")
        #expect(explain["terms"][0]["age"].int == 61)
        #expect(explain["terms"][0]["filters"][0]["handling"].string == "applied")
        #expect(explain["terms"][2]["countedWith"].string == "flickr")
        #expect(explain["merged"][0]["because"].string == "same original file")
        #expect(explain["from"]["title"].string == "unsplash:Dwu85P9SOIk")
        #expect(explain["from"]["tags"].count == 2)
        let line = try #require(
            OutputFormat.jsonl.writer().text(of: try Sample.explained()).split(separator: "\n").first)
        #expect(line.contains("\"explain\":{\"score\":238095238096,"))
    }

    @Test("a table has it beneath each result, a piped one in a column of its own")
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

    @Test("what the date sorted and what a later round brought says so")
    func basis() throws {
        let text = OutputFormat.table.writer().text(of: try Sample.explained(.date, round: 3))
        #expect(text.contains("\tsorted by date, round 3, score 0.238095238096 = "))
    }

    @Test("of a listing it says whose turn it was, and the score sorts nothing")
    func turn() throws {
        var report = try Sample.explained(.turn, round: 2)
        let id = try #require(report.items.first?.id)
        report.explanations[id]?.turn = Explanation.Turn(provider: "flickr", number: 3)
        let text = OutputFormat.table.writer().text(of: report)
        #expect(
            text.contains(
                "\tround 2, turn 3 of flickr (rank 2, weight 0.5), "
                    + "also from unsplash (rank 1, from the cache, 1 min old), also from openverse (rank 1)"))
        let json = OutputFormat.json.writer().text(of: report)
        #expect(try SchemaCheck().faults(in: json) == [])
        #expect(json.contains("\"sortedBy\": \"turn\""))
    }

    @Test("its fields can be chosen in every format")
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

@Suite("What somebody misses")
struct MissingTests {
    private func report(_ whereabouts: Whereabouts, next: String? = nil) throws -> Report {
        var query = try Query("owl", filters: [.kinds([.photo])], limit: 20)
        query.sought = Sought("https://owl.example/1")
        var report = Report(
            query: query, items: [],
            outcomes: [
                Outcome("flickr", .answered(2)), Outcome("openverse", .failed("no such host")),
            ], next: next, duration: .zero)
        report.whereabouts = whereabouts
        return report
    }

    private static let id = ItemID(provider: "flickr", local: "1")
    private static let other = ItemID(provider: "unsplash", local: "a")

    @Test("whoever applies a filter alone may have left it out")
    func leftOutByService() throws {
        var report = try report(Whereabouts())
        report.outcomes[0].filters = [.kind: .honoured]
        #expect(
            report.missingWords
                == "https://owl.example/1 was brought by no provider: flickr answered without it; openverse failed: no such host; flickr may have left it out, being asked for kind:photo."
        )
    }

    @Test(
        "it is said in one sentence why it is not shown",
        arguments: [
            (
                Whereabouts(),
                "was brought by no provider: flickr answered without it; openverse failed: no such host."
            ),
            (Whereabouts(id: id, result: id, fate: .shown(3)), "is number 3 of the list, among the results."),
            (Whereabouts(id: id, result: id, fate: .before(3)), "is number 3 of the list, on page 1."),
            (
                Whereabouts(id: id, result: id, fate: .beyond(34)),
                "is number 34 of the list: ask for --page 2."
            ),
            (
                Whereabouts(
                    id: id, result: other,
                    merge: Explanation.Merge(id: id, other: other, reason: .page, key: "owl.example/1"),
                    fate: .shown(1)),
                "is number 1 of the list, among the results, merged as flickr:1 into unsplash:a, which has the same page address."
            ),
            (
                Whereabouts(id: id, result: id, fate: .shownEarlier),
                "was brought as flickr:1 and is the same as a result that was shown before."
            ),
            (
                Whereabouts(id: id, fate: .leftOut(.kinds([.episode]), .violated, .applied)),
                "was brought as flickr:1 and left out: it does not satisfy kind:episode, which Forage applied."
            ),
            (
                Whereabouts(id: id, fate: .leftOut(.creator("Ann"), .unknown, .honoured)),
                "was brought as flickr:1 and left out: it does not say what is asked for by by:Ann, which its service was asked for, too."
            ),
            (
                Whereabouts(id: id, fate: .providerLeftOut("left out: cannot honour colour:red")),
                "was brought as flickr:1, but its provider was left out: cannot honour colour:red."
            ),
        ])
    func sentences(_ whereabouts: Whereabouts, _ words: String) throws {
        let report = try report(whereabouts)
        let said = StatusReport(terminal: nil).text(of: report).split(separator: "\n")
        #expect(said.contains("https://owl.example/1 \(words)"))
        let text = OutputFormat.json.writer().text(of: report)
        #expect(try SchemaCheck().faults(in: text) == [])
        let missing = try JSONDocument(Array(text.utf8), mode: .strict).root["missing"]
        #expect(missing["text"].string == "https://owl.example/1 \(words)")
        #expect(missing["place"].int == whereabouts.place)
    }

    @Test("where there is more to come it says so")
    func more() throws {
        let text = StatusReport(terminal: nil).text(of: try report(Whereabouts(), next: "abc"))
        #expect(text.contains("; a further page may have it."))
    }
}
