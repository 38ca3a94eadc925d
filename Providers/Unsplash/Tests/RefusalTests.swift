import ForageCore
import TestWording
import Testing
import Unsplash

@Suite("Refusals of Unsplash")
struct RefusalTests {
    private func refusal(_ status: Int, _ body: String, _ headers: Headers = Headers()) -> Refusal? {
        UnsplashProvider().refusal(in: Response(status: status, headers: headers, body: Array(body.utf8)))
    }

    @Test(
        "a refusal has the service's reason, in today's form and that of 2015",
        arguments: [
            (
                401, #"{"errors":["OAuth error: The access token is invalid"]}"#,
                Refusal.denied(
                    Wording.Services.answered("401 Unauthorized", "OAuth error: The access token is invalid"))
            ),
            (
                403, #"{"errors":["No permission","Ask for it"]}"#,
                .denied(Wording.Services.answered("403 Forbidden", "No permission Ask for it"))
            ),
            (
                404, #"{"errors":["Couldn't find Photo"]}"#,
                .notFound(Wording.Services.answered("404 Not Found", "Couldn't find Photo"))
            ),
            (
                404, #"{"error":"Couldn't find Photo","trace":["a.rb:1"]}"#,
                .notFound(Wording.Services.answered("404 Not Found", "Couldn't find Photo"))
            ),
            (410, #"{"errors":["Spam"]}"#, .notFound(Wording.Services.answered("410 Gone", "Spam"))),
            (
                400, #"{"errors":["query is missing"]}"#,
                .failed(Wording.Services.answered("400 Bad Request", "query is missing"))
            ),
            (500, "", .failed(Wording.Services.answered("500 Internal Server Error"))),
            (
                503, "<!DOCTYPE html><p>Backend fetch failed",
                .failed(Wording.Services.answered("503 Service Unavailable"))
            ),
            (401, #"{"errors":[]}"#, .denied(Wording.Services.answered("401 Unauthorized"))),
            (401, #"{"errors":[7]}"#, .denied(Wording.Services.answered("401 Unauthorized"))),
        ])
    func sentence(status: Int, body: String, expected: Refusal) {
        #expect(refusal(status, body) == expected)
    }

    @Test("too many requests are status 403 with a line of plain text, or 429")
    func throttled() {
        let reason = Wording.Services.answered("403 Forbidden", "Rate Limit Exceeded")
        #expect(refusal(403, "Rate Limit Exceeded") == .throttled(nil, reason))
        #expect(
            refusal(403, "Rate Limit Exceeded\n", ["Retry-After": "60"])
                == .throttled(.after(.seconds(60)), reason))
        #expect(refusal(403, #"{"errors":["Rate Limit Exceeded"]}"#) == .throttled(nil, reason))
        #expect(
            refusal(403, "", ["x-ratelimit-remaining": "0"])
                == .throttled(nil, Wording.Services.answered("403 Forbidden")))
        #expect(refusal(429, "") == .throttled(nil, Wording.Services.answered("429 Too Many Requests")))
    }

    @Test("an endless sentence is shortened to one line")
    func long() throws {
        let words = String(repeating: "no\\n", count: 5_000)
        guard case .denied(let reason) = refusal(401, "{\"errors\":[\"\(words)\"]}") else {
            Issue.record("not denied")
            return
        }
        #expect(reason.count < 300 && !reason.contains("\n"))
    }

    @Test("an answer with photos is not a refusal")
    func none() throws {
        #expect(UnsplashProvider().refusal(in: Response(body: try Sample.body("search"))) == nil)
    }
}
