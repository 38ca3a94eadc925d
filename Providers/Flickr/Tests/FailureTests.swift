import Flickr
import ForageCore
import TestWording
import Testing

@Suite("Flickr's failures")
struct FailureTests {
    private let provider = FlickrProvider()

    private func refusal(_ name: String) throws -> Refusal? {
        provider.refusal(in: Response(body: try Sample.body(name)))
    }

    private func refusal(code: Int, _ message: String) -> Refusal? {
        let body = #"{ "stat": "fail", "code": \#(code), "message": "\#(message)" }"#
        return provider.refusal(in: Response(body: Array(body.utf8)))
    }

    @Test("a wrong key is denied, even with status 200")
    func key() throws {
        let reason = Wording.Services.says("Invalid API Key (Key not found)", code: 100)
        #expect(try refusal("fail-key") == .denied(Wording.Services.keyRefused(reason)))
    }

    @Test("a removed photo is not found, even if the code is text")
    func photo() throws {
        #expect(try refusal("fail-photo") == .notFound(Wording.Services.says("Photo not found", code: 1)))
    }

    @Test("a failure in XML is read")
    func xml() throws {
        #expect(
            try refusal("fail.xml")
                == .failed(Wording.Services.says("Service currently unavailable & resting", code: 105)))
    }

    @Test("a failure in a JSONP call is read")
    func wrapped() throws {
        let body = #"jsonFlickrApi({"stat":"fail","code":105,"message":""})"#
        #expect(
            provider.refusal(in: Response(body: Array(body.utf8)))
                == .failed(Wording.Services.says("no reason", code: 105)))
    }

    @Test("the meaning of a code depends on the method")
    func codes() {
        let failures = [
            (1, "Not a valid date string"), (3, "Parameterless searches have been disabled"),
            (10, "Sorry, the Flickr search API is not currently available."),
            (20, "Excessive photo offset in search"), (112, "Method \\\"x\\\" not found"),
        ]
        for (code, message) in failures {
            guard case .failed = refusal(code: code, message) else {
                Issue.record("\(code) \(message)")
                continue
            }
        }
        #expect(
            refusal(code: 2, "Permission denied")
                == .denied(Wording.Services.says("Permission denied", code: 2)))
        #expect(refusal(code: 99, "Insufficient permissions").map { "\($0)".hasPrefix("denied") } == true)
        guard case .throttled = refusal(code: 0, "Rate limit reached") else {
            Issue.record("no throttling")
            return
        }
    }

    @Test(
        "results are not a failure, whatever their subject",
        arguments: ["search", "nothing", "details", "sizes"])
    func results(name: String) throws { #expect(try refusal(name) == nil) }

    @Test("XML without a failure is named as XML")
    func otherXML() throws {
        let start = "<rsp stat=\"ok\"> <photos page=\"1\" pages=\"1\" total…"
        #expect(try refusal("ok.xml") == nil)
        #expect(throws: ProviderError.unreadable(Wording.Answers.notJSON("XML", byte: 0, start))) {
            try provider.page("ok.xml")
        }
    }

    @Test("a refusing status overrides the body")
    func status() {
        let body = Array("<html>Too many requests</html>".utf8)
        let response = Response(status: 429, headers: ["Retry-After": "60"], body: body)
        #expect(
            provider.refusal(in: response)
                == .throttled(.after(.seconds(60)), Wording.Services.answered("429 Too Many Requests")))
    }
}
