import ForageCore
import TestWording
import Testing

@Suite("Errors in queries")
struct QueryFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let typed: String
        let faulty: String
        let sentence: String

        init(_ typed: String, at faulty: String, says sentence: String) {
            self.typed = typed
            self.faulty = faulty
            self.sentence = sentence
        }

        var testDescription: String { typed }
    }

    @Test(
        "an error names the position and a suggestion",
        arguments: [
            Case(
                "owl lisence:commercial", at: "lisence",
                says: Wording.Usage.notAFilter("lisence", didYouMean: "licence")),
            Case("foo:bar", at: "foo", says: Wording.Queries.inQuotes),
            Case("Re:Zero", at: "Re", says: Wording.Queries.inQuotes),
            Case("-foo:bar owl", at: "foo", says: Wording.Usage.isNotAFilter),
            Case(
                "owl kind:phto", at: "phto",
                says: Wording.Usage.notAValue("phto", of: "kind", didYouMean: "photo")),
            Case("owl kind:photo,phto", at: "phto", says: Wording.Usage.didYouMean("photo")),
            Case("owl kind:", at: "kind:", says: "\(Wording.Usage.needsValue("kind")): kind:KIND."),
            Case("owl kind:photo,", at: "kind:photo,", says: Wording.Usage.needsValue("kind")),
            Case("owl by:\"\"", at: "\"\"", says: Wording.Usage.takesName("by")),
            Case("owl by:!!", at: "!!", says: Wording.Usage.takesName("by")),
            Case("owl -!!", at: "-!!", says: "takes a word or a phrase"),
            Case("owl -!flickr", at: "-!flickr", says: Wording.Queries.onlyWords),
            Case("owl -kind:photo", at: "-kind:photo", says: Wording.Queries.onlyWords),
            Case(
                "owl min:12", at: "12", says: "\(Wording.Usage.size("min")) such as 1200x800, not \"12\"."),
            Case(
                "owl after:soon", at: "soon",
                says: Wording.Usage.date("after", suchAs: "2024, 2024-05 or 2024-05-31")),
            Case("owl after:2023-02-29", at: "2023-02-29", says: Wording.Usage.date("after")),
            Case("owl licence:comercial", at: "comercial", says: Wording.Usage.didYouMean("commercial")),
            Case("owl licence:cc-byy", at: "cc-byy", says: Wording.Usage.didYouMean("cc-by")),
            Case("owl licence:cc-bysa", at: "cc-bysa", says: Wording.Usage.didYouMean("cc-by-sa")),
            Case("owl licence:CC-SA-BY", at: "CC-SA-BY", says: Wording.Usage.didYouMean("cc-by-sa")),
            Case("owl licence:by-nc", at: "by-nc", says: Wording.Usage.didYouMean("cc-by-nc")),
            Case("owl licence:cc-by-4", at: "cc-by-4", says: Wording.Usage.didYouMean("cc-by-4.0")),
            Case(
                "owl licence:cc-by-sa-5.0", at: "cc-by-sa-5.0", says: Wording.Usage.didYouMean("cc-by-sa-4.0")
            ),
            Case(
                "owl licence:cc-bt-2.5-fr", at: "cc-bt-2.5-fr", says: Wording.Usage.didYouMean("cc-by-2.5-fr")
            ),
            Case("owl licence:cc-0", at: "cc-0", says: Wording.Usage.didYouMean("cc0-1.0")),
            Case("owl licence:cc0-2.0", at: "cc0-2.0", says: Wording.Usage.didYouMean("cc0-1.0")),
            Case(
                "owl licence:cc-by-4.0-xyz", at: "cc-by-4.0-xyz", says: Wording.Usage.didYouMean("cc-by-4.0")),
            Case(
                "owl licence:cc-whatever", at: "cc-whatever",
                says:
                    "\(Wording.Usage.isNotAValue(of: "licence")); choose one of: \"commercial\", \"modify\", \"redistribute\", \"cc-by\""
            ),
            Case(
                "owl from:flickre", at: "flickre",
                says: Wording.Usage.notAProvider("flickre", didYouMean: "flickr")),
            Case("owl !flickre", at: "flickre", says: Wording.Usage.notAProvider("flickre")),
            Case("owl from:Fl!", at: "Fl!", says: Wording.Usage.isNotAProvider),
            Case("owl \"barn", at: "\"", says: Wording.Queries.unclosedQuote),
            Case(
                "owl by:“Ann Lee\"", at: "“", says: Wording.Queries.unclosed("”")
            ),
            Case("owl by:\"Ann\"Lee", at: "L", says: Wording.Queries.spaceMissing),
            Case(
                "barn\u{7}owl", at: "\u{7}", says: "the control character U+0007 is not allowed in a query."),
            Case("barn \u{0}", at: "\u{0}", says: "U+0000"),
            Case("barn \u{FFFD}x", at: "\u{FFFD}", says: "these bytes are not UTF-8 text."),
            Case(
                "orientation:portrait owl orientation:landscape", at: "landscape",
                says: Wording.Usage.contradicts("orientation:landscape", "orientation:portrait")),
            Case("owl by:Ann by:Bea", at: "Bea", says: "contradicts by:Ann"),
            Case("owl sort:newest sort:relevance", at: "relevance", says: "contradicts sort:newest"),
            Case("-owl owl", at: "-owl", says: Wording.Queries.both("owl")),
            Case("\"barn owls\" -BARN", at: "-BARN", says: "\"barn owls\" cannot be"),
            Case(
                "owl by:\"Ann Lee\" -lee", at: "-lee",
                says: "\(Wording.Queries.selectedBoth("Ann Lee")) (by:Ann Lee) and excluded."),
            Case(
                "owl -nights in:\"Owl nights\"", at: "-nights",
                says: Wording.Queries.selectedBoth("Owl nights")
            ),
            Case("Éric -eric", at: "-eric", says: "excluded."),
            Case("owl after:2020 before:2020", at: "2020", says: "before:2020 contradicts after:2020"),
            Case(
                "owl licence:cc-by-nc,commercial", at: "commercial",
                says: "no licence is commercial, cc-by-nc"),
            Case(
                "🦉 ינשוף kond:photo", at: "kond",
                says: "\(Wording.Queries.atCharacter(9))\(Wording.Usage.notAFilter("kond"))"),
        ])
    func faults(_ wanted: Case) throws {
        let fault = try #require(throws: QueryError.self) {
            try Query(parsing: wanted.typed, knowing: ["flickr", "unsplash"])
        }
        guard case .syntax(let syntax) = fault else {
            Issue.record("\(fault)")
            return
        }
        #expect(syntax.faulty == wanted.faulty)
        #expect(syntax.before + syntax.faulty + syntax.after == wanted.typed)
        #expect("\(fault)".contains(wanted.sentence), "\(fault)")
        #expect("\(fault)".hasPrefix(Wording.Queries.atCharacter(syntax.before.count + 1)))
        #expect(!"\(fault)".unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test(
        "a query of nothing but stop words asks for another word or for quotes",
        arguments: [
            Case("the of and", at: "the of and", says: "nearly every text has these words; add a more"),
            Case("The", at: "The", says: "nearly every text has this word; add a more"),
            Case("  to be, or not to be!", at: "to be, or not to be!", says: Wording.Queries.inQuotes),
            Case("kind:photo the -owl", at: "the", says: Wording.Queries.addSpecificWord),
        ])
    func stopWords(_ wanted: Case) throws { try faults(wanted) }

    @Test(
        "signs of other query languages are refused with what to write instead",
        arguments: [
            Case("owl !flickr,", at: "!flickr,", says: Wording.Usage.needsValue("from")),
            Case("owl !flickr.", at: "flickr.", says: Wording.Usage.didYouMean("flickr")),
            Case("owl !flickr;unsplash", at: "flickr;unsplash", says: Wording.Usage.isNotAProvider),
            Case("owl ！flickre", at: "flickre", says: Wording.Usage.didYouMean("flickr")),
            Case(
                "owl from:flickr,!unsplash", at: "!unsplash", says: Wording.Queries.onlyWords),
            Case("owl from:-flickr", at: "-flickr", says: Wording.Queries.onlyWords),
            Case("owl by:-Ann", at: "-Ann", says: Wording.Queries.onlyWords),
            Case("owl by:!Ann", at: "!Ann", says: Wording.Queries.onlyWords),
            Case("owl by:-\"Ann Lee\"", at: "-\"Ann", says: Wording.Queries.onlyWords),
            Case("owl by:–Ann", at: "–Ann", says: Wording.Queries.onlyWords),
            Case("owl -by：Ann", at: "-by：Ann", says: Wording.Queries.onlyWords),
            Case(
                "owl –barn", at: "–",
                says: "use \(Wording.Queries.plainHyphen) to exclude a word, as in -barn."),
            Case("owl −\"barn owl\"", at: "−", says: Wording.Queries.plainHyphen),
            Case("owl －barn", at: "－", says: Wording.Queries.plainHyphen),
            Case("owl --kind photo", at: "--", says: Wording.Queries.optionsOutside),
            Case("owl by: Ann", at: "by:", says: "\(Wording.Usage.needsValue("by")): by:NAME."),
            Case("owl by :Ann", at: "by :", says: "\(Wording.Queries.withoutSpaces), with a colon: by:NAME."),
            Case("owl by : \"Ann Lee\"", at: "by :", says: Wording.Queries.withoutSpaces),
            Case("owl by ：Ann", at: "by ：", says: Wording.Queries.withoutSpaces),
            Case("owl by=Ann", at: "by=", says: "\(Wording.Queries.withoutSpaces), with a colon: by:NAME."),
            Case("owl MIN=1200x800", at: "MIN=", says: "min:WxH"),
            Case(
                "owl kind:photo ,topic", at: ",", says: "\(Wording.Queries.commaSpaces) between values."),
            Case("owl kind:photo, topic", at: "kind:photo,", says: Wording.Usage.needsValue("kind")),
            Case("owl !flickr , unsplash", at: ",", says: Wording.Queries.commaSpaces),
            Case("barn owl\"", at: "\"", says: Wording.Queries.unopenedQuote),
            Case("“a “b” c”", at: "”", says: Wording.Queries.unopenedQuote),
            Case("\"a \"b\" c\"", at: "\"", says: Wording.Queries.unopenedQuote),
            Case("owl by:Ann\" x", at: "\"", says: Wording.Queries.unopenedQuote),
            Case("owl -barn” x", at: "”", says: Wording.Queries.unopenedQuote),
            Case("„barn owl", at: "„", says: "is not closed; close it with “"),
            Case("owl -\"barn\"x", at: "x", says: Wording.Queries.spaceMissing),
            Case("owl by:'Ann'\"x\"", at: "\"", says: Wording.Queries.unopenedQuote),
            Case(
                "owl OR barn", at: "OR",
                says: "\(Wording.Queries.operatorWord("OR")): results must match all words"),
            Case("猫 OR 犬", at: "OR", says: "in lower case or in quotes."),
            Case("\"barn owl\" AND night", at: "AND", says: "so leave it out"),
            Case("owl NOT barn", at: "NOT", says: Wording.Queries.hyphen),
            Case("NOT barn owl", at: "NOT", says: Wording.Queries.noOperator),
            Case("owl lisence：cc0", at: "lisence", says: Wording.Usage.didYouMean("licence")),
            Case("owl min:1200xx800", at: "1200xx800", says: Wording.Usage.takesSize),
            Case("owl min:1200×800x", at: "1200×800x", says: Wording.Usage.takesSize),
            Case("owl min:1200", at: "1200", says: Wording.Usage.takesSize),
            Case("owl after:2020-13", at: "2020-13", says: "takes a date"),
            Case("owl after:2020/05", at: "2020/05", says: "takes a date"),
            Case("owl after:2020-5", at: "2020-5", says: "takes a date"),
            Case(
                "owl licence:commercial;modify", at: "commercial;modify",
                says: Wording.Usage.isNotAValue(of: "licence")),
            Case("owl licence:-commercial", at: "-commercial", says: "only words and phrases"),
        ])
    func lookalikes(_ wanted: Case) throws { try faults(wanted) }

    @Test(
        "a query with nothing left to search for is refused",
        arguments: [
            ("", QueryError.empty), (" \t\n", .empty), ("!!! – (…)", .empty), ("\"\"", .empty),
            ("-owl", .wordless),
            ("kind:photo", .wordless),
            ("!flickr", .wordless), ("\u{200B}\u{FEFF}", .empty), ("\u{200E}-owl", .wordless),
            ("sort:newest -\"a b\"", .wordless),
        ])
    func nothing(typed: String, fault: QueryError) {
        #expect(throws: fault) { try Query(parsing: typed) }
        #expect(fault.description.hasPrefix(Wording.Queries.nothing))
    }

    @Test(
        "a query with too many words is refused at the position where it becomes too long",
        arguments: [
            (String(repeating: "owl ", count: 500), nil), (String(repeating: "owl ", count: 501), 2_001),
            (String(repeating: "owl ", count: 10_000), 2_001),
            ("kind:photo " + String(repeating: "owl ", count: 501), 2_012),
            (String(repeating: "x", count: 2_001), 1),
            ("\"" + String(repeating: "a ", count: 1_001) + "\"", 1),
            (String(repeating: "é", count: 10_000), 1_001),
        ])
    func tooLong(typed: String, place: Int?) throws {
        guard let place else {
            #expect(throws: Never.self) { try Query(parsing: typed) }
            return
        }
        let fault = try #require(throws: QueryError.self) { try Query(parsing: typed) }
        #expect(
            "\(fault)".hasPrefix(
                "\(Wording.Queries.atCharacter(place))\(Wording.Queries.tooLong); services accept at most 2000 bytes"
            ))
    }

    @Test("a query that contradicts an option is refused")
    func others() throws {
        var options = try QueryOptions(.options) { _ in [] }
        let shape = try #require(QueryField.all.first { $0.name == "orientation" })
        try options.add(shape, "portrait")
        let fault = #expect(throws: QueryError.self) {
            try Query(parsing: "owl orientation:square", with: options)
        }
        #expect(
            fault?.description.contains("orientation:square contradicts --orientation \"portrait\"") == true)
        #expect(
            throws: QueryError.option(
                Wording.Usage.contradicts(#"--orientation "square""#, #"--orientation "portrait""#))
        ) {
            try options.add(shape, "square")
        }
    }

    @Test(
        "a query that names other providers or kinds than the options is refused; equal ones are accepted",
        arguments: [
            ("from", "unsplash", "owl from:flickr", "from:flickr contradicts --provider \"unsplash\""),
            ("from", "unsplash,flickr", "owl !flickr", "from:flickr contradicts --provider \"unsplash\""),
            ("from", "flickr", "owl from:flickr,unsplash", "from:unsplash contradicts --provider \"flickr\""),
            ("kind", "photo", "owl kind:answer", "kind:answer contradicts --kind \"photo\""),
            ("licence", "cc0", "owl licence:cc-by", "licence:cc-by contradicts --licence \"cc0\""),
            ("from", "flickr,unsplash", "owl from:unsplash,flickr", nil), ("from", "flickr", "owl", nil),
            ("licence", "commercial", "owl licence:cc-by", nil),
            ("licence", "cc-by", "owl licence:modify", nil),
            ("from", "flickr", "owl kind:photo", nil), ("not", "barn", "owl -tawny", nil),
        ] as [(String, String, String, String?)])
    func alternatives(field: String, option: String, query: String, fault: String?) throws {
        var options = try QueryOptions(.options) { _ in [] }
        try options.add(#require(QueryField.all.first { $0.name == field }), option)
        guard let fault else {
            let both = try Query(parsing: query, with: options)
            #expect(Set(both.providers).count == both.providers.count)
            return
        }
        let thrown = #expect(throws: QueryError.self) { try Query(parsing: query, with: options) }
        #expect(thrown?.description.contains("\(fault); \(Wording.Queries.oneOfThem)") == true)
    }
}

extension QueryOptions.Form {
    /// The form of a command's options.
    fileprivate static let options = QueryOptions.Form(name: { "--\($0.flag)" }) { "--\($0.flag) \"\($1)\"" }
}
