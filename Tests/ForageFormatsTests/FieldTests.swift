import ForageCore
import ForageFormats
import TestWording
import Testing

@Suite("Selected fields")
struct FieldTests {
    @Test(
        "an unknown field gets the nearest name as a suggestion",
        arguments: [
            ("titel", Wording.Usage.unknownField("titel", didYouMean: "title")),
            ("id,creator.nam", Wording.Usage.unknownField("creator.nam", didYouMean: "creator.name")),
            ("license", Wording.Usage.unknownField("license", didYouMean: "licence")),
            ("pageurl", Wording.Usage.unknownField("pageurl", didYouMean: "pageURL")),
        ])
    func namesNearest(typed: String, expected: String) {
        let error = #expect(throws: QueryError.self) { try FieldSelection(typed) }
        #expect(error?.description == expected)
    }

    @Test("an unknown field near no other gets the list of fields", arguments: ["", "id,", "xyzzy"])
    func listsFields(typed: String) {
        let error = #expect(throws: QueryError.self) { try FieldSelection(typed) }
        #expect(error?.description.contains("the fields are id, kind, title") == true)
    }

    @Test("every documented field can be selected, and every value has a field")
    func namesEveryFact() throws {
        let whole = OutputFormat.table.writer().text(of: try Sample.photo())
        var listing = try Sample.explained(.turn)
        let id = try #require(listing.items.first?.id)
        listing.explanations[id]?.turn = Explanation.Turn(provider: "flickr", number: 3)
        for name in FieldSelection.names {
            let fields = try FieldSelection(name)
            let writer = OutputFormat.table.writer(fields: fields)
            // The licence of the first item has no conditions.
            let texts = [
                writer.text(of: try Sample.photo()), writer.text(of: try Sample.answer()),
                writer.text(of: try Sample.explained()), writer.text(of: listing),
            ]
            #expect(texts.contains { $0.contains { !$0.isWhitespace } }, "\(name)")
        }
        for line in whole.split(separator: "\n") {
            #expect(FieldSelection.names.contains(String(line.prefix { $0 != "\t" })))
        }
    }

    @Test("spaces and repetitions in the list are ignored")
    func readsTolerantly() throws {
        #expect(try FieldSelection(" id , title,id") == FieldSelection("id,title"))
    }
}
