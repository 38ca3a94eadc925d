import ForageCore
import JSON
import Testing

@testable import ForageProviders

@Suite("Shapes of records")
struct RecordShapeTests {
    private static let shape: RecordShape = [
        "by": .object.orNothing, "by/name": .text, "width": .number, "free": .flag.orMissing,
        "words": .list.orNothing, "words/*/word": .text,
    ]

    private static let whole =
        #"{"id":"a","by":{"name":"Ada"},"width":"640","free":true,"words":[{"word":"owl"},{}]}"#

    @Test(
        "a field is drift if every record lacks it, and not if one record has it",
        arguments: [
            ([], []),
            ([whole], []),
            // A single record with the field is enough.
            (["{}", whole, #"{"by":7,"width":{},"free":"no","words":{}}"#], []),
            // A value that may be empty, and a member that may be missing.
            ([#"{"by":null,"width":1,"words":[]}"#], []),
            ([#"{"by":{},"width":1,"words":""}"#], []),
            // Missing, of another type, or null where a value is required.
            (
                [#"{"id":"a"}"#],
                ["/results/*/by 1 of 1", "/results/*/width 1 of 1", "/results/*/words 1 of 1"]
            ),
            (
                [#"{"by":"Ada","width":null,"words":[]}"#],
                ["/results/*/by 1 of 1", "/results/*/width 1 of 1"]
            ),
            (
                [#"{"by":null,"width":"wide","words":[],"free":1}"#],
                ["/results/*/free 1 of 1", "/results/*/width 1 of 1"]
            ),
            // Fields of nested values.
            (
                [
                    #"{"by":{"nom":"Ada"},"width":1,"words":[{"wort":"owl"}]}"#,
                    #"{"by":null,"width":1,"words":[]}"#,
                ],
                ["/results/*/by/name 1 of 2", "/results/*/words/*/word 1 of 2"]
            ),
        ] as [([String], [String])])
    func drift(records: [String], expected: [String]) throws {
        let page = try page(of: "{\"results\":[\(records.joined(separator: ","))]}")
        #expect(page.drift.map { "\($0.path) \($0.count) of \($0.total)" } == expected)
    }

    @Test(
        "a field for one text or several is drift if it is neither",
        arguments: [
            (#""Ada""#, true), (#"["Ada", "Bob"]"#, true), ("7", true), (#"[{}, "Ada"]"#, true),
            ("{}", false),
            ("[{}]", false), ("[[]]", false), ("true", false), ("[]", false), (#""""#, false),
            ("null", false),
        ])
    func texts(value: String, isFitting: Bool) throws {
        #expect(try fits(value, .texts) == isFitting)
        let isNothing = ["[]", #""""#, "null"].contains(value)
        #expect(try fits(value, .texts.orNothing) == (isFitting || isNothing))
    }

    private func fits(_ value: String, _ form: RecordShape.Form) throws -> Bool {
        try page(of: "{\"results\":[{\"by\":\(value)}]}", RecordShape([("by", form)])).drift.isEmpty
    }

    @Test("truncated records are not checked")
    func cutOff() throws {
        let page = try page(of: "{\"results\":[\(Self.whole),{\"by\":3")
        #expect(page.drift.isEmpty && page.drafts.count == 1)
        #expect(try self.page(of: "{\"results\":[\(Self.whole)],\"more\":{\"by\":3").drift.isEmpty)
    }

    private func page(of body: String, _ shape: RecordShape = shape) throws -> Page {
        var reader = try DraftReader(Response(body: Array(body.utf8)))
        let records = reader.records(in: reader.root["results"])
        reader.compare(records, with: shape)
        for (number, record) in records.enumerated() {
            reader.read(record) { _ in
                Draft(localID: "\(number)", kind: .photo, title: "T", page: "https://example.org/")
            }
        }
        return try reader.page()
    }
}
