import ForageCore
import JSON
import Platform
import Testing

@testable import ForageProviders

@Suite("Records and values of many shapes")
struct LanguageTests {
    /// The page that the small definition reads from a body after some changes.
    private func page(
        _ edits: [(String, String)], of body: String, from url: WebURL? = nil, cursor: String? = nil
    ) throws -> Page {
        var text = SmallDefinition.text
        for (old, new) in edits {
            try #require(text.contains(old))
            text = text.replacing(old, with: new, maxReplacements: 1)
        }
        let definition = try SmallDefinition.definition(text)
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        return try plan.page(
            of: Response(url: url, body: Array(body.utf8)),
            for: .search(try Query("owl"), PageRequest(size: 5, cursor: cursor)), of: definition.info)
    }

    private static let items = #""items": "/works""#
    private static func record(_ id: Int, _ more: String = "") -> String {
        #"{"id": \#(id), "title": "Owl \#(id)", "url": "https://museum.example/\#(id)"\#(more)}"#
    }

    private static let lists: [(path: String, body: String, ids: [String])] = [
        ("/works/*", #"{"works": {"a": \#(record(1)), "b": \#(record(2))}}"#, ["1", "2"]),
        ("/works/*", #"{"works": [\#(record(1)), \#(record(2))]}"#, ["1", "2"]),
        ("/works/*", #"{"works": {"a": \#(record(1)), "page": 1, "new": ["x"]}}"#, ["1"]),
        (
            "/found/*/works",
            #"{"found": [{"works": [\#(record(1)), \#(record(2))]}, {}, {"works": [\#(record(3))]}]}"#,
            ["1", "2", "3"]
        ),
        (
            "/found/*/works/*",
            #"{"found": {"x": {"works": {"a": \#(record(1))}}, "y": {"works": []}}}"#, ["1"]
        ),
        ("/found/*/works", #"{"found": []}"#, []),
    ]

    @Test("records are in lists, in objects, and in lists inside records", arguments: lists)
    func records(path: String, body: String, ids: [String]) throws {
        #expect(
            try page([(Self.items, #""items": "\#(path)""#)], of: body).drafts.map(\.localID) == ids)
    }

    @Test(
        "a list that is nowhere is drift",
        arguments: [#"{"found": [{"other": 1}]}"#, #"{"found": 7}"#, "{}"])
    func lost(body: String) throws {
        #expect(throws: ProviderError.self) {
            try page([(Self.items, #""items": "/found/*/works""#)], of: body)
        }
    }

    @Test("a value can be read from the record around the item, and an item has the name of its member")
    func around() throws {
        let body =
            #"{"found": {"x": {"by": "Ines", "works": {"a": {"title": "Owl", "url": "https://museum.example/1"}}}}}"#
        let page = try page(
            [
                (Self.items, #""items": "/found/*/works/*""#),
                (#""id": "/id""#, #""id": "@", "summary": "^/by", "collection": "^@""#),
            ], of: body)
        let draft = try #require(page.drafts.first)
        #expect((draft.localID, draft.summary, draft.collection) == ("a", "Ines", "x"))
    }

    @Test(
        "records are chosen by conditions",
        arguments: [
            (#"{"at": "/type", "is": "image"}"#, ["1", "4"]),
            (#"{"at": "/type", "not": ["image", "text"]}"#, ["2", "3"]),
            (#"[{"at": "/type", "exists": true}, {"at": "/type", "has": "i"}]"#, ["1", "2", "4"]),
        ])
    func choice(condition: String, ids: [String]) throws {
        let body =
            #"{"works": [\#(Self.record(1, #", "type": "image""#)), \#(Self.record(2, #", "type": "video""#)), \#(Self.record(3)), \#(Self.record(4, #", "type": "image""#))]}"#
        let page = try page([(Self.items, #""items": "/works", "where": \#(condition)"#)], of: body)
        #expect(page.drafts.map(\.localID) == ids)
        #expect(page.drift.isEmpty)
    }

    @Test("if no record has the value of a condition, the service has changed")
    func choiceDrift() throws {
        #expect(throws: ProviderError.self) {
            try page(
                [(Self.items, #""items": "/works", "where": {"at": "/type", "is": "image"}"#)],
                of: #"{"works": [\#(Self.record(1))]}"#)
        }
    }

    // MARK: - Values

    private static let values: [(value: String, record: String, text: String?)] = [
        (#""/a/*""#, #", "a": {"de": ["Eule"], "en": ["Owl"]}"#, "Eule"),
        (#"{"first": ["/a/en", "/a/*"]}"#, #", "a": {"de": ["Eule"], "en": ["Owl"]}"#, "Owl"),
        (#"{"at": "/a/*/n", "then": [{"join": "+"}]}"#, #", "a": [{"n": "x"}, {}, {"n": "y"}]"#, "x+y"),
        (#"{"each": "/a/*", "value": "@", "then": [{"join": "+"}]}"#, #", "a": {"x": 1, "y": 2}"#, "x+y"),
        (#"{"each": "/a", "value": {"text": "{^/id}{/n}"}}"#, #", "a": [{"n": "x"}]"#, "1x"),
        (
            #"{"at": "/a", "when": {"at": "/b", "is": "x"}}"#, #", "a": "yes", "b": "x""#, "yes"
        ),
        (#"{"at": "/a", "when": {"at": "/b", "is": "x"}}"#, #", "a": "yes", "b": "y""#, nil),
        (
            ##"{"lookup": "#/table", "named": "/a", "value": "/name"}"##, #", "a": "k""#, "In the table"
        ),
        (##"{"lookup": "#/table", "named": "/a", "value": "/name"}"##, #", "a": "other""#, nil),
        (
            ##"{"lookup": "#/list", "on": "/key", "named": "/a", "value": "/name"}"##, #", "a": 7"#,
            "In the list"
        ),
        (#"{"at": "/a", "then": [{"split": ","}, {"take": 1}]}"#, #", "a": "x, y,, z""#, "y"),
        (#"{"at": "/a", "then": [{"split": ","}, {"take": -1}]}"#, #", "a": "x, y,, z""#, "z"),
        (#"{"at": "/a", "then": [{"split": ","}, {"take": 5}]}"#, #", "a": "x, y""#, nil),
        (#"{"at": "/a", "then": [{"replace": "_", "by": " ", "all": true}]}"#, #", "a": "x_y_z""#, "x y z"),
        (#"{"at": "/a", "then": [{"replace": "_", "by": " ", "all": true}]}"#, #", "a": "xyz""#, "xyz"),
        (
            #"{"at": "/a", "then": [{"html": "img@src"}]}"#,
            #", "a": "<p src='no'><IMG alt='x' src='/a.jpg?b=1&amp;c'></p>""#, "/a.jpg?b=1&c"
        ),
        (#"{"at": "/a", "then": [{"html": "href"}]}"#, #", "a": "<b>x</b> <a href='/y'>z</a>""#, "/y"),
        (#"{"at": "/a", "then": [{"html": "img@src"}]}"#, #", "a": "no markup""#, nil),
    ]

    @Test("values are found, chosen and taken apart", arguments: values)
    func value(value: String, record: String, text: String?) throws {
        let body =
            #"{"works": [\#(Self.record(1, record))], "table": {"k": {"name": "In the table"}}, "list": [{"key": 6, "name": "x"}, {"key": 7, "name": "In the list"}]}"#
        let page = try page([(#""title": "/title""#, #""title": "/title", "summary": \#(value)"#)], of: body)
        #expect(page.drafts.first?.summary == text)
    }

    private static let durations: [(text: String, seconds: Double?)] = [
        ("90", 90), ("1:30", 90), ("01:02:03", 3_723), ("2:48.5", 168.5), ("T02:48:29", 10_109),
        ("PT3M", 180), ("PT1H2M3.5S", 3_723.5), ("P1DT1H", 90_000), ("P1W", 604_800), ("P1M", nil),
        ("PT", nil), ("P", nil), ("1:2:3:4", nil), ("3 minutes", nil), ("PT99999999999999999S", nil),
    ]

    @Test("durations are read as seconds, as a clock and in ISO 8601 format", arguments: durations)
    func duration(text: String, seconds: Double?) throws {
        let page = try page(
            [(#""title": "/title""#, #""title": "/title", "duration": "/d""#)],
            of: #"{"works": [\#(Self.record(1, #", "d": "\#(text)""#))]}"#)
        #expect(page.drafts.first?.duration == seconds.map { .seconds($0) })
    }

    private static let dates: [(form: String, text: String, date: String?)] = [
        ("D M Y", "31 May 2024", "2024-05-31T00:00:00Z"), ("D M Y", "1st  June 2024", "2024-06-01T00:00:00Z"),
        ("M D, Y", "Sept. 3, 2024", "2024-09-03T00:00:00Z"), ("D.M.Y", "7.5.2024", "2024-05-07T00:00:00Z"),
        ("Y:M:D h:m:s", "2015:10:31 23:00:35", "2015-10-31T23:00:35Z"),
        ("YMD", "20240531", "2024-05-31T00:00:00Z"), ("M Y", "May 2024", "2024-05-01T00:00:00Z"),
        ("D/M/Y", "31/02/2024", nil), ("D M Y", "31 Mai 2024 x", nil), ("D M Y", "May 31 2024", nil),
        ("year", "about 1889", "1889-01-01T00:00:00Z"), ("year", "1667–1682", "1667-01-01T00:00:00Z"),
        ("year", "19th century", nil),
    ]

    @Test("dates are read in the form that a service writes", arguments: dates)
    func date(form: String, text: String, date: String?) throws {
        let page = try page(
            [
                (
                    #""title": "/title""#,
                    #""title": "/title", "published": {"at": "/d", "then": [{"date": "\#(form)"}]}"#
                )
            ], of: #"{"works": [\#(Self.record(1, #", "d": "\#(text)""#))]}"#)
        #expect(page.drafts.first?.publishedAt == date.flatMap { Date(iso8601: $0) })
    }

    @Test("a pattern for dates has a year, and each part once", arguments: ["D M", "Y Y", "", "lately"])
    func pattern(text: String) {
        #expect(DateForm(text) == nil)
    }

    @Test("a place, a camera and a licence in a sentence are read")
    func facts() throws {
        let fields =
            #""licence": {"name": "/l"}, "place": {"name": "/p", "latitude": "/y", "longitude": "/x"}, "camera": {"name": "/c", "iso": "/i"}"#
        let page = try page(
            [(#""title": "/title""#, #""title": "/title", \#(fields)"#)],
            of:
                #"{"works": [\#(Self.record(1, #", "l": "(c) Ines Dahl (CC BY 4.0)", "p": "Skagen", "y": "57.7", "x": 10.6, "c": "Box", "i": 200"#))]}"#
        )
        let draft = try #require(page.drafts.first)
        #expect(draft.licence?.id == "cc-by-4.0")
        #expect(draft.place == Place(name: "Skagen", latitude: 57.7, longitude: 10.6))
        #expect(draft.camera == Camera(name: "Box", iso: 200))
    }

    @Test("a film and a sound have a kind, a duration, a file with its type, chapters and a transcript")
    func kinds() throws {
        let fields =
            #""kind": "/k", "duration": "/d", "chapters": "/c", "transcript": "/t", "files": [{"role": "thumbnail", "url": "/p"}, {"role": "original", "url": "/f"}]"#
        let page = try page(
            [
                (#"["photo"]"#, #"["video", "audio"]"#),
                (#""title": "/title""#, #""title": "/title", \#(fields)"#),
            ],
            of:
                #"{"works": [\#(Self.record(1, #", "k": "video", "d": 90, "p": "https://a.example/1.jpg", "f": "https://a.example/1.MP4", "c": "https://a.example/c.json", "t": "https://a.example/t.vtt""#)), \#(Self.record(2, #", "k": "audio", "f": "https://a.example/2.mp3?x=1""#))]}"#
        )
        #expect(page.drafts.map(\.kind) == [.video, .audio])
        let film = try #require(page.drafts.first)
        #expect(film.renditions.map(\.mediaType) == [nil, "video/mp4"])
        #expect((film.chapters, film.transcript) == ("https://a.example/c.json", "https://a.example/t.vtt"))
        #expect(page.drafts[1].renditions.map(\.mediaType) == ["audio/mpeg"])
    }

    // MARK: - Files

    @Test("each element of a list is a file, whose purpose follows from its size")
    func files() throws {
        let file =
            #"{"each": "/f", "where": {"at": "/t", "is": "image"}, "url": "/u", "size": "/s", "type": {"text": "image/{^/ext}"}}"#
        let page = try page(
            [(#""title": "/title""#, #""title": "/title", "files": [\#(file)]"#)],
            of:
                #"{"works": [\#(Self.record(1, #", "ext": "png", "f": [{"t": "image", "u": "https://a.example/1", "s": "192x192"}, {"t": "audio", "u": "https://a.example/2"}, {"t": "image", "u": "https://a.example/3", "s": "1024 × 768 px"}]"#))]}"#
        )
        let files = try #require(page.drafts.first?.renditions)
        #expect(files.map(\.role) == [.small, .large])
        #expect(
            files.map(\.size) == [PixelSize(width: 192, height: 192), PixelSize(width: 1024, height: 768)])
        #expect(files.map(\.mediaType) == ["image/png", "image/png"])
    }

    @Test(
        "an IIIF image service gives copies that are smaller than the picture",
        arguments: [
            "https://i.example/7", "https://i.example/7/info.json",
            "https://i.example/7/full/843,/0/default.jpg",
        ])
    func iiif(service: String) throws {
        let file = #"{"iiif": "/f", "width": "/w", "height": "/h"}"#
        let page = try page(
            [(#""title": "/title""#, #""title": "/title", "files": [\#(file)]"#)],
            of: #"{"works": [\#(Self.record(1, #", "f": "\#(service)", "w": 1000, "h": 500"#))]}"#)
        let files = try #require(page.drafts.first?.renditions)
        #expect(
            files.map(\.url.text)
                == ["400,", "800,", "max"].map { "https://i.example/7/full/\($0)/0/default.jpg" })
        #expect(files.map(\.size?.height) == [200, 400, 500])
    }

    @Test("a file has one address")
    func oneAddress() {
        for file in [#"{"role": "small"}"#, #"{"url": "/url", "iiif": "/url"}"#] {
            let fault = SmallDefinition.fault(
                SmallDefinition.text(#""title": "/title""#, #""title": "/title", "files": [\#(file)]"#))
            #expect(fault?.contains(#"exactly one of "url" and "iiif""#) == true)
        }
    }

    private static let searches = [
        ##"{"lookup": "#/works", "on": "/id", "named": "/id", "value": "/title"}"##, ##""#/works/*/l/*/*""##,
    ]

    @Test(
        "tables and places of any name are searched in bounds", .timeLimit(.minutes(1)), arguments: searches)
    func bounds(value: String) {
        let records = (0..<1_000).map { Self.record($0, #", "l": [[[1, 2], [3]], [[4]]]"#) }
        #expect(throws: ProviderError.self) {
            try page(
                [
                    (
                        #""title": "/title""#,
                        #""title": "/title", "summary": \#(value), "tags": {"all": [\#(value), \#(value)]}"#
                    )
                ],
                of: #"{"works": [\#(records.joined(separator: ","))]}"#)
        }
    }

    // MARK: - Pages

    private static let linked = (#""by": "page""#, #""by": "link", "next": "/next""#)
    private static let unpaged = (#", "page": "{page}""#, "")

    @Test(
        "the address of the next page can be in the answer, at a listed host",
        arguments: [
            ("https://api.museum.example/search?p=2", "https://api.museum.example/search?p=2"),
            ("/search?p=2", "https://api.museum.example/search?p=2"),
            ("https://other.example/search?p=2", nil), ("", nil),
        ])
    func link(written: String, next: String?) throws {
        let page = try page(
            [Self.linked, Self.unpaged], of: #"{"works": [\#(Self.record(1))], "next": "\#(written)"}"#,
            from: "https://api.museum.example/search?q=owl")
        #expect(page.next == next)
    }

    @Test("the first page can have a cursor")
    func firstCursor() throws {
        let text = SmallDefinition.text(#""by": "page""#, #""by": "cursor", "first": "*", "next": "/next""#)
            .replacing("{page}", with: "{cursor}")
        let definition = try SmallDefinition.definition(text)
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        for (cursor, query) in [(nil, "q=owl&page=%2A&n=5"), ("abc", "q=owl&page=abc&n=5")] {
            let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 5, cursor: cursor))
            let endpoint = try plan.endpoint(for: request, of: definition.info)
            #expect(endpoint.openAddress?.text == "https://api.museum.example/search?\(query)")
        }
        let fault = SmallDefinition.fault(
            SmallDefinition.text(#""by": "page""#, #""by": "page", "first": "*""#))
        #expect(fault?.contains("only the first cursor can be a text") == true)
    }

    @Test(
        "an ID can be several steps of a path, but never leave its folder",
        arguments: [
            ("/9200/a b", "https://api.museum.example/works/9200/a%20b"), ("a/../../b", nil), ("..", nil),
            ("a/./b", nil),
        ])
    func wholeID(id: String, address: String?) throws {
        let definition = try SmallDefinition.definition(
            SmallDefinition.text(
                "https://api.museum.example/works/{id}", "https://api.museum.example/works{+id}"))
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        let request = ProviderRequest.details(ItemID(provider: "museum", local: id))
        #expect((try? plan.endpoint(for: request, of: definition.info))?.openAddress?.text == address)
    }
}
