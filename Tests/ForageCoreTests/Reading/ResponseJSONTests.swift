import ForageCore
import JSON
import TestWording
import Testing

@Suite("JSON responses")
struct ResponseJSONTests {
    @Test(
        "a body that is not JSON is reported with the position and its first characters",
        arguments: [
            ("", "\(Wording.Answers.notJSON("empty"))."),
            (" \n ", "\(Wording.Answers.notJSON("empty"))."),
            (
                "\n<!DOCTYPE html><p>Sorry",
                Wording.Answers.notJSON("a web page", byte: 1, "<!DOCTYPE html><p>Sorry")
            ),
            (
                "<?xml version='1.0'?>",
                Wording.Answers.notJSON("XML", byte: 0, "<?xml version='1.0'?>")
            ),
            (
                "cb({\"a\":1})",
                "\(Wording.Answers.notJSON("JSONP, JSON wrapped in a function call")): at byte 0 it starts with “cb({\"a\":1})”."
            ),
            (
                "Rate limit\r\nexceeded",
                Wording.Answers.notJSON("not JSON", byte: 0, "Rate limit exceeded")
            ),
            (
                "null",
                Wording.Answers.notJSON("a single value", byte: 0, "null")
            ),
            (
                "\"owl\"",
                "\(Wording.Answers.notJSON("a single text")): at byte 0 it starts with “\"owl\"”."
            ),
        ])
    func disguise(body: String, sentence: String) {
        #expect(throws: ProviderError.unreadable(sentence)) {
            try Response(body: Array(body.utf8)).json()
        }
    }

    @Test("the quoted start of the body is shortened")
    func longStart() {
        #expect(
            throws: ProviderError.unreadable(
                Wording.Answers.notJSON("not JSON", byte: 0, "\(String(repeating: "x", count: 48))…")
            )
        ) {
            try Response(body: Array(repeating: UInt8(ascii: "x"), count: 99)).json()
        }
    }

    @Test("the content type and a byte order mark are ignored")
    func tolerance() throws {
        let headers: Headers = ["Content-Type": "application/x-javascript"]
        let body = [0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8)
        #expect(try Response(headers: headers, body: body).json().root["a"].int == 1)
    }

    @Test("a document over a limit is refused, and the limit is named")
    func tooDeep() throws {
        let body = Array(repeating: UInt8(ascii: "["), count: 10_000)
        let fault = #expect(throws: ProviderError.self) { try Response(body: body).json() }
        #expect(try #require(fault).description.contains("nested deeper than"))
    }
}

@Suite("Values in JSON")
struct JSONFactsTests {
    @Test(
        "only a safe absolute address becomes a web address",
        arguments: [
            ("\"https://example.org/a b\"", "https://example.org/a%20b"), ("\"\"", nil),
            ("\"/i/x.png\"", nil),
            ("\"javascript:alert(1)\"", nil), ("5", nil), ("null", nil), ("\"https://example.org/cut", nil),
        ] as [(String, String?)])
    func webURL(json: String, address: String?) throws {
        #expect(try root("{\"url\":\(json)")["url"].webURL?.text == address)
    }

    @Test(
        "a size needs width and height, as numbers or strings",
        arguments: [
            ("{\"w\":4,\"h\":3}", "4×3"), ("{\"w\":\"4\",\"h\":\"3\"}", "4×3"),
            ("{\"w\":\"\",\"h\":\"\"}", nil),
            ("{\"w\":0,\"h\":0}", nil), ("{\"w\":4}", nil), ("{\"w\":4.5,\"h\":3}", nil), ("[]", nil),
        ] as [(String, String?)])
    func pixelSize(json: String, size: String?) throws {
        #expect(try root(json).pixelSize(width: "w", height: "h")?.description == size)
    }

    @Test(
        "coordinates may be strings, and 0, 0 or coordinates out of range are none",
        arguments: [
            (#"{"latitude":52.5,"longitude":13.4}"#, 52.5), (#"{"latitude":" 52.5 ","longitude":"0"}"#, 52.5),
            (#"{"latitude":0,"longitude":"0"}"#, nil), (#"{"latitude":91,"longitude":0}"#, nil),
            (#"{"latitude":52.5}"#, nil), ("[]", nil),
        ] as [(String, Double?)])
    func place(json: String, latitude: Double?) throws {
        #expect(try root(json).place(named: "Berlin")?.name == "Berlin")
        #expect(try root(json).place(named: "Berlin")?.latitude == latitude)
    }

    @Test("a missing field is reported by its path, with stars for list indexes")
    func missingField() throws {
        let photo = try root("{\"results\":[{},{\"urls\":{\"small\":7}}]}")["results"][1]
        #expect(throws: ProviderError.missing(photo["urls"]["small"])) {
            try photo["urls"]["small"].required(\.webURL)
        }
        #expect(photo["urls"]["small"].value.driftPath == "/results/*/urls/small")
        #expect(photo["user"]["name"].value.driftPath == "/results/*/user/name")
        #expect(try photo["urls"]["small"].required(\.int) == 7)
    }

    private func root(_ json: String) throws -> Field { Field(try JSONDocument(Array(json.utf8)).root) }
}
