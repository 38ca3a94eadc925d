import ForageCore
import TestWording
import Testing

@testable import ForageProviders

@Suite("Invalid definitions")
struct RefusalTests {
    @Test("the small definition is valid")
    func sound() throws {
        #expect(SmallDefinition.fault(SmallDefinition.text) == nil)
    }

    private static let forms: [(old: String, new: String, fault: String)] = [
        (
            "\"hosts\"", "\"hots\"",
            "9:5: \(Wording.Definitions.notAPart("hots", of: #""about""#)); \(Wording.Usage.didYouMean("hosts"))"
        ),
        (
            "\"details\"", "\"zzz\"",
            "16:3: \(Wording.Definitions.notAPart("zzz", of: "a definition")); choose one of: \"$schema\", \"about\""
        ),
        ("\"museum\"", "\"The Museum\"", "4:11: expected a name of lower-case letters"),
        (
            "\"museum\"", "7",
            "4:11: \(Wording.Settings.expected(#"a name of lower-case letters, digits and hyphens such as "my-museum""#, found: "7"))"
        ),
        (
            "[\"photo\"]", "[\"foto\"]",
            "8:15: \(Wording.Settings.expected(#""photo", "answer", "topic", "episode", "video" or "audio""#, found: #""foto""#))"
        ),
        ("[\"photo\"]", "[]", "8:14: \(Wording.Definitions.atLeastOne)"),
        ("\"name\": \"The Museum\",", "", "3:12: \(Wording.Settings.missing("name"))"),
        (
            "\"name\": \"The Museum\",", "\"name\": \"a\", \"name\": \"b\",",
            "5:18: \(Wording.Settings.twice("name"))"
        ),
        ("\"id\": \"/id\",", "", "20:11: \(Wording.Settings.missing("id"))"),
        (
            "\"title\": \"/title\"", "\"title\": 7",
            "22:14: \(Wording.Settings.expected("a text, or an object { }", found: "7"))"
        ),
        (
            "urn:forage:definition:1", "urn:forage:config:1",
            "2:14: expected \"urn:forage:definition:1\", found"
        ),
        (
            "urn:forage:definition:1", "urn:forage:definition:2",
            "2:14: this version of Forage reads \"urn:forage:definition:1\", not \"urn:forage:definition:2\"; write that"
        ),
        (
            "\"The Museum\"", "\"The \\u202Emuseum\"",
            "5:13: \(Wording.Settings.expected("a text on one line", found: "\"The \\u{202E}museum\"")); remove the invisible characters"
        ),
        ("\"The Museum\"", "\"The\\u0007 Museum\"", "5:13: expected a text on one line, found"),
        ("\"The Museum\"", "\"The\\u2028Museum\"", "5:13: expected a text on one line, found"),
        (
            "\"by\": \"page\"", "\"by\": \"pages\"",
            "17:20: \(Wording.Settings.expected(#""page", "offset", "cursor", "link" or "ids""#, found: #""pages""#)); \(Wording.Usage.didYouMean("page"))"
        ),
        ("\"samples\": [", "\"samples\": [], \"more\": [", "25:14: \(Wording.Definitions.atLeastOne)"),
        ("{\"by\"", "{\"by\" 5", "17:19: a colon is missing between the key and its value"),
    ]

    @Test("an invalid form is refused with its position", arguments: forms)
    func form(old: String, new: String, fault: String) throws {
        let found = try #require(SmallDefinition.fault(SmallDefinition.text(old, new)))
        #expect(found.hasPrefix("museum.json:\(fault)"), "\(found)")
    }

    @Test("all errors of form are reported at once, and a misspelt member is not also missing")
    func wholeForm() throws {
        let text = SmallDefinition.text("\"hosts\"", "\"hots\"").replacing(
            "\"by\": \"page\"", with: "\"by\": \"pages\""
        )
        .replacing("\"title\": \"/title\"", with: "\"title\": 7")
        let fault = try #require(
            #expect(throws: DefinitionError.self) { try SmallDefinition.definition(text).check() })
        let places = fault.problems.map { $0.description.split(separator: ": ")[0] }
        #expect(places == ["museum.json:9:5", "museum.json:17:20", "museum.json:22:14"])
    }

    @Test("all errors in requests and places are reported at once")
    func wholePlan() throws {
        let text = SmallDefinition.text("\"id\": \"/id\"", "\"id\": \"id\"")
            .replacing("\"title\": \"/title\"", with: "\"title\": \"title\"").replacing(
                "{text}", with: "{txt}")
        let fault = try #require(
            #expect(throws: DefinitionError.self) { try SmallDefinition.definition(text).check() })
        #expect(fault.problems.count == 3)
    }

    @Test("at most 20 errors are reported at once")
    func many() throws {
        let members = (0..<50).map { "\"x\($0)\": 1" }.joined(separator: ", ")
        let text = SmallDefinition.text("\"hosts\"", "\(members), \"hosts\"")
        let fault = try #require(
            #expect(throws: DefinitionError.self) { try SmallDefinition.definition(text) })
        #expect(fault.problems.count == 20)
    }

    private static let requests: [(old: String, new: String, fault: String)] = [
        (
            "\"https://api.museum.example\"]", "\"https://10.0.0.7\"]",
            "https://10.0.0.7 is an IP address or a name in a local network; use a public host name"
        ),
        ("\"https://api.museum.example\"]", "\"https://[::1]\"]", "https://[::1] is an IP address"),
        (
            "\"https://api.museum.example\"]", "\"https://nas.local\"]",
            "https://nas.local is an IP address or a name in a local network"
        ),
        (
            "\"https://api.museum.example\"]", "\"https://api.museum.example/v1\"]",
            "expected an origin such as"
        ),
        (
            "\"https://api.museum.example\"]", "\"http://api.museum.example\"]",
            "keys would be sent to http://api.museum.example unencrypted; use https"
        ),
        (
            "https://api.museum.example/search\"", "https://museum.example/search\"",
            "\(Wording.Definitions.notAHost("https://museum.example")) \"hosts\""
        ),
        (
            "https://api.museum.example/search\"", "https://{text}/search\"",
            Wording.Definitions.hostInAddress
        ),
        (
            "https://api.museum.example/search\"", "https://api.museum.example{text}\"",
            Wording.Definitions.hostInAddress
        ),
        (
            "https://api.museum.example/search\"", "https://api.museum.example/{key.apiKey}\"",
            "put the key in \"query\" or \"headers\""
        ),
        (
            "https://api.museum.example/search\"", "file:///etc/passwd\"",
            Wording.Definitions.hostInAddress
        ),
        (
            "{text}", "{txt}",
            "\(Wording.Definitions.notAPlaceholder("{txt}")); choose one of: \"text\", \"size\", \"page\" or \"key.apiKey\""
        ),
        (
            "https://api.museum.example/search\"", "https://api.museum.example/search#{text}\"",
            "text after a # is never sent; leave it out, or write %23"
        ),
        (
            "\"name\": \"apiKey\"", "\"name\": \"api.key\"",
            Wording.Settings.expected(#"a name of letters and digits such as "apiKey""#, found: #""api.key""#)
        ),
        ("{text}", "{text", "a brace in \"{text\" is not closed or not opened"),
        ("{text}", "owl", "the request has no {text}, so every answer would be the same"),
        ("{page}", "1", "the request has no {page}"),
        ("{key.apiKey}", "{key.other}", Wording.Definitions.notAPlaceholder("{key.other}")),
        (
            "\"name\": \"apiKey\"", "\"name\": \"baseURL\"",
            "\"baseURL\" is already the name of a setting; choose another name"
        ),
        (
            "FORAGE_KEY_MUSEUM", "MUSEUM_API_KEY",
            "the names of variables for museum must start with \"FORAGE_KEY_MUSEUM\""
        ),
        (
            "\"key\": \"{key.apiKey}\"}",
            "\"key\": \"{key.apiKey}\"}, \"filters\": {\"licence\": {\"query\": \"l\", \"values\": {}}}",
            Wording.Definitions.atLeastOne
        ),
        (
            "\"key\": \"{key.apiKey}\"}",
            "\"key\": \"{key.apiKey}\"}, \"filters\": {\"licence\": {\"query\": \"l\", \"values\": {\"cc-bi\": \"x\"}}}",
            "\"cc-bi\" is not a licence that can be asked for; \(Wording.Usage.didYouMean("cc-by"))"
        ),
        (
            "\"by\": \"page\"", "\"by\": \"cursor\"",
            "paging by cursor needs \"next\", which says where the next cursor is in an answer"
        ),
        (
            "\"by\": \"page\"", "\"by\": \"page\", \"next\": \"/next\"",
            "\"next\" is only for paging by cursor or by link; leave it out, or write \"by\": \"cursor\""
        ),
        ("\"items\": \"/works\",", "", "\"items\", which says where the list of items is, is missing"),
        ("\"search\": {", "\"browse\": {", Wording.Definitions.notAPlaceholder("{text}")),
    ]

    @Test("invalid requests are refused", arguments: requests)
    func request(old: String, new: String, fault: String) throws {
        let found = try #require(SmallDefinition.fault(SmallDefinition.text(old, new)))
        #expect(found.contains(": \(fault)"), "\(found)")
    }

    private static let values: [(old: String, new: String, fault: String)] = [
        (
            "\"/title\"", "\"title\"",
            Wording.Settings.expected(#"a JSON Pointer such as "/data/0/title""#, found: #""title""#)
        ),
        (
            "\"/title\"", "\"/titel\"",
            "item 1 of sample 1 has no \"title\", because the answer has no value at \"/titel\"; correct"
        ),
        ("\"/title\"", "{\"at\": \"/title\", \"text\": \"x\"}", "exactly one of \"at\", \"first\""),
        ("\"/title\"", "{\"each\": \"/by\"}", "\"value\", what to read, belongs to \"each\""),
        (
            "\"/title\"", "{\"text\": \"{title}\"}",
            "{title} is not a pointer into an answer; write one such as {/id} or {#/base}"
        ),
        (
            "\"/title\"", "{\"at\": \"/title\", \"then\": [\"htm\"]}",
            "\(Wording.Settings.expected(#""html", "encode", "https" or "number""#, found: #""htm""#)); \(Wording.Usage.didYouMean("html"))"
        ),
        (
            "\"/title\"", "{\"at\": \"/title\", \"then\": [{\"prefix\": \"a\", \"suffix\": \"b\"}]}",
            "only one transform is allowed here"
        ),
        (
            "\"/title\"", "{\"at\": \"/title\", \"then\": [{\"regex\": \"(a+)+\"}]}",
            "\"regex\" is not a transform"
        ),
        (
            "\"page\": \"/url\"", "\"page\": \"/url\", \"summary\": \"/no/where\"",
            "\(Wording.Definitions.leadsNowhere("/no/where")) in any of the samples"
        ),
        (
            "\"page\": \"/url\"", "\"page\": \"/url\", \"summary\": {\"first\": [\"/title\", \"#/nothing\"]}",
            Wording.Definitions.leadsNowhere("#/nothing")
        ),
        (
            "\"/title\"", "{\"each\": \"/by\", \"value\": {\"each\": \"#/works\", \"value\": \"/title\"}}",
            "the inner list must be part of an element of the outer list, so it cannot start with # or ^"
        ),
        (
            "\"/title\"",
            "{\"each\": \"/a\", \"value\": {\"each\": \"/b\", \"value\": {\"each\": \"/c\", \"value\": \"/d\"}}}",
            "lists can be nested only two deep"
        ),
        (
            "\"total\": \"/count\"", "\"total\": \"/cuont\"",
            Wording.Settings.expected(#"nothing for "next""#, found: #""2""#)
        ),
        (
            "[\"photo\"]", "[\"photo\", \"topic\"]",
            "\"kind\" is missing; it is needed because the provider has several kinds of items"
        ),
    ]

    @Test("invalid values are refused", arguments: values)
    func value(old: String, new: String, fault: String) throws {
        let found = try #require(SmallDefinition.fault(SmallDefinition.text(old, new)))
        #expect(found.contains(": \(fault)"), "\(found)")
    }

    private static let samples: [(old: String, new: String, fault: String)] = [
        (
            ", \"page\": \"https://museum.example/7\"}]", "}]",
            "30:17: \"page\" is missing in item 1 of sample 1; write at least \"id\", \"title\" and \"page\""
        ),
        (
            "\"url\": \"https://museum.example/7\"", "\"url\": \"/7\"",
            "29:38: item 1 of sample 1 has no \"page\", because the answer has no value at \"/url\"; correct"
        ),
        (
            "\"works\": [{\"id\": 7, ",
            "\"works\": [{\"id\": 7, \"title\": \"x\", \"url\": \"https://a.example/\"}, {",
            "item 2 of sample 1 has no \"id\""
        ),
        (
            "\"items\": [{\"id\": \"7\", \"title\": \"Owl\"",
            "\"items\": [{\"id\": \"7\", \"title\": \"Owls\"",
            "30:38: \(Wording.Settings.expected(#""Owls" at /0/title"#, found: #""Owl""#))"
        ),
        (
            "\"items\": [{", "\"items\": [{\"creator\": {\"name\": \"A\"}, ",
            Wording.Settings.expected("an object at /0/creator", found: "nothing")
        ),
        (
            "\"items\": [{\"id\"", "\"items\": [{\"tags\": [\"a\"], \"id\"",
            Wording.Settings.expected("a list at /0/tags", found: "a list")
        ),
        (
            "\"next\": null", "\"next\": \"2\"",
            Wording.Settings.expected(#""2" for "next""#, found: "nothing")
        ),
        ("\"total\": 1\n", "\"total\": 2\n", Wording.Settings.expected(#"2 for "total""#, found: "1")),
        (
            "\"works\": [{",
            "\"works\": [{\"id\": 8, \"title\": \"Hawk\", \"url\": \"https://museum.example/8\"}, {",
            "the sample gives 2 items, expected 1"
        ),
        (
            "{\"count\": 1,", "{\"count\": null,",
            Wording.Settings.expected(#"nothing for "next""#, found: #""2""#)
        ),
        (
            "\"works\": [", "\"wroks\": [",
            "\(Wording.Definitions.unreadableAnswer): \(Wording.Answers.changed("/works", 1, of: 1))"
        ),
        (
            "page=1&n=30", "page=2&n=30",
            "the request goes to https://api.museum.example/search?q=owl&page=1&n=30, not"
        ),
        (
            "{\"search\": \"owl\"}", "{}",
            "exactly one of \"search\", \"browse\", \"file\" and \"details\" is needed here"
        ),
        ("{\"search\": \"owl\"}", "{\"browse\": \"latest\"}", "The Museum has no list of what is new."),
        (
            "\"body\": {", "\"body\": {\"filler\": \"\(String(repeating: "a", count: 1_100_000))\", ",
            "a sample can have at most 1 MiB"
        ),
    ]

    @Test("a sample that does not decode as stated is refused", arguments: samples)
    func sample(old: String, new: String, fault: String) throws {
        let found = try #require(SmallDefinition.fault(SmallDefinition.text(old, new)))
        #expect(found.contains(fault), "\(found.prefix(300))")
    }

    @Test("an invalid definition is refused only on use, with its position")
    func lazily() throws {
        let definition = try SmallDefinition.definition(SmallDefinition.text("\"/title\"", "\"/titel\""))
        let provider = DefinedProvider(definition)
        #expect(provider.info.id == "museum")
        #expect(throws: (any Error).self) { try definition.check() }
    }

    @Test("text that is not JSON, empty or too long is refused", arguments: ["", "[]", "{", "null", "{}"])
    func nothing(text: String) throws {
        let fault = try #require(SmallDefinition.fault(text))
        #expect(fault.hasPrefix("museum.json:1:"))
    }
}
