import Cocoacasts
import ForageCore
import TestWording
import Testing

@Suite("Broken lists of Cocoacasts")
struct DamageTests {
    private let provider = CocoacastsProvider()

    @Test("the complete episodes of a truncated body are read, and the position of its end is reported")
    func cutOff() throws {
        let page = try provider.page("cut-off")
        #expect(page.drafts.map(\.title) == ["Counting Owls With Core Location", "Drawing the Night Map"])
        #expect(page.drift.isEmpty)
        #expect(try #require(page.damage).hasPrefix("\(Wording.Answers.endsEarly) Line 1, column 1"))
    }

    @Test("an invalid byte replaces one letter")
    func badByte() throws {
        let page = try provider.page("bad-byte")
        #expect(page.drafts.count == 6)
        #expect(page.drafts.first?.summary?.contains("per\u{FFFD}mission") == true)
        #expect(try #require(page.damage).hasPrefix("\(Wording.Answers.damaged) Line 1, column "))
    }

    @Test("a value of a wrong type is left out, and counted if it is required or wrong in every episode")
    func wrongTypes() throws {
        let page = try provider.page("wrong-types")
        let front = "https://cocoacasts.com/"
        #expect(
            page.drafts.map(\.line) == [
                "A number in quotes | \(front) | 61 s", "Spaces around it | \(front)",
                "A picture of another kind | \(front) | 2019-01-02 03:04:05 +0000 | "
                    + "thumbnail https://cdn.cocoacasts.com/photo.PNG image/png",
                "A later one among them | plain *stars* | \(front) | 90061 s | "
                    + "thumbnail https://cdn.cocoacasts.com/A%20Folder/a.svg image/svg+xml",
                "Long | \(front) | thumbnail https://cdn.cocoacasts.com/%2e%2e/x.svg image/svg+xml",
                "¿? | \(front) | thumbnail https://cdn.cocoacasts.com/23.svg image/svg+xml",
            ])
        #expect(
            page.drift.map(\.description) == [
                Wording.Answers.changed("/*/category", 5, of: 11),
                Wording.Answers.changed("/*/id", 4, of: 11),
                Wording.Answers.changed("/*/plus", 5, of: 11), Wording.Answers.changed("/*/title", 1, of: 11),
            ])
        #expect(page.drafts.last?.localID == "23")
    }

    @Test(
        "a field missing from every episode is counted, except one of the other generation",
        arguments: [
            ("recent-episodes", ["author", "excerpt", "thumbnail_url"]),
            ("recent-episodes", ["category", "collection", "duration", "plus", "published_at"]),
            ("v1-episodes", ["excerpt", "imageURL", "videoDuration"]),
        ])
    func renamed(sample: String, fields: [String]) throws {
        var body = String(decoding: try Sample.body(sample), as: UTF8.self)
        for field in fields { body.replace("\"\(field)\":", with: "\"new_\(field)\":") }
        let page = try provider.page(of: Array(body.utf8))
        #expect(page.drift.map(\.path) == fields.map { "/*/\($0)" })
        #expect(page.drafts.count == page.drift.first?.total)
    }

    @Test("a list without episodes is drift, not an empty answer")
    func foreign() throws {
        #expect(throws: ProviderError.drift([Drift(path: "/*/title", count: 1, total: 1)])) {
            try provider.page("categories")
        }
        let fault = #expect(throws: ProviderError.self) { try provider.page(of: Array("{}".utf8)) }
        #expect(fault?.description == Wording.Answers.notDocumented)
    }

    @Test("hostile text stays text, and hostile addresses are left out")
    func hostile() throws {
        let drafts = try provider.page("hostile").drafts
        #expect(drafts.count == 4)
        #expect(drafts[0].title == "<script>alert(1)</script>")
        #expect(drafts[0].summary == "click <b> <i>")
        #expect(drafts.prefix(2).allSatisfy { $0.renditions.isEmpty })
        #expect(drafts.allSatisfy { $0.page == "https://cocoacasts.com/" && $0.localID.count < 300 })
        #expect(drafts.allSatisfy { !provider.attribution(for: $0).html.contains("<script") })
    }

    @Test(
        "a refusal has the service's reason",
        arguments: [
            (401, "unauthorized.json", Refusal.denied(Wording.Services.answered("401 Unauthorized"))),
            (403, "access-denied.xml", .denied(Wording.Services.answered("403 Forbidden"))),
            (200, "unauthorized.json", .failed(Wording.Services.saysFailed("Unauthorized"))),
            (404, "nothing.json", .notFound(Wording.Services.answered("404 Not Found"))),
            (200, "episodes.json", nil), (200, "v1-episodes.json", nil),
        ])
    func refusal(status: Int, name: String, refusal: Refusal?) throws {
        let response = Response(status: status, body: try Sample.body(name))
        #expect(provider.refusal(in: response) == refusal)
    }

    @Test(
        "a reason is shortened to one line, with the status",
        arguments: [
            (
                404, #"{"error":true,"reason":"No such\nlist"}"#,
                Refusal.notFound(Wording.Services.answered("404 Not Found", "No such list"))
            ),
            (
                401, #"{"error":true}"#,
                .denied(Wording.Services.answered("401 Unauthorized", "it gave no reason"))
            ),
            (
                429, #"{"error":true,"reason":"Slow down"}"#,
                .throttled(nil, Wording.Services.answered("429 Too Many Requests", "Slow down"))
            ),
            (
                500, #"{"error":false,"reason":"x"}"#,
                .failed(Wording.Services.answered("500 Internal Server Error"))
            ),
        ])
    func reason(status: Int, json: String, refusal: Refusal) {
        #expect(provider.refusal(in: Response(status: status, body: Array(json.utf8))) == refusal)
    }
}
