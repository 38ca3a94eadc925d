import ForageCore
import Platform
import TestWording
import Testing

@testable import ForageTransport

/// The entry in the ledger for an attempt.
struct RequestEndingTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func kind(_ status: Int, _ headers: Headers = [:], isLast: Bool = true) -> RequestEnding.Kind {
        let response = Response(status: status, headers: headers, body: [])
        return RequestEnding(.success(Fetched(response, origin: .network)), isLast: isLast, at: now).kind
    }

    @Test(
        "every readable status is an answer, even 404",
        arguments: [200, 302, 304, 400, 403, 404, 501])
    func answers(status: Int) {
        #expect(kind(status) == .answered("answered \(Response(status: status, body: []).statusLine)"))
        #expect(kind(status, isLast: false) == kind(status))
    }

    @Test("a failure counts once, even after repeats", arguments: [408, 500, 503])
    func failures(status: Int) {
        #expect(
            kind(status) == .failed(Wording.Services.failed(Response(status: status, body: []).statusLine)))
        #expect(kind(status, isLast: false) == .repeated)
    }

    @Test("a pause is granted from the first answer on", arguments: [429, 503])
    func rests(status: Int) {
        let rest = RequestEnding.Kind.deferred(Pause(until: now + 90, Wording.Services.pause))
        for word in ["90", "Tue, 14 Nov 2023 22:14:50 GMT"] {
            #expect(kind(status, ["Retry-After": word]) == rest)
            #expect(kind(status, ["Retry-After": word], isLast: false) == rest)
        }
    }

    @Test(
        "a pause is at most a day",
        arguments: ["1000000000000000000", "9223372036854775807", "Thu, 14 Nov 2999 22:14:50 GMT"])
    func longRest(word: String) {
        let rest = Pause(until: now + 86_400, Wording.Services.pause)
        #expect(kind(429, ["Retry-After": word]) == .deferred(rest))
    }

    @Test("after 429 without a Retry-After the service gets a pause of a minute")
    func tooMuch() {
        #expect(kind(429) == .deferred(Pause(until: now + 60, Wording.Services.tooMany)))
        #expect(
            kind(429, ["Retry-After": "soon"])
                == .deferred(Pause(until: now + 60, Wording.Services.tooMany)))
        #expect(
            kind(500, ["Retry-After": "90"]) == .failed(Wording.Services.failed("500 Internal Server Error")))
    }

    @Test("an error is recorded as failed, unanswered, abandoned or unsent")
    func fetchFailures() {
        func kind(_ failure: FetchError) -> RequestEnding.Kind {
            RequestEnding(.failure(failure), isLast: true, at: now).kind
        }
        #expect(kind(.unreachable("no route")) == .unanswered("no route"))
        #expect(kind(.unreachable("no name", isUnsent: true)) == .unreached("no name"))
        #expect(kind(.timedOut("too slow")) == .unanswered("too slow"))
        #expect(kind(.broken("no HTTP")) == .failed("no HTTP"))
        #expect(kind(.cancelled) == .abandoned)
        #expect(kind(.missingKey("apiKey")) == .unsent && kind(.denied("wrong")) == .unsent)
        #expect(kind(.notAllowed("no")) == .unsent)
        #expect(RequestEnding(.failure(.unreachable("")), isLast: false, at: now).kind == .repeated)
        let unsent = FetchError.unreachable("", isUnsent: true)
        #expect(RequestEnding(.failure(unsent), isLast: false, at: now).kind == .unsent)
    }

    @Test("the quota in the response headers is passed on")
    func quota() {
        let response = Response(headers: ["X-RateLimit-Remaining": "3"], body: [])
        let ending = RequestEnding(.success(Fetched(response, origin: .network)), isLast: false, at: now)
        #expect(ending.quota == QuotaNotice(remaining: 3))
    }
}
