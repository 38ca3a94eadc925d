import ForageCore
import JSON
import Platform
import TestWording
import Testing

@testable import ForageProviders

@Suite("Replies of a program")
struct ReplyTests {
    @Test("a request is read, with keys only by name")
    func endpoint() throws {
        let line = #"""
            {"endpoint": {"method": "POST", "url": "https://api.sample.example/s", "query": [["q", "owl"],
             ["key", {"key": "apiKey"}]], "headers": [["Authorization", "Bearer ", {"key": "apiKey"}]]}}
            """#
        let endpoint = try Reply(Array(line.utf8)).endpoint(of: Samples.info).get()
        var expected = Endpoint.get("https://api.sample.example/s")
            .query("q", "owl").query("key", .key("apiKey"))
            .header("Authorization", "Bearer ", .key("apiKey"))
        expected.method = .post
        #expect(endpoint == expected)
    }

    @Test("a draft is read with all its fields")
    func draft() throws {
        let line = #"""
            {"page": {"drafts": [{"id": "7", "kind": "episode", "title": "Owl", "page": "https://sample.example/7",
             "summary": "Hoot", "renditions": [{"role": "small", "url": "https://i.sample.example/7.jpg",
             "mediaType": "image/jpeg", "width": 640, "height": 480}], "creator": {"name": "Ann",
             "url": "https://sample.example/ann"}, "licence": {"id": "cc0-1.0", "name": "CC0 1.0"},
             "source": {"name": "Elsewhere", "url": "https://else.example/"}, "published": "2024-05-31T00:00:00Z",
             "catalogue": "elsewhere",
             "tags": ["bird"], "collection": "Night", "duration": 61.5, "place": {"name": "Oslo", "latitude": 59.9,
             "longitude": 10.7}, "camera": {"name": "Box", "iso": 400},
             "blurHash": "LHF5?xYk^6#M@-5c,1J5@[or[Q6.", "altText": "An owl at night", "mature": false,
             "downloadNotice": "https://api.sample.example/7/download"}], "next": null}}
            """#
        var expected = Draft(localID: "7", kind: .episode, title: "Owl", page: "https://sample.example/7")
        expected.summary = "Hoot"
        expected.renditions = [
            Rendition(
                .small, at: "https://i.sample.example/7.jpg", mediaType: "image/jpeg",
                size: PixelSize(width: 640, height: 480))
        ]
        expected.creator = Creator(name: "Ann", url: "https://sample.example/ann")
        expected.licence = Licence(id: "cc0-1.0", name: "CC0 1.0")
        expected.via = NamedLink("Elsewhere", "https://else.example/")
        expected.catalogue = "elsewhere"
        expected.publishedAt = Date(timeIntervalSince1970: 1_717_113_600)
        expected.tags = ["bird"]
        expected.collection = "Night"
        expected.duration = .milliseconds(61_500)
        expected.place = Place(name: "Oslo", latitude: 59.9, longitude: 10.7)
        expected.camera = Camera(name: "Box", iso: 400)
        expected.blurHash = BlurHash("LHF5?xYk^6#M@-5c,1J5@[or[Q6.")
        expected.altText = "An owl at night"
        expected.isMature = false
        expected.downloadNotice = "https://api.sample.example/7/download"
        #expect(try Reply(Array(line.utf8)).step(of: Samples.info).get() == .page(Page(drafts: [expected])))
        // Samples of definitions are compared with what is written of a draft.
        let written = JSONWriter.bytes { expected.write(to: &$0) }
        #expect(try Draft(program: JSONDocument(written).root) == expected)
    }

    @Test("related queries are read as texts")
    func related() throws {
        let page = #"{"page": {"drafts": [], "related": ["barn owl", "Barn  Owl", "night"]}}"#
        var expected = Page(drafts: [])
        expected.related = ["barn owl", "night"]
        #expect(try Reply(Array(page.utf8)).step(of: Samples.info).get() == .page(expected))
        let wrong = #"{"page": {"drafts": [], "related": [{}]}}"#
        #expect(throws: (any Error).self) { try Reply(Array(wrong.utf8)).step(of: Samples.info).get() }
    }

    @Test("further requests and reasons are read")
    func others() throws {
        let more = try Reply(Array(#"{"more": [{"url": "https://api.sample.example/7"}]}"#.utf8))
        #expect(try more.step(of: Samples.info).get() == .more([.get("https://api.sample.example/7")]))
        let unreadable = try Reply(Array(#"{"unreadable": "It is a poem."}"#.utf8)).step(of: Samples.info)
        #expect(unreadable == .failure(.unreadable("It is a poem.")))
        let silent = try Reply(Array(#"{"unreadable": " "}"#.utf8)).step(of: Samples.info)
        #expect(silent == .failure(.unreadable("it gave no reason")))
        let drift = try Reply(
            Array(#"{"page": {"drafts": [], "drift": [{"path": "/a/*/b", "count": 1, "total": 2}]}}"#.utf8))
        #expect(
            try drift.step(of: Samples.info) == .failure(.drift([Drift(path: "/a/*/b", count: 1, total: 2)]))
        )
        let unanswerable = try Reply(Array(#"{"unanswerable": "Nothing is listed."}"#.utf8))
        #expect(try unanswerable.endpoint(of: Samples.info) == .failure(.unanswerable("Nothing is listed.")))
    }

    @Test("a reason is shortened and shown on one line")
    func long() throws {
        let line = #"{"unreadable": "one\ntwo \#(String(repeating: "x", count: 100_000))"}"#
        guard case .failure(.unreadable(let reason)) = try Reply(Array(line.utf8)).step(of: Samples.info)
        else {
            Issue.record("It was read.")
            return
        }
        #expect(reason.hasPrefix("one two xxx") && reason.count == 200)
        let fault = #expect(throws: DocumentError.self) {
            try Reply(Array(#"{"\#(String(repeating: "x", count: 100_000))": 1}"#.utf8)).step(
                of: Samples.info)
        }
        #expect((fault?.description.count ?? 0) < 300)
    }

    @Test("an error is reported with its position", arguments: mistakes)
    func refuses(line: String, sentence: String) {
        let fault = #expect(throws: DocumentError.self) {
            let reply = try Reply(Array(line.utf8))
            if line.contains("endpoint") { _ = try reply.endpoint(of: Samples.info) }
            _ = try reply.step(of: Samples.info)
        }
        #expect(fault?.description == sentence)
    }

    /// A page of one draft with one more member.
    private static func draft(_ member: String) -> String {
        #"{"page": {"drafts": [{"id": "1", "kind": "photo", "title": "Owl", "page": "https://a.example/", \#(member)}]}}"#
    }

    static let mistakes: [(String, String)] = [
        ("hello", #""hello" is not JSON: Line 1, column 1: \#(Wording.Settings.notJSON)."#),
        ("[]", "the line should be an object"),
        ("null", "the line should be an object"),
        (#"{"page": null}"#, "/page is missing"),
        ("{}", "/page is missing"),
        (#"{"pages": {}}"#, "/pages is not known; did you mean “page”?"),
        (#"{"page": {"drafts": 3}}"#, "/page/drafts should be a list"),
        (#"{"page": {"drafts": [], "total": -1}}"#, "/page/total should be a number of at least 0"),
        (
            #"{"page": {"drafts": [\#(Array(repeating: Samples.draft, count: 1_001).joined(separator: ","))]}}"#,
            "/page/drafts has more than 1000 elements"
        ),
        (#"{"page": {"drafts": [{"kind": "photo"}]}}"#, "/page/drafts/0/id is missing"),
        (
            #"{"page": {"drafts": [{"id": "1", "kind": "poem"}]}}"#,
            "/page/drafts/0/kind should be one of photo, answer, topic, episode, video, audio"
        ),
        (
            #"{"page": {"drafts": [{"id": "1", "kind": "photo", "title": "", "page": "javascript:1"}]}}"#,
            "/page/drafts/0/page should be a web address"
        ),
        (
            #"{"page": {"drafts": [{"license": {}}]}}"#,
            "/page/drafts/0/license is not known; did you mean “licence”?"
        ),
        (
            draft(#""published": 1717113600"#),
            "/page/drafts/0/published should be a time in ISO 8601 format"
        ),
        (draft(#""duration": [61, 0]"#), "/page/drafts/0/duration should be a number of seconds"),
        (
            draft(#""renditions": [{"role": "full", "url": "https://a.example/", "sizeBy": "measured"}]"#),
            "/page/drafts/0/renditions/0/sizeBy is not known"
        ),
        (#"{"endpoint": {"url": "ftp://a.example"}}"#, "/endpoint/url should be a web address"),
        (
            #"{"endpoint": {"url": "https://a.example", "query": [["k", {"key": "PATH"}]]}}"#,
            "/endpoint/query/0/1/key names the key “PATH”, which the provider does not declare"
        ),
        (
            #"{"endpoint": {"url": "https://a.example", "headers": [["Host", "b.example"]]}}"#,
            "/endpoint/headers/0 is not a header field: \(Wording.Services.headerSetByForage) Host"
        ),
        (
            #"{"endpoint": {"url": "https://a.example", "headers": [["A", "b"], ["X\r\nY", "b"]]}}"#,
            #"/endpoint/headers/1 is not a header field: "X\u{D}\u{A}Y" \#(Wording.Services.noHeaderName)"#
        ),
        (
            #"{"endpoint": {"url": "https://a.example", "headers": [["X", "a\r\nHost: b"]]}}"#,
            "/endpoint/headers/0 is not a header field: the header field X has a control character in its value"
        ),
        (
            #"{"more": [{"url": "https://a.example", "headers": [["Transfer-Encoding", "chunked"]]}]}"#,
            "/more/0/headers/0 is not a header field: \(Wording.Services.headerSetByForage) Transfer-Encoding"
        ),
        (
            #"{"endpoint": {"url": "https://a.example", "query": [[]]}}"#,
            "/endpoint/query/0 should begin with a name"
        ),
    ]
}
