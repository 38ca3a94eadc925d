import ForageCore
import Platform
import TestWording
import Testing

@Suite("The query language")
struct QueryLanguageTests {
    private let day = Date(timeIntervalSince1970: 1_577_836_800)
    private let size = PixelSize(width: 1200, height: 800)

    @Test(
        "words and phrases are read, and other signs are plain text",
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
            ("std::vector", [.word("std::vector")]), ("owl :-)", [.word("owl"), .word(":-)")]),
            ("a - b -- c", [.word("a"), .word("-"), .word("b"), .word("--"), .word("c")]),
            ("wow! ! !! !?", [.word("wow!"), .word("!"), .word("!!"), .word("!?")]),
            ("5'11\" tall", [.word("5'11\""), .word("tall")]), ("barn-owl", [.word("barn-owl")]),
            ("猫頭鷹:鳥 🦉", [.word("猫頭鷹:鳥"), .word("🦉")]),
            ("ינשוף \"לבן גדול\"", [.word("ינשוף"), .phrase("לבן גדול")]),
            ("\"foo:bar\" \"-owl\"", [.word("foo:bar"), .word("-owl")]),
            ("\"the\" of and", ["the", "of", "and"].map { .word($0) }), ("\"of the\"", [.phrase("of the")]),
            ("the 1975", [.word("the"), .word("1975")]), ("the who", [.word("the"), .word("who")]),
            ("kind\u{301}:photo", [.word("kind\u{301}:photo")]),
            ("„barn owl“ x", [.phrase("barn owl"), .word("x")]), ("”barn owl”", [.phrase("barn owl")]),
            ("„barn owl”", [.phrase("barn owl")]), ("« barn owl »", [.phrase("barn owl")]),
            ("»barn owl«", [.phrase("barn owl")]), ("＂barn owl＂", [.phrase("barn owl")]),
            ("don't rock 'n' roll", ["don't", "rock", "'n'", "roll"].map { .word($0) }),
            ("'cause rockin' O’Brien", ["'cause", "rockin'", "O’Brien"].map { .word($0) }),
            ("NARUTO：疾風伝 Re：ゼロ 猫：犬", ["NARUTO：疾風伝", "Re：ゼロ", "猫：犬"].map { .word($0) }),
            ("「猫」の写真", [.word("「猫」の写真")]), ("by：：x", [.word("by：：x")]),
            ("すごい！ ！！ ！猫", [.word("すごい！"), .word("！！"), .word("！猫")]),
            ("a – b 1914–1918 — —x", ["a", "–", "b", "1914–1918", "—", "—x"].map { .word($0) }),
            ("--- --1", [.word("---"), .word("--1")]),
            ("1+1=2 x=y in= by==x", ["1+1=2", "x=y", "in=", "by==x"].map { .word($0) }),
            ("made in :-) :owl:", ["made", "in", ":-)", ":owl:"].map { .word($0) }),
            ("x in : / by", ["x", "in", ":", "/", "by"].map { .word($0) }),
            ("3 1/2\" 5” 猫2\"", ["3", "1/2\"", "5”", "猫2\""].map { .word($0) }),
            ("Portland OR", [.word("Portland"), .word("OR")]),
            ("or not and x", ["or", "not", "and", "x"].map { .word($0) }),
            ("TO BE OR NOT TO BEE", ["TO", "BE", "OR", "NOT", "TO", "BEE"].map { .word($0) }),
            ("owl \"OR\" barn", [.word("owl"), .word("OR"), .word("barn")]),
            ("OR owl", [.word("OR"), .word("owl")]),
            ("\u{FEFF}barn \u{200E}owl\u{200B}", [.word("barn"), .word("owl")]),
            ("\"by\" \":Ann\"", [.word("by"), .word(":Ann")]),
        ] as [(String, [Query.Term])])
    func terms(typed: String, terms: [Query.Term]) throws {
        let query = try Query(parsing: typed)
        #expect(query.terms == terms)
        #expect(query.text == terms.map(\.text).joined(separator: " "))
        #expect(query.filters.allSatisfy { $0.name == .phrase })
        #expect(try Query(parsing: query.description) == query)
    }

    @Test(
        "fields become filters",
        arguments: [
            ("-barn", .without(["barn"])), ("-\"barn owl\" -x", .without(["barn owl", "x"])),
            ("not:barn,tawny", .without(["barn", "tawny"])), ("-12:30", .without(["12:30"])),
            ("by:Ann", .creator("Ann")), ("BY:\"Ann  Lee\"", .creator("Ann Lee")),
            ("creator:“Ann Lee”", .creator("Ann Lee")), ("in:\"Night Walks\"", .collection("Night Walks")),
            ("kind:photo", .kinds([.photo])), ("kind:photo,topic kind:photo", .kinds([.photo, .topic])),
            ("licence:commercial,modify", .licence(LicenceFilter([.commercial, .modify]))),
            ("license:CC-BY,cc0", .licence(LicenceFilter(licences: ["cc-by", "cc0"]))),
            ("licence:cc-by-4.0", .licence(LicenceFilter(licences: ["cc-by-4.0"]))),
            ("licence:museum-of-owls", .licence(LicenceFilter(licences: ["museum-of-owls"]))),
            ("orientation:Portrait", .orientation(.portrait)),
            ("colour:teal", .hue(.teal)), ("color:black_and_white", .hue(.blackAndWhite)),
            ("hue:red", .hue(.red)),
            ("by:'Ann  Lee'", .creator("Ann Lee")), ("by:‘Ann O’Brien’", .creator("Ann O’Brien")),
            ("by:'Ann O'Brien'", .creator("Ann O'Brien")), ("by:'t", .creator("'t")),
            ("by:’Ann’", .creator("Ann")), ("by:„Ann Lee“", .creator("Ann Lee")),
            ("by:«Ann Lee»", .creator("Ann Lee")), ("by：Ann", .creator("Ann")),
            ("by：“Ann Lee”", .creator("Ann Lee")), ("kind：photo，topic", .kinds([.photo, .topic])),
            ("not:'barn owl',x", .without(["barn owl", "x"])), ("-'barn owl'", .without(["barn owl"])),
            ("-‘barn owl’", .without(["barn owl"])), ("-'tis", .without(["'tis"])),
            ("-don't", .without(["don't"])), ("\u{200E}-barn", .without(["barn"])),
            ("content:any", .content(.any)), ("safe-search:SAFE", .content(.safe)),
            ("by:\"-Ann\"", .creator("-Ann")), ("in:2020-", .collection("2020-")),
        ] as [(String, Filter)])
    func fields(typed: String, filter: Filter) throws {
        let query = try Query(parsing: "owl " + typed)
        #expect(query.text == "owl")
        #expect(query.filters == [filter])
        #expect(try Query(parsing: query.description) == query)
        #expect(try Query("owl", filters: [filter]) == query)
    }

    @Test("sizes, dates, sort orders and providers are read")
    func values() throws {
        let query = try Query(
            parsing:
                "min:1200×800 owl after:2020 before:2020-06-01T12:00:00Z sort:newest !flickr,unsplash from:Flickr",
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

    @Test(
        "exclamation marks select providers",
        arguments: ["!flickr,unsplash", "!flickr,!unsplash", "！flickr，！unsplash", "!flickr !unsplash"])
    func providers(typed: String) throws {
        #expect(try Query(parsing: "owl \(typed)").providers == ["flickr", "unsplash"])
    }

    @Test(
        "a query in single quotes gets a hint",
        arguments: [
            ("x 'barn owl' y", Wording.Queries.phrase("barn owl")),
            ("‘wise old owl’", "write \"wise old owl\""),
            ("rock 'n' roll", nil), ("don't 'cause", nil), ("'n' sync'", nil), ("\"'barn owl'\"", nil),
            ("owl", nil),
        ] as [(String, String?)])
    func hints(typed: String, hint: String?) throws {
        let given = try Query(parsing: typed).hint
        if let hint {
            #expect(given?.contains(hint) == true, "\(given ?? "")")
        } else {
            #expect(given == nil)
        }
    }

    @Test("options have the same effect as fields of the query")
    func options() throws {
        for field in QueryField.all {
            let value =
                field.choices.first ?? ["min": "3x4", "after": "2020", "before": "2021-05"][field.name]
                ?? "flickr"
            var options = QueryOptions()
            try options.add(field, value)
            #expect(try Query(parsing: "owl", with: options) == Query(parsing: "owl \(field.name):\(value)"))
            for name in field.names {
                #expect(
                    try Query(parsing: "owl \(name):\(value)") == Query(parsing: "owl \(field.name):\(value)")
                )
            }
        }
    }
}
