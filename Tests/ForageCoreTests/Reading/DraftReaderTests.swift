import ForageCore
import JSON
import Platform
import TestWording
import Testing

@Suite("Reading records")
struct DraftReaderTests {
    @Test("an invalid record is counted, and the others are read")
    func badRecord() throws {
        let page = try read(
            """
            {"results":[{"id":"a","title":"A","link":"https://example.org/a"},{"id":"b","title":"B","link":""},
            {"id":"c","link":"https://example.org/c"},5,{"id":"e","title":"E","link":"https://example.org/e"}]}
            """)
        #expect(page.drafts.map(\.localID) == ["a", "e"])
        #expect(
            page.drift.map(\.description) == [
                Wording.Answers.changed("/results/*/id", 1, of: 5),
                Wording.Answers.changed("/results/*/link", 1, of: 5),
                Wording.Answers.changed("/results/*/title", 1, of: 5),
            ])
        #expect(page.damage == nil)
    }

    @Test("a second record with the same id is left out")
    func repeatedID() throws {
        let page = try read(
            """
            {"results":[{"id":"a","title":"A","link":"https://example.org/a"},
            {"id":"a","title":"B","link":"https://example.org/b"}]}
            """)
        #expect(page.drafts.map(\.title) == ["A"])
    }

    @Test("a truncated body keeps its complete records, wherever it ends")
    func cutOff() throws {
        let body = Array(Self.three.utf8)
        for length in 1..<body.count {
            let whole = Self.ends.count { $0 <= length }
            if whole == 0 {
                let fault = #expect(throws: ProviderError.self) { try read(Array(body[..<length])) }
                #expect(
                    try #require(fault).description.hasPrefix("\(Wording.Answers.endsEarly) Line 1, column"))
            } else {
                let page = try read(Array(body[..<length]))
                #expect(page.drafts.count == whole)
                #expect(page.drift.isEmpty)
                #expect(try #require(page.damage).hasPrefix(Wording.Answers.endsEarly) && page.endsEarly)
            }
        }
    }

    @Test("an invalid byte is reported with its position, and all records are read")
    func badByte() throws {
        var body = Array(Self.three.utf8)
        body["{\"results\":[{\"id\":\"a\",\"title\":\"".utf8.count] = 0xFF
        let page = try read(body)
        #expect(page.drafts.count == 3)
        #expect(page.damage == "\(Wording.Answers.damaged) Line 1, column 32: these bytes are not UTF-8.")
        #expect(!page.endsEarly)
    }

    @Test(
        "a required list with another type is drift",
        arguments: ["{}", "{\"results\":null}", "{\"results\":\"\"}", "{\"results\":{}}", "[]"])
    func requiredList(json: String) {
        #expect(throws: ProviderError.drift([Drift(path: "/results", count: 1, total: 1)])) {
            try read(Array(json.utf8))
        }
    }

    @Test("an optional list may be missing", arguments: ["{}", "{\"results\":null}", "{\"results\":\"\"}"])
    func optionalList(json: String) throws {
        var reader = try DraftReader(Response(body: Array(json.utf8)))
        #expect(reader.records(in: reader.root["results"], isOptional: true).isEmpty)
        #expect(try reader.page() == Page(drafts: []))
    }

    @Test("an optional list with another type is drift")
    func wrongOptionalList() throws {
        var reader = try DraftReader(Response(body: Array("{\"results\":3}".utf8)))
        _ = reader.records(in: reader.root["results"], isOptional: true)
        #expect(throws: ProviderError.drift([Drift(path: "/results", count: 1, total: 1)])) {
            try reader.page()
        }
    }

    @Test("an empty list is an empty page, not a failure")
    func empty() throws {
        #expect(try read(Array("{\"results\":[]}".utf8)) == Page(drafts: []))
    }

    @Test("fields of nested lists are counted per record of the inner list")
    func nested() throws {
        var reader = try DraftReader(
            Response(body: Array("{\"groups\":[{\"topics\":[{\"id\":\"a\"},{}]},{\"topics\":[{}]}]}".utf8)))
        for group in reader.records(in: reader.root["groups"]) {
            for topic in reader.records(in: group["topics"]) {
                reader.read(topic) { (topic) throws(ProviderError) in
                    Draft(
                        localID: try topic["id"].required(\.text), kind: .topic, title: "T",
                        page: "https://example.org/")
                }
            }
        }
        #expect(try reader.page().drift == [Drift(path: "/groups/*/topics/*/id", count: 2, total: 3)])
    }

    @Test("a page with too many records is cut short and reported")
    func tooMany() throws {
        let records = (0..<1_500).map {
            "{\"id\":\"\($0)\",\"title\":\"T\",\"link\":\"https://example.org/\"}"
        }
        let page = try read(Array("{\"results\":[\(records.joined(separator: ","))]}".utf8))
        #expect(page.drafts.count == DraftReader.greatestRecordCount)
        #expect(page.damage == Wording.Answers.tooMany(1000))
    }

    @Test("the cursor and the total are passed on")
    func cursor() throws {
        var reader = try DraftReader(Response(body: Array("[]".utf8)))
        _ = reader.records(in: reader.root)
        #expect(try reader.page(next: "2", total: 9) == Page(drafts: [], next: "2", total: 9))
    }

    @Test(
        "a time is read with its offset, and invalid text is no time",
        arguments: [
            ("2019-03-02T11:23:42-05:00", 1_551_543_822), ("2019-03-02T16:23:42Z", 1_551_543_822),
            ("2019-03-02T16:23:42.5Z", 1_551_543_822.5), ("2019-03-02", nil), ("yesterday", nil), ("", nil),
            ("2019-03-02T16:23:42z", 1_551_543_822), ("2019-03-02T21:53:42+0530", 1_551_543_822),
            ("2019-03-02T18:23:42.25+02", 1_551_543_822.25), ("2020-02-29T00:00:00Z", 1_582_934_400),
            ("1970-01-01T00:00:00Z", 0), ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("2019-02-29T00:00:00Z", nil), ("2019-13-01T00:00:00Z", nil), ("2019-03-02T24:00:00Z", nil),
            ("2019-03-02T23:60:00Z", nil), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("2019-03-02T16:23:42", nil), ("2019-03-02T16:23:42.Z", nil), ("2019-03-02T16:23:42+5", nil),
            ("2019-03-02T16:23:42+05:60", nil), ("2019-03-02T16:23:42Z ago", nil),
            ("2019-03-02 16:23:42Z", nil), ("+019-03-02T16:23:42Z", nil),
        ] as [(String, Double?)])
    func time(text: String, seconds: Double?) throws {
        let document = try JSONDocument(Array("\"\(text)\"".utf8))
        #expect(document.root.time?.timeIntervalSince1970 == seconds)
    }

    // MARK: - Parts

    private static let records = ["a", "b", "c"].map {
        "{\"id\":\"\($0)\",\"title\":\"\($0)\",\"link\":\"https://example.org/\($0)\"}"
    }
    private static let three = "{\"results\":[\(records.joined(separator: ","))]}"
    /// The lengths of the body at which each record is complete.
    private static let ends = (1...3).map { count in
        "{\"results\":[".utf8.count + records.prefix(count).joined(separator: ",").utf8.count
    }

    private func read(_ json: String) throws -> Page { try read(Array(json.utf8)) }

    private func read(_ body: [UInt8]) throws(ProviderError) -> Page {
        var reader = try DraftReader(Response(body: body))
        for record in reader.records(in: reader.root["results"]) {
            reader.read(record) { (record) throws(ProviderError) in
                Draft(
                    localID: try record["id"].required(\.text), kind: .photo,
                    title: try record["title"].required(\.text), page: try record["link"].required(\.webURL))
            }
        }
        return try reader.page()
    }
}
