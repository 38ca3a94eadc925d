import ForageCore
import JSON
import Testing

@Suite("A body as JSON")
struct ResponseJSONTests {
    @Test(
        "what is not JSON is named, with its place and its start",
        arguments: [
            ("", "The answer is empty, where JSON was expected."),
            (" \n ", "The answer is empty, where JSON was expected."),
            (
                "\n<!DOCTYPE html><p>Sorry",
                "The answer is a web page, where JSON was expected: at byte 1 it starts with “<!DOCTYPE html><p>Sorry”."
            ),
            (
                "<?xml version='1.0'?>",
                "The answer is XML, where JSON was expected: at byte 0 it starts with “<?xml version='1.0'?>”."
            ),
            (
                "cb({\"a\":1})",
                "The answer is JSONP, JSON wrapped in a call, where JSON was expected: at byte 0 it starts with “cb({\"a\":1})”."
            ),
            (
                "Rate limit\r\nexceeded",
                "The answer is not JSON, where JSON was expected: at byte 0 it starts with “Rate limit exceeded”."
            ),
            (
                "null",
                "The answer is a single value, where JSON was expected: at byte 0 it starts with “null”."
            ),
            (
                "\"owl\"",
                "The answer is a single text, where JSON was expected: at byte 0 it starts with “\"owl\"”."
            ),
        ])
    func disguise(body: String, sentence: String) {
        #expect(throws: ProviderError.unreadable(sentence)) {
            try Response(body: Array(body.utf8)).json()
        }
    }

    @Test("a long start is cut short")
    func longStart() {
        #expect(
            throws: ProviderError.unreadable(
                "The answer is not JSON, where JSON was expected: at byte 0 it starts with “\(String(repeating: "x", count: 48))…”."
            )
        ) {
            try Response(body: Array(repeating: UInt8(ascii: "x"), count: 99)).json()
        }
    }

    @Test("the content type and a byte order mark change nothing")
    func tolerance() throws {
        let headers: Headers = ["Content-Type": "application/x-javascript"]
        let body = [0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8)
        #expect(try Response(headers: headers, body: body).json().root["a"].int == 1)
    }

    @Test("a document over a limit is refused with the limit")
    func tooDeep() throws {
        let body = Array(repeating: UInt8(ascii: "["), count: 10_000)
        let fault = #expect(throws: ProviderError.self) { try Response(body: body).json() }
        #expect(try #require(fault).description.contains("nested deeper than"))
    }
}

@Suite("Facts in JSON")
struct JSONFactsTests {
    @Test(
        "only a safe absolute address is a web address",
        arguments: [
            ("\"https://example.org/a b\"", "https://example.org/a%20b"), ("\"\"", nil),
            ("\"/i/x.png\"", nil),
            ("\"javascript:alert(1)\"", nil), ("5", nil), ("null", nil), ("\"https://example.org/cut", nil),
        ] as [(String, String?)])
    func webURL(json: String, address: String?) throws {
        #expect(try root("{\"url\":\(json)")["url"].webURL?.text == address)
    }

    @Test(
        "a size needs two sides, as numbers or in quotes",
        arguments: [
            ("{\"w\":4,\"h\":3}", "4×3"), ("{\"w\":\"4\",\"h\":\"3\"}", "4×3"),
            ("{\"w\":\"\",\"h\":\"\"}", nil),
            ("{\"w\":0,\"h\":0}", nil), ("{\"w\":4}", nil), ("{\"w\":4.5,\"h\":3}", nil), ("[]", nil),
        ] as [(String, String?)])
    func pixelSize(json: String, size: String?) throws {
        #expect(try root(json).pixelSize(width: "w", height: "h")?.description == size)
    }

    @Test(
        "a position may be in quotes; 0, 0 and one that is not on earth are none",
        arguments: [
            (#"{"latitude":52.5,"longitude":13.4}"#, 52.5), (#"{"latitude":" 52.5 ","longitude":"0"}"#, 52.5),
            (#"{"latitude":0,"longitude":"0"}"#, nil), (#"{"latitude":91,"longitude":0}"#, nil),
            (#"{"latitude":52.5}"#, nil), ("[]", nil),
        ] as [(String, Double?)])
    func place(json: String, latitude: Double?) throws {
        #expect(try root(json).place(named: "Berlin")?.name == "Berlin")
        #expect(try root(json).place(named: "Berlin")?.latitude == latitude)
    }

    @Test("a missing field is named by its path, places in lists as stars")
    func missingField() throws {
        let photo = try root("{\"results\":[{},{\"urls\":{\"small\":7}}]}")["results"][1]
        #expect(throws: ProviderError.missing(photo["urls"]["small"])) {
            try photo["urls"]["small"].required(\.webURL)
        }
        #expect(photo["urls"]["small"].driftPath == "/results/*/urls/small")
        #expect(photo["user"]["name"].driftPath == "/results/*/user/name")
        #expect(try photo["urls"]["small"].required(\.flexibleInt) == 7)
    }

    private func root(_ json: String) throws -> JSONValue { try JSONDocument(Array(json.utf8)).root }
}
