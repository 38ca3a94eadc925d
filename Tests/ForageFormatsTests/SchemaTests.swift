import ForageCore
import ForageFormats
import JSON
import Testing

@Suite("The documented JSON output")
struct SchemaTests {
    private let writer = OutputFormat.json.writer()

    @Test("JSON documents match the schema")
    func followsSchema() throws {
        let check = try SchemaCheck()
        #expect(try check.faults(in: writer.text(of: Sample.whole())) == [])
        #expect(try check.faults(in: writer.text(of: Hostile.report(Hostile.items()))) == [])
    }

    @Test("JSON lines match the schema")
    func lines() throws {
        let check = try SchemaCheck()
        let report = try Sample.whole()
        let (photo, size) = (try Sample.photo(), try #require(PixelSize(width: 3, height: 2)))
        var lines = SearchLines()
        let early = lines.lines(of: [photo, try Sample.item("gone", title: "Gone")])
        for line in early { #expect(try check.faults(in: line.json, as: line.event) == []) }
        let events: [(String, SearchEvent)] =
            [
                ("began", .began(["duckduckgo"])),
                ("measured", .measured(photo.id, size, at: photo.renditions[0].url)),
            ] + report.outcomes.map { ("ended", .ended($0)) }
        for (name, event) in events {
            let line = try #require(lines.line(of: event, in: report.query))
            #expect(try check.faults(in: line.json, as: name) == [])
        }
        #expect(lines.line(of: .items("duckduckgo", [photo]), in: report.query) == nil)
        let end = lines.lines(of: report).map(\.json)
        #expect(end.count == report.items.count)
        #expect(try check.faults(in: #require(end.last), as: "finished") == [])
        #expect(end.last?.contains(#""gone":[{"id":"unsplash:gone"}]"#) == true)
    }

    @Test("each credit names its source, which may differ from the provider")
    func creditedSources() throws {
        let items = try [Sample.answer(), Sample.shared()]
        let document = try JSONDocument(Array(writer.text(of: Sample.report(items)).utf8), mode: .strict)
        for (item, written) in zip(items, document.root["items"].elements) {
            let credits =
                [written["attribution"]] + written["sources"].elements.map { $0["attribution"] }
            let sources = ([item.attribution] + item.sources.map(\.attribution)).map(\.source)
            #expect(credits.map { $0["source"]["name"].string } == sources.map(\.name))
            #expect(credits.map { $0["source"]["url"].string } == sources.map(\.url.text))
        }
        let answer = document.root["items"][0]["sources"][0]
        #expect(answer["provider"].string == "duckduckgo")
        #expect(answer["attribution"]["source"]["name"].string == "Wikipedia")
    }

    @Test("each credit has the line that its service requires, if any")
    func serviceLines() throws {
        let items = try [Sample.answer(), Sample.photo()]
        let document = try JSONDocument(Array(writer.text(of: Sample.report(items)).utf8), mode: .strict)
        let credits = document.root["items"].elements.map { $0["attribution"] }
        #expect(credits[0]["serviceLine"]["name"].string == "Results from DuckDuckGo")
        #expect(credits[0]["serviceLine"]["url"].string?.hasPrefix("https://duckduckgo.com/") == true)
        #expect(credits[1]["serviceLine"].isMissing)
    }

    @Test("the check finds missing, wrong and unknown members")
    func findsFaults() throws {
        let check = try SchemaCheck()
        let faults = try check.faults(
            in: """
                {"version": 2, "query": "", "items": [{"id": "a:b", "titel": ""}], "outcomes": {}}
                """)
        #expect(faults.contains("/version has the wrong type"))
        #expect(faults.contains("/query is too short"))
        #expect(faults.contains("/items/0 lacks title"))
        #expect(faults.contains("/items/0/titel is not in the schema"))
        #expect(faults.contains("/outcomes has the wrong type"))
        #expect(faults.contains { $0.hasSuffix("lacks next") })
    }

    @Test("the selectable fields are those of the schema")
    func namesAllFields() throws {
        #expect(try SchemaCheck().fieldNames == FieldSelection.names)
    }

    @Test("an empty search is a complete document")
    func writesNothing() throws {
        let report = try Report(
            query: Query("nothing"), items: [], outcomes: [Outcome("duckduckgo", .empty)], next: nil,
            duration: .zero)
        let text = writer.text(of: report)
        #expect(try SchemaCheck().faults(in: text) == [])
        #expect(text.contains("\"items\": []") && text.contains("\"next\": null"))
        #expect(OutputFormat.table.writer(terminal: TerminalStyle(width: 80)).text(of: report) == "")
        #expect(OutputFormat.table.writer().text(of: report) == "")
    }
}
