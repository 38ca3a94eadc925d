import ForageCore
import JSON
import Testing

@Suite("Fields that a provider reads")
struct FieldTests {
    private static let whole =
        #"{"id":"a","by":{"name":"Ada"},"width":"640","free":true,"words":[{"word":"owl"},{}]}"#

    @Test(
        "a field that no record has as expected is reported, unless one record has it",
        arguments: [
            ([], []),
            ([whole], []),
            // One record is enough, whatever the others look like.
            (["{}", whole, #"{"by":7,"width":{},"free":"no","words":{}}"#], []),
            // Null and empty values are never reported.
            ([#"{"by":null,"width":null,"words":[]}"#], []),
            ([#"{"by":{},"width":"","words":""}"#], []),
            ([#"{"by":"","width":"","words":[]}"#], []),
            // An empty list or object in place of another type is a change.
            ([#"{"by":[],"width":{},"words":[]}"#], ["/results/*/by 1 of 1", "/results/*/width 1 of 1"]),
            // A missing field and one of another type, but not the missing one that may be missing.
            (
                [#"{"id":"a"}"#],
                ["/results/*/by 1 of 1", "/results/*/width 1 of 1", "/results/*/words 1 of 1"]
            ),
            (
                [#"{"by":"Ada","width":"wide","words":[],"free":1}"#],
                ["/results/*/by 1 of 1", "/results/*/free 1 of 1", "/results/*/width 1 of 1"]
            ),
            // Fields inside others.
            (
                [
                    #"{"by":{"nom":"Ada"},"width":1,"words":[{"wort":"owl"}]}"#,
                    #"{"by":null,"width":1,"words":[]}"#,
                ],
                ["/results/*/by/name 1 of 2", "/results/*/words/*/word 1 of 2"]
            ),
            // A change in every record of a long list.
            (
                Array(repeating: #"{"by":{"name":7},"width":1,"words":[]}"#, count: 9),
                ["/results/*/by/name 9 of 9"]
            ),
        ] as [([String], [String])])
    func changes(records: [String], expected: [String]) throws {
        let page = try page(of: "{\"results\":[\(records.joined(separator: ","))]}")
        #expect(page.drift.map { "\($0.path) \($0.count) of \($0.total)" } == expected)
    }

    @Test("incomplete records and members after the end of the response are not reported")
    func cutOff() throws {
        let page = try page(of: "{\"results\":[\(Self.whole),{\"by\":3")
        #expect(page.drift.isEmpty && page.drafts.count == 1)
    }

    @Test("a field read with a fallback has either type")
    func fallback() throws {
        var reader = try reader(of: #"{"results":[{"id":7},{"id":8}]}"#)
        reader.readEach(in: reader.root["results"]) { (record) throws(ProviderError) in
            _ = record["id"].text ?? record["id"].textOrNumber
            return nil
        }
        #expect(try reader.page().drift.isEmpty)
    }

    @Test("fields of a further response are reported too")
    func furtherResponse() throws {
        let reader = try reader(of: #"{"photo":{"id":"a"}}"#)
        let further = Response(body: Array(#"{"sizes":{"size":7}}"#.utf8))
        #expect(reader.root["photo"]["id"].text == "a")
        #expect(Array(try reader.root(of: further)["sizes"]["size"].elements).isEmpty)
        #expect(try reader.page().drift.map(\.path) == ["/sizes/size"])
    }

    @Test("a member that may be missing is reported only if it has another type")
    func ifPresent() throws {
        func drift(_ body: String) throws -> [String] {
            let reader = try reader(of: body)
            _ = reader.root[ifPresent: "place"]["city"].text
            return try reader.page().drift.map(\.path)
        }
        #expect(try drift("{}") == [])
        #expect(try drift(#"{"place":"Berlin"}"#) == ["/place"])
        #expect(try drift(#"{"place":{"town":"Berlin"}}"#) == ["/place/city"])
    }

    private func reader(of body: String) throws -> DraftReader {
        try DraftReader(Response(body: Array(body.utf8)))
    }

    private func page(of body: String) throws -> Page {
        var reader = try reader(of: body)
        var number = 0
        reader.readEach(in: reader.root["results"]) { (record) throws(ProviderError) in
            number += 1
            _ = record["by"]["name"].text
            _ = record["width"].int
            _ = record[ifPresent: "free"].bool
            for word in record["words"].elements { _ = word["word"].text }
            return Draft(localID: "\(number)", kind: .photo, title: "T", page: "https://example.org/")
        }
        return try reader.page()
    }
}
