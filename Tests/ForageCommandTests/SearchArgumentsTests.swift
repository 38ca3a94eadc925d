import Forage
import ForageCore
import Platform
import Testing

@testable import ForageCommand

@Suite("Arguments of a search")
struct SearchArgumentsTests {
    private func search(_ typed: String..., limit: Int = 20) throws -> SearchArguments {
        let flag = ConfigurationLayer.Flag("--set", sets: "defaults.limit", to: "\(limit)")
        let defaults = try Configuration(layers: [.flags([flag])], registrations: []).defaults()
        return try SearchArguments(
            Arguments(["owl"] + typed, options: SearchArguments.options), defaults: defaults,
            known: ["duckduckgo", "flickr"])
    }

    @Test("words, order and limit are read")
    func query() throws {
        let search = try search("barn", "--sort", "newest", limit: 7)
        #expect(search.query.text == "owl barn")
        #expect(search.query.order == .newest)
        #expect(search.query.limit == 7)
        #expect(try self.search("-n", "3", limit: 7).query.limit == 3)
        #expect(search.place == .start)
        #expect(search.query.providers == [])
    }

    @Test("options become filters")
    func filters() throws {
        #expect(try search().query.filters == [])
        #expect(try search("-k", "photo,topic").query.filters == [.kinds([.photo, .topic])])
        #expect(try search("--orientation", "portrait").query.filters == [.orientation(.portrait)])
        #expect(try search("--hue", "black_and_white").query.filters == [.hue(.blackAndWhite)])
    }

    @Test("a size has two sides", arguments: ["1200x800", "1200X800", "1200×800"])
    func size(text: String) throws {
        let size = try #require(PixelSize(width: 1200, height: 800))
        #expect(try search("--min-size", text).query.filters == [.minimumSize(size)])
    }

    @Test("an invalid size is refused", arguments: ["", "x", "12x", "12x0", "-1x5", "1x2x3", "axb"])
    func wrongSize(text: String) {
        #expect(throws: QueryError.self) { try search("--min-size", text) }
    }

    @Test(
        "a year or a month means its first day",
        arguments: [
            ("2024", "2024-01-01T00:00:00Z"), ("2024-05", "2024-05-01T00:00:00Z"),
            ("2024-02-29", "2024-02-29T00:00:00Z"), ("0800", "0800-01-01T00:00:00Z"),
        ])
    func date(text: String, instant: String) throws {
        let date = try #require(Date(iso8601: instant))
        #expect(try search("--after", text).query.filters == [.publishedSince(date)])
    }

    @Test(
        "an invalid date is refused",
        arguments: [
            "", "0", "soon", "2023-02-29", "2024-13", "2024-00", "2024-1-1-1", "2024-", "-2024", "10000",
        ])
    func wrongDate(text: String) {
        #expect(throws: QueryError.self) { try search("--after=\(text)") }
    }

    @Test("providers are asked once, in the given order")
    func providers() throws {
        #expect(
            try search("-p", "flickr,duckduckgo", "-p", "flickr").query.providers == ["flickr", "duckduckgo"])
        #expect(throws: QueryError.self) { try search("-p", "Flickr!") }
    }

    @Test("a page number is read")
    func page() throws {
        #expect(try search("--page", "3").place == .page(3))
    }
}
