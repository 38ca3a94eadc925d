import ForageCore
import Platform
import TestWording
import Testing

@Suite("Response values")
struct AnswersTests {
    @Test("header names match in any case, and repeated headers are joined")
    func headers() {
        var headers: Headers = ["Content-Type": " text/html ", "Link": "a"]
        headers.append("LINK", "b\t")
        #expect(headers["content-type"] == "text/html")
        #expect(headers["link"] == "a, b")
        #expect(headers["absent"] == nil)
        #expect(headers.fields.map(\.name) == ["Content-Type", "Link", "LINK"])
    }

    @Test(
        "the formats of HTTP times are read",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
            ("Sat, 01 Mar 2025 00:00:00 GMT", 1_740_787_200),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ])
    func dates(text: String, seconds: Double) {
        #expect(HTTPDate(text)?.date == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "invalid times are refused",
        arguments: [
            "", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:xx:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1969 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
        ])
    func noDates(text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test(
        "Retry-After is read as seconds or as a time",
        arguments: [
            ("120", Refusal.RetryTime.after(.seconds(120))), ("0", .after(.zero)),
            ("99999999999999999999", .after(.seconds(366 * 24 * 3600))),
            ("Thu, 01 Jan 1970 00:01:00 GMT", .at(Date(timeIntervalSince1970: 60))),
            ("-1", nil), ("+5", nil), ("soon", nil), ("", nil), ("1.5", nil), ("5, 6", nil),
        ])
    func retry(text: String, time: Refusal.RetryTime?) {
        let response = Response(status: 429, headers: ["retry-after": text], body: [])
        #expect(response.retryTime == time)
        #expect(
            Refusal(byStatusOf: response)
                == .throttled(time, Wording.Services.answered("429 Too Many Requests")))
    }

    @Test("a retry time in the past is ignored, and one beyond a day is shortened")
    func pastRetry() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(Refusal.RetryTime.at(now - 1).date(from: now) == nil)
        #expect(Refusal.RetryTime.at(now + 1).date(from: now) == now + 1)
        #expect(Refusal.RetryTime.after(.zero).date(from: now) == now)
        #expect(Refusal.RetryTime.after(.seconds(10 * 86_400)).date(from: now) == now + 86_400)
    }

    @Test(
        "a status line contains the status name, if HTTP has one",
        arguments: [
            (301, "301 Moved Permanently"), (405, "405 Method Not Allowed"),
            (416, "416 Range Not Satisfiable"),
            (418, "418"), (451, "451 Unavailable For Legal Reasons"), (501, "501 Not Implemented"),
            (511, "511 Network Authentication Required"), (599, "599"), (200, "200"), (-1, "-1"),
        ])
    func statusNames(status: Int, line: String) {
        #expect(Response(status: status, body: []).statusLine == line)
    }

    @Test("refusing statuses are distinguished from statuses with a body to decode")
    func refusals() {
        func refusal(_ status: Int) -> Refusal? { Refusal(byStatusOf: Response(status: status, body: [])) }
        for status in [200, 202, 299] { #expect(refusal(status) == nil) }
        for status in [401, 403, 407] {
            guard case .denied = refusal(status) else { Issue.record("\(status) is not a denial"); continue }
        }
        for status in [404, 410] {
            guard case .notFound = refusal(status) else { Issue.record("\(status) is found"); continue }
        }
        for status in [100, 301, 400, 500, 503, 599] {
            guard case .failed = refusal(status) else { Issue.record("\(status) is not a failure"); continue }
        }
        #expect(refusal(599) == .failed(Wording.Services.answered("599")))
        #expect(Response(status: 500, body: []).retryTime == nil)
    }

    @Test("an endpoint refers to keys by name and never contains them")
    func endpoint() {
        let endpoint = Endpoint.get("https://a.example/search").query("q", .text("owl"))
            .query("key", .key("apiKey")).header("Authorization", "Client-ID ", .key("accessKey")).prefix(100)
        #expect(endpoint.keyNames == ["apiKey", "accessKey"])
        #expect(endpoint.query.map(\.name) == ["q", "key"])
        #expect(endpoint.limit.byteCount == 100)
        #expect(Endpoint.file(FileSetting(path: "a.json")).target == .file(FileSetting(path: "a.json")))
    }

    @Test("settings are returned only in their own type")
    func settings() {
        let settings = SettingValues([
            "text": .text("a"), "blank": .text(" "), "flag": .flag(true), "integer": .integer(3),
            "number": .number(1.5),
        ])
        #expect(settings.text("text") == "a")
        #expect(settings.text("blank") == nil)
        #expect(settings.text("flag") == nil)
        #expect(settings.flag("flag") && !settings.flag("text"))
        #expect(settings.integer("integer") == 3)
        #expect(settings.integer("number") == nil)
        #expect(settings.number("integer") == 3)
        #expect(settings.url("text") == nil)
        #expect(settings.file("text") == nil)
    }
}
