import ForageCore
import ForageFormats
import Testing

@Suite("The documented JSON")
struct SchemaTests {
    private let writer = OutputFormat.json.writer()

    @Test("what is written is what the schema describes")
    func followsSchema() throws {
        let check = try SchemaCheck()
        #expect(try check.faults(in: writer.text(of: Sample.whole())) == [])
        #expect(try check.faults(in: writer.text(of: Hostile.report(Hostile.items()))) == [])
    }

    @Test("the check finds what is missing, wrong and unknown")
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

    @Test("the fields that can be asked for are those of the schema")
    func namesAllFields() throws {
        #expect(try SchemaCheck().fieldNames == FieldSelection.names)
    }

    @Test("an empty search is a whole document")
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
