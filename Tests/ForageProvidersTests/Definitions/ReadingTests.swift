import ForageCore
import JSON
import Platform
import Testing

@testable import ForageProviders

@Suite("Values read by a definition")
struct ReadingTests {
    /// The draft of a record, with one more field in the small definition's item.
    private func draft(_ field: String, of record: String) throws -> Draft? {
        let item = SmallDefinition.text(
            "\"page\": \"/url\"", "\"page\": \"/url\"\(field.isEmpty ? "" : ", ")\(field)")
        let definition = try SmallDefinition.definition(item)
        let compiler = PlanCompiler(text: definition.text, info: definition.info)
        let body =
            "{\"base\": \"https://img.example/a b\", \"works\": [{\"id\": 7, \"title\": \"Owl\", \"url\": \"https://museum.example/7\", \(record)}]}"
        let page = try compiler.plan().page(
            of: Response(body: Array(body.utf8)), for: .search(try Query("owl"), PageRequest(size: 5)),
            of: definition.info)
        return page.drafts.first
    }

    private static let summaries: [(value: String, record: String, summary: String?)] = [
        (#""/a""#, #""a": " x ""#, "x"), (#""/a""#, #""a": 1.50"#, "1.50"), (#""/a""#, #""a": true"#, "true"),
        (#""/a""#, #""a": null"#, nil), (#""/a""#, #""a": {}"#, nil), (#""/a""#, #""a": """#, nil),
        (#""/a""#, #""a": ["x", "y"]"#, "x"), (#""/a/1""#, #""a": ["x", "y"]"#, "y"),
        (#""/a/b~1c""#, #""a": {"b/c": "x"}"#, "x"), (##""#/base""##, #""a": 1"#, "https://img.example/a b"),
        (#"{"at": "/a", "then": ["html"]}"#, #""a": "<p>x &amp; <b>y</b></p>""#, "x & y"),
        (#"{"at": "/a", "then": ["html"]}"#, #""a": "<script>x</script>""#, nil),
        (#"{"at": "/a", "then": ["encode"]}"#, #""a": "a/b c""#, "a%2Fb%20c"),
        (#"{"at": "/a", "then": ["https"]}"#, #""a": "http://x""#, "https://x"),
        (#"{"at": "/a", "then": [{"prefix": "<"}, {"suffix": ">"}]}"#, #""a": "x""#, "<x>"),
        (#"{"at": "/a", "then": [{"drop": "File:"}]}"#, #""a": "File:x""#, "x"),
        (#"{"at": "/a", "then": [{"after": "/"}]}"#, #""a": "x/y/z""#, "z"),
        (#"{"at": "/a", "then": [{"after": "/"}]}"#, #""a": "x""#, nil),
        (#"{"at": "/a", "then": [{"before": "px-"}]}"#, #""a": "960px-x-8px-y""#, "960"),
        (#"{"at": "/a", "then": [{"before": "px-"}]}"#, #""a": "x""#, nil),
        (#"{"at": "/a", "then": [{"replace": "/9", "by": "/3"}]}"#, #""a": "x/9/9é""#, "x/9/3é"),
        (#"{"at": "/a", "then": [{"replace": "/9", "by": "/3"}]}"#, #""a": "x""#, nil),
        (#"{"at": "/a", "then": [{"join": ", "}]}"#, #""a": ["x", "y", null]"#, "x, y"),
        (#"{"at": "/a", "then": [{"join": ", "}]}"#, #""a": "x""#, "x"),
        (#"{"at": "/a", "then": [{"map": {"x": "y"}}]}"#, #""a": "x""#, "y"),
        (#"{"at": "/a", "then": [{"map": {"x": "y"}}]}"#, #""a": "z""#, nil),
        (#"{"at": "/a", "then": [{"map": {"x": "y"}, "else": "w"}]}"#, #""a": "z""#, "w"),
        (#"{"first": ["/a", "/b"]}"#, #""b": "x""#, "x"),
        (#"{"first": ["/a", {"text": "No {/b}"}], "then": [{"suffix": "!"}]}"#, #""b": "x""#, "No x!"),
        (#"{"all": ["/a", "/b", "/c"], "then": [{"join": " "}]}"#, #""a": "x", "c": "y""#, "x y"),
        (
            #"{"each": "/a", "value": "/n", "then": [{"join": "+"}]}"#, #""a": [{"n": "x"}, {}, {"n": "y"}]"#,
            "x+y"
        ),
        (
            #"{"each": "/a", "where": {"at": "/f", "has": "~large."}, "value": "/n"}"#,
            #""a": [{"f": "o~orig.jpg", "n": "x"}, {"n": "z"}, {"f": "o~large.jpg", "n": "y"}]"#, "y"
        ),
        (#"{"text": "{/a} of {/b}"}"#, #""a": 1, "b": 2"#, "1 of 2"),
        (#"{"text": "{/a} of {/b}"}"#, #""a": 1"#, nil),
    ]

    @Test("texts are read, combined and transformed", arguments: summaries)
    func summary(value: String, record: String, summary: String?) throws {
        #expect(try draft("\"summary\": \(value)", of: record)?.summary == summary)
    }

    @Test("the text alternative of a picture is read")
    func alternative() throws {
        #expect(try draft(#""alt": "/a""#, of: #""a": "An owl at night""#)?.altText == "An owl at night")
    }

    @Test(
        "a copy gets its height from the shape of its picture, and only smaller copies are listed",
        arguments: [(4_000, [PixelSize(width: 960, height: 720)]), (960, []), (500, [])])
    func copies(width: Int, sizes: [PixelSize?]) throws {
        let file =
            #""files": [{"role": "regular", "url": "/f", "width": {"text": "960"}, "like": {"width": "/w", "height": "/h"}, "below": "/w"}]"#
        let record = #""f": "https://img.example/960px-owl.jpg", "w": \#(width), "h": \#(width * 3 / 4)"#
        #expect(try draft(file, of: record)?.renditions.map(\.size) == sizes)
    }

    @Test(
        "records are sorted by a number, and those without one come last",
        arguments: [
            #"[{"id": 1, "n": 3}, {"id": 2}, {"id": 3, "n": 1}, {"id": 4}, {"id": 5, "n": "2"}]"#,
            #"{"1": {"id": 1, "n": 3}, "2": {"id": 2}, "3": {"id": 3, "n": 1}, "4": {"id": 4}, "5": {"id": 5, "n": "2"}}"#,
        ])
    func order(records: String) throws {
        let definition = try SmallDefinition.definition(
            SmallDefinition.text("\"total\":", "\"order\": \"/n\", \"total\":"))
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        let works = records.replacing(
            "\"id\"", with: "\"title\": \"Owl\", \"url\": \"https://museum.example/7\", \"id\"")
        let page = try plan.page(
            of: Response(body: Array("{\"works\": \(works)}".utf8)),
            for: .search(try Query("owl"), PageRequest(size: 5)), of: definition.info)
        #expect(page.drafts.map(\.localID) == ["3", "5", "1", "2", "4"])
    }

    @Test(
        "a BlurHash is read, and other text is ignored",
        arguments: [
            (#""LHF5?xYk^6#M@-5c,1J5@[or[Q6.""#, true), (#""LHF5""#, false), ("null", false), ("5", false),
        ])
    func blurHash(value: String, isRead: Bool) throws {
        let hash = try draft(#""blurHash": "/b""#, of: "\"b\": \(value)")?.blurHash
        #expect((hash != nil) == isRead)
    }

    @Test("values that grow too much stop the reading with an error", arguments: bombs)
    func bomb(field: String) throws {
        let long = String(repeating: "ab ", count: 300_000)
        let fault = #expect(throws: ProviderError.self) {
            try draft(field, of: "\"a\": \"\(long)\", \"l\": [\(ones)]")
        }
        #expect(fault?.description.contains("The answer gives too much data") == true)
    }

    private static let bombs = [
        #""summary": {"at": "/a", "then": [{"replace": "a", "by": "\#(String(repeating: "b", count: 1_000))", "all": true}]}"#,
        "\"summary\": {\"text\": \"\(String(repeating: "{/a}", count: 90))\"}",
        "\"tags\": {\"all\": [\(Array(repeating: "\"#/works/0/a\"", count: 90).joined(separator: ", "))]}",
        "\"summary\": {\"at\": \"/a\", \"then\": [\(Array(repeating: "\"html\"", count: 8).joined(separator: ", "))]}",
        "\"tags\": {\"each\": \"/l\", \"value\": {\"at\": \"#/works/0/a\"}}",
        "\"summary\": {\"each\": \"/l\", \"value\": \"\", \"then\": [{\"join\": \"\(String(repeating: "j", count: 60_000))\"}, "
            + "{\"prefix\": \"p\"}]}, \"collection\": {\"all\": [\"/a\", \"/a\", \"/a\", \"/a\"], \"then\": [{\"join\": \"\"}, \"encode\"]}",
    ]

    private var ones: String { Array(repeating: "1", count: 100).joined(separator: ", ") }

    @Test("long values are read")
    func long() throws {
        let long = String(repeating: "ab ", count: 300_000)
        let summary = try draft(
            "\"summary\": {\"at\": \"/a\", \"then\": [\"https\"]}", of: "\"a\": \"\(long)\"")?.summary
        #expect(summary?.utf8.count == 899_999)
    }

    private static let addresses: [(value: String, record: String, url: String?)] = [
        (#""/a""#, #""a": "https://x.example/a b""#, "https://x.example/a%20b"),
        (#""/a""#, #""a": "javascript:alert(1)""#, nil), (#""/a""#, #""a": "/relative""#, nil),
        (#"{"text": "https://x.example/{/a}"}"#, #""a": "../b?c""#, "https://x.example/..%2Fb%3Fc"),
        (##"{"text": "{+#/base}/{/a}.jpg"}"##, #""a": "1 2""#, "https://img.example/a%20b/1%202.jpg"),
        (
            #"{"first": ["/b", {"text": "https://x.example/{/a}"}]}"#, #""a": "a/b""#,
            "https://x.example/a%2Fb"
        ),
        (#"{"at": "/a", "then": [{"prefix": "https:"}]}"#, #""a": "//x.example/1""#, "https://x.example/1"),
    ]

    @Test("addresses are read", arguments: addresses)
    func address(value: String, record: String, url: String?) throws {
        let draft = try draft(#""files": [{"role": "small", "url": \#(value)}]"#, of: record)
        #expect(draft?.renditions.map(\.url.text) == [url].compactMap(\.self))
    }

    private static let dates: [(form: String, written: String, seconds: Double?)] = [
        ("any", #""2024-05-31T10:00:00+02:00""#, 1_717_142_400), ("any", #""2024-05-31""#, 1_717_113_600),
        ("any", #""Fri, 31 May 2024 08:00:00 GMT""#, 1_717_142_400), ("any", #""yesterday""#, nil),
        ("time", #""2024-05-31""#, nil), ("day", #""2024-05-31 23:59:59""#, 1_717_113_600),
        ("day", #""2024-02-30""#, nil), ("mail", #""31 May 24 03:00 EST""#, 1_717_142_400),
        ("mail", #""Fri, 31 May 2024 10:00:00 XYZ""#, nil),
        ("mail", #""Fri, 31 Mai 2024 10:00:00 GMT""#, nil),
        ("seconds", "1717142400", 1_717_142_400), ("seconds", #""1717142400""#, 1_717_142_400),
        ("seconds", "1e300", nil), ("milliseconds", "1717142400500", 1_717_142_400.5),
        ("year", #""1889""#, -2_556_057_600), ("year", "1889", -2_556_057_600),
        ("year", #""c. 1889""#, -2_556_057_600), ("year", #""no date""#, nil),
    ]

    @Test("dates are read", arguments: dates)
    func date(form: String, written: String, seconds: Double?) throws {
        let value = #""published": {"at": "/a", "then": [{"date": "\#(form)"}]}"#
        #expect(try draft(value, of: "\"a\": \(written)")?.publishedAt?.timeIntervalSince1970 == seconds)
    }

    private static let durations: [(value: String, record: String, seconds: Double?)] = [
        (#""/a""#, #""a": 90"#, 90), (#""/a""#, #""a": "1:30""#, 90), (#""/a""#, #""a": "01:01:30""#, 3690),
        (#""/a""#, #""a": "1:2:3:4""#, nil), (#""/a""#, #""a": -1"#, nil), (#""/a""#, #""a": "1e99""#, nil),
        (#""/a""#, #""a": "65535:65535:65535""#, nil), (#""/a""#, #""a": "0x10""#, nil),
        (#""/a""#, #""a": "nan""#, nil), (#""/a""#, #""a": 0"#, nil), (#""/a""#, #""a": "0:00""#, nil),
        (#"{"at": "/a", "then": [{"number": 0.001}]}"#, #""a": "1500""#, 1.5),
    ]

    @Test("durations are read", arguments: durations)
    func duration(value: String, record: String, seconds: Double?) throws {
        #expect(try draft("\"duration\": \(value)", of: record)?.duration == seconds.map { .seconds($0) })
    }

    private static let licences: [(value: String, record: String, licence: String?)] = [
        (#"{"url": "/a"}"#, #""a": "http://creativecommons.org/licenses/by-sa/4.0/""#, "cc-by-sa-4.0"),
        (#"{"url": "/a"}"#, #""a": "https://x.example/terms""#, nil),
        (
            #"{"url": "/a", "name": "/b"}"#, #""a": "https://x.example/terms", "b": "House Rules""#,
            "house-rules"
        ),
        (#"{"name": "/b"}"#, #""b": "CC BY 4.0""#, "cc-by-4.0"),
        (#"{"id": "/a", "name": "/b"}"#, #""a": "own", "b": "Our own""#, "own"),
    ]

    @Test("licences are read", arguments: licences)
    func licence(value: String, record: String, licence: String?) throws {
        #expect(try draft("\"licence\": \(value)", of: record)?.licence?.id == licence)
    }

    @Test("the origins of pictures that must be hotlinked are read")
    func pictures() throws {
        let terms = #""terms": {"hotlink": true, "pictures": ["https://images.museum.example"]}, "keys""#
        let info = try SmallDefinition.definition(SmallDefinition.text("\"keys\"", terms)).info
        #expect(info.terms.requiresHotlinking)
        #expect(info.terms.pictureOrigins == ["https://images.museum.example/"])
    }

    @Test("impossible sizes are left out")
    func sizes() throws {
        let file =
            #""files": [{"role": "small", "url": "/url", "width": "/w", "height": "/h", "type": "/t"}]"#
        let correct = try draft(file, of: #""w": "640", "h": 480.0, "t": "image/png""#)?.renditions.first
        #expect(correct?.size == PixelSize(width: 640, height: 480))
        #expect(correct?.mediaType == "image/png")
        let unsound = try #require(try draft(file, of: #""w": -1, "h": 480"#)?.renditions.first)
        #expect(unsound.size == nil)
    }
}
