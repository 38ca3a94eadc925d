import ForageConformance
import ForageCore
import ForageSearch
import Platform
import Testing

@Suite struct SearchCursorTests {
    private let query: Query
    private let text: String

    init() async throws {
        query = try Query("owl", limit: 5)
        let ants = Catalogue(provider: "ants", items: try Item.samples("ants", 0..<40), pageSize: 10)
        text = try await SearchEngine([ants]).report(query).next.orThrow()
    }

    @Test("a cursor reads back from its text")
    func roundTrip() throws {
        #expect(try SearchCursor(text, for: query).text() == text)
        #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    }

    @Test("a cursor reports its memory, which grows with the number of shown items")
    func memory() async throws {
        let long = Catalogue(provider: "ants", items: try Item.samples("ants", 0..<400), pageSize: 100)
        let query = try Query("owl", limit: 200)
        let next = try await SearchEngine([long]).report(query).next.orThrow()
        let (short, longer) = (try SearchCursor(text, for: self.query), try SearchCursor(next, for: query))
        #expect(short.byteCount > 8 * 5 && longer.byteCount > 8 * 200)
    }

    @Test("a cursor is short after one page of results")
    func short() { #expect(text.utf8.count < 120) }

    @Test("the limit may change between windows; words, filters and order may not")
    func otherQuery() throws {
        #expect(throws: Never.self) { try SearchCursor(text, for: Query("owl", limit: 50)) }
        let size = try PixelSize(width: 10, height: 20).orThrow()
        let filters: [Filter] = [
            .kinds([.photo]), .orientation(.square), .minimumSize(size), .publishedSince(.distantPast),
            .hue(.teal), .content(.any),
        ]
        let others =
            [try Query("owls"), try Query("owl", order: .newest)]
            + (try filters.map { try Query("owl", filters: [$0]) })
        for other in others {
            #expect(throws: QueryError.cursorOfOtherQuery) { try SearchCursor(text, for: other) }
        }
    }

    @Test(
        "text that is not a cursor is refused",
        arguments: [
            "", "x", "owl", "not a cursor", "Rg", "RgE", String(repeating: "A", count: 300_000),
            "RgIAAAAAAAAAAAAAAAAA", "RgEAAAAAAAAAAAAAAAAA", "ü",
        ])
    func notACursor(_ text: String) {
        #expect(throws: QueryError.notACursor) { try SearchCursor(text, for: query) }
    }

    @Test(
        "a cursor of another version is distinguished from one whose version was edited",
        arguments: [0, 1, 2, 255])
    func otherVersion(version: UInt8) throws {
        let other = SearchCursor.sealed([1, 2, 3], version: version)
        #expect(throws: QueryError.cursorOfOtherVersion) { try SearchCursor(other, for: query) }
        var bytes = try #require(Base64URL.decode(text))
        bytes[1] = version
        #expect(throws: QueryError.notACursor) { try SearchCursor(Base64URL.encode(bytes), for: query) }
    }

    @Test("a cursor with any character changed, removed or added is refused")
    func damaged() {
        let letters = Array(text)
        for place in letters.indices {
            var changed = letters
            changed[place] = letters[place] == "A" ? "B" : "A"
            let cut = letters[..<place]
            for damaged in [String(changed), String(cut), text + "A", "A" + text] {
                #expect(throws: QueryError.self) { try SearchCursor(damaged, for: query) }
            }
        }
    }

    @Test(
        "every error is a sentence that says what to do",
        arguments: [
            QueryError.notACursor, .cursorOfOtherVersion, .cursorOfOtherQuery,
        ])
    func sentences(_ fault: QueryError) {
        #expect(fault.description.hasSuffix(".") && fault.description.contains(":"))
    }

    @Test("providers that no longer exist are not asked")
    func gone() async throws {
        let cursor = try SearchCursor(text, for: query)
        let report = try await SearchEngine(sources: []).report(query, from: cursor)
        #expect(report.items.isEmpty && report.next == nil)
    }
}
