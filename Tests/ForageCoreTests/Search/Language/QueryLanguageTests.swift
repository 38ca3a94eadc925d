import Essentials
import ForageCore
import Testing

@Suite("The language of queries")
struct QueryLanguageTests {
    private let day = Date(timeIntervalSince1970: 1_577_836_800)
    private let size = PixelSize(width: 1200, height: 800)

    @Test(
        "words, phrases and what only looks like a sign",
        arguments: [
            ("barn owl", [.word("barn"), .word("owl")]),
            (" \tbarn \n owl\u{3000}x ", [.word("barn"), .word("owl"), .word("x")]),
            ("\"barn owl\" night", [.phrase("barn owl"), .word("night")]),
            ("“barn   owl”", [.phrase("barn owl")]), ("\"owl\"", [.word("owl")]),
            ("\"a\"b", [.word("a"), .word("b")]), ("\"\" owl", [.word("owl")]),
            (#""say \"hoo\" \\ twice""#, [.phrase(#"say "hoo" \ twice"#)]),
            ("12:30 C++: C# 16:9", [.word("12:30"), .word("C++:"), .word("C#"), .word("16:9")]),
            ("http://owl.example/a:b", [.word("http://owl.example/a:b")]),
            ("by://owl", [.word("by://owl")]), ("kind::x", [.word("kind::x")]),
            ("Batman: Year One", [.word("Batman:"), .word("Year"), .word("One")]),
            ("std::vector", [.word("std::vector")]), (":-) ;-)", [.word(":-)"), .word(";-)")]),
            ("a - b -- c", [.word("a"), .word("-"), .word("b"), .word("--"), .word("c")]),
            ("wow! ! !! !?", [.word("wow!"), .word("!"), .word("!!"), .word("!?")]),
            ("5'11\" tall", [.word("5'11\""), .word("tall")]), ("barn-owl", [.word("barn-owl")]),
            ("猫頭鷹:鳥 🦉", [.word("猫頭鷹:鳥"), .word("🦉")]),
            ("ינשוף \"לבן גדול\"", [.word("ינשוף"), .phrase("לבן גדול")]),
            ("\"foo:bar\" \"-owl\"", [.word("foo:bar"), .word("-owl")]),
            ("the of and", ["the", "of", "and"].map { .word($0) }),
            ("kind\u{301}:photo", [.word("kind\u{301}:photo")]),
        ] as [(String, [Query.Term])])
    func terms(typed: String, terms: [Query.Term]) throws {
        let query = try Query(parsing: typed)
        #expect(query.terms == terms)
        #expect(query.text == terms.map(\.text).joined(separator: " "))
        #expect(query.filters.allSatisfy { $0.name == .phrase })
        #expect(try Query(parsing: query.description) == query)
    }

    @Test(
        "fields",
        arguments: [
            ("-barn", .without(["barn"])), ("-\"barn owl\" -x", .without(["barn owl", "x"])),
            ("not:barn,tawny", .without(["barn", "tawny"])), ("-12:30", .without(["12:30"])),
            ("by:Ann", .creator("Ann")), ("BY:\"Ann  Lee\"", .creator("Ann Lee")),
            ("creator:“Ann Lee”", .creator("Ann Lee")), ("in:\"Night Walks\"", .collection("Night Walks")),
            ("kind:photo", .kinds([.photo])), ("kind:photo,topic kind:photo", .kinds([.photo, .topic])),
            ("licence:commercial,modify", .licence(LicenceWish([.commercial, .modify]))),
            ("license:CC-BY,cc0", .licence(LicenceWish(licences: ["cc-by", "cc0"]))),
            ("licence:cc-by-4.0", .licence(LicenceWish(licences: ["cc-by-4.0"]))),
            ("licence:museum-of-owls", .licence(LicenceWish(licences: ["museum-of-owls"]))),
            ("orientation:Portrait", .orientation(.portrait)),
            ("colour:teal", .hue(.teal)), ("color:black_and_white", .hue(.blackAndWhite)),
            ("hue:red", .hue(.red)),
        ] as [(String, Filter)])
    func fields(typed: String, filter: Filter) throws {
        let query = try Query(parsing: "owl " + typed)
        #expect(query.text == "owl")
        #expect(query.filters == [filter])
        #expect(try Query(parsing: query.description) == query)
        #expect(try Query("owl", filters: [filter]) == query)
    }

    @Test("sizes, days, orders and providers")
    func values() throws {
        let query = try Query(
            parsing:
                "min:1200×800 owl after:2020 before:2020-06-01T12:00:00Z sort:newest !flickr,unsplash from:flickr",
            limit: 7)
        #expect(
            query.filters == [
                .publishedSince(day), .publishedBefore(day + 152 * 86_400 + 43_200),
                .minimumSize(try #require(size)),
            ])
        #expect(query.order == .newest)
        #expect(query.providers == ["flickr", "unsplash"])
        #expect(
            query.description
                == "owl after:2020-01-01 before:2020-06-01T12:00:00Z min:1200x800 from:flickr,unsplash sort:newest"
        )
        #expect(try Query(parsing: query.description, limit: 7) == query)
    }

    @Test("wishes from beside the query are the same as fields in it")
    func wishes() throws {
        for field in QueryField.all {
            let value =
                field.choices.first ?? ["min": "3x4", "after": "2020", "before": "2021-05"][field.name]
                ?? "flickr"
            var wishes = QueryWishes()
            try wishes.add(field, value)
            #expect(try Query(parsing: "owl", with: wishes) == Query(parsing: "owl \(field.name):\(value)"))
            for name in field.names {
                #expect(
                    try Query(parsing: "owl \(name):\(value)") == Query(parsing: "owl \(field.name):\(value)")
                )
            }
        }
    }
}
