import ForageCore
import TestWording
import Testing

@testable import ForageProviders

@Suite("Hostile definitions")
struct HostileTests {
    @Test(
        "a host that is not a public name is refused, in any spelling",
        arguments: [
            "localhost", "LOCALHOST.", "a.localhost", "localhost.localdomain", "ip6-localhost", "metadata",
            "metadata.google.internal", "printer.lan", "x.home.arpa", "2130706433", "0x7f000001",
            "0177.0.0.1",
            "127.1", "127.0.0.1.", "192.168.0.1", "[::ffff:7f00:1]", "[fe80::1.]", "[::1.a]",
        ])
    func localHost(host: String) throws {
        let found = try #require(
            SmallDefinition.fault(SmallDefinition.text("api.museum.example\"]", "\(host)\"]")))
        #expect(found.hasPrefix("museum.json:9:15: https://"), "\(found)")
        #expect(
            found.contains("is an IP address or a name in a local network; use a public host name"),
            "\(found)")
    }

    @Test(
        "a host that is not an origin is refused",
        arguments: [
            "user@api.museum.example", "user:word@api.museum.example", "api.museum.example@elsewhere.example",
            "api%2Emuseum.example", "müseum.example", "аpi.museum.example", "api.museum.example:0",
            "api.museum.example:99999", "api.museum.example:x", "api museum.example", "api.museum.example/a",
            "api.museum.example?a", "api.museum.example#a", "api.museum.example\\\\@elsewhere.example", "",
            "[::1", "api.museum\\u0000.example",
        ])
    func noOrigin(host: String) throws {
        let found = try #require(
            SmallDefinition.fault(SmallDefinition.text("api.museum.example\"]", "\(host)\"]")))
        #expect(found.hasPrefix("museum.json:9:15: expected an origin such as"), "\(found)")
    }

    private static let documents: [(text: [UInt8], fault: String?)] = [
        (Array(SmallDefinition.text.replacing("\n", with: "\r\n").utf8), nil),
        ([0xEF, 0xBB, 0xBF] + Array(SmallDefinition.text.utf8), "museum.json:1:1: "),
        (Array(SmallDefinition.text.utf8) + [0], "museum.json:40:2: "),
        (Array(SmallDefinition.text.replacing("Its pictures", with: "\u{0}").utf8), "museum.json:6:17: "),
        (Array(SmallDefinition.text.utf8).map { $0 == UInt8(ascii: "I") ? 0xFF : $0 }, "museum.json:6:17: "),
        (
            Array(SmallDefinition.text.replacing("{\"by\": \"page\"}", with: "NaN").utf8),
            "museum.json:17:13: "
        ),
        (Array(String(repeating: "[", count: 100_000).utf8), "museum.json:1:"),
        (
            Array(
                SmallDefinition.text.replacing("\"by\": \"page\"", with: "\"by\": \"page\", \"first\": 1e400")
                    .utf8),
            "museum.json:17:37: \(Wording.Settings.expected("a whole number from 0 to 1", found: "1e400"))"
        ),
    ]

    @Test("invalid JSON and numbers out of range are refused", arguments: documents)
    func document(text: [UInt8], fault: String?) {
        let found = Result { () throws(DefinitionError) in try Definition(text, at: "museum.json").check() }
        switch found {
        case .success: #expect(fault == nil)
        case .failure(let found): #expect(fault.map(found.description.hasPrefix) == true, "\(found)")
        }
    }

    private static let headers: [(headers: String, fault: String)] = [
        ("\"X: Y\": \"z\"", "14:17: \"X: Y\" \(Wording.Services.noHeaderName)"),
        ("\"\": \"z\"", "14:17: \"\" \(Wording.Services.noHeaderName)"),
        ("\"X\\r\\nHost\": \"z\"", "14:17: \"X\\u{D}\\u{A}Host\" \(Wording.Services.noHeaderName)"),
        ("\"Ä\": \"z\"", "14:17: \"Ä\" \(Wording.Services.noHeaderName)"),
        ("\"X\": \"a\\nb\"", "14:22: expected a text on one line"),
        ("\"X\": \"a\\u0000b\"", "14:22: expected a text on one line"),
        ("\"X\": \"a\\u007Fb\"", "14:22: expected a text on one line"),
        ("\"A\": \"b\", \"a\": \"c\"", "14:27: \"a\" is given twice"),
        ("\"host\": \"other.example\"", "14:17: \(Wording.Services.headerSetByForage) host"),
        ("\"X\": \"{text}\"", "14:22: \(Wording.Definitions.notAPlaceholder("{text}"))"),
    ]

    @Test("an invalid header field is refused with its position", arguments: headers)
    func header(headers: String, fault: String) throws {
        let edited = SmallDefinition.text("\"query\": {", "\"headers\": {\(headers)}, \"query\": {")
        let found = try #require(SmallDefinition.fault(edited))
        #expect(found.hasPrefix("museum.json:\(fault)"), "\(found)")
    }

    @Test(
        "a header field that belongs to the client is refused",
        arguments: [
            "Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "TE", "Trailer",
            "Upgrade",
            "Expect", "Accept-Encoding", "User-Agent", "Proxy-Authorization", "Proxy-Connection", "Via",
        ])
    func clientsHeader(name: String) throws {
        let edited = SmallDefinition.text("\"query\": {", "\"headers\": {\"\(name)\": \"1\"}, \"query\": {")
        #expect(
            SmallDefinition.fault(edited)?.contains("14:17: \(Wording.Services.headerSetByForage) \(name)")
                == true)
    }

    private static let excesses: [(old: String, new: String, fault: String)] = [
        (
            "\"page\": \"/url\"", "\"page\": \"/url\", \"summary\": {\"first\": [\(pointers(200))]}",
            Wording.Definitions.tooManyValues
        ),
        (
            "\"page\": \"/url\"", "\"page\": \"/url\", \"summary\": {\"text\": \"\(places(200))\"}",
            Wording.Definitions.tooManyValues
        ),
        (
            "\"item\": {", "\"shape\": {\(shape(200))}, \"item\": {",
            Wording.Definitions.tooManyValues
        ),
        (
            "\"/title\"", "{\"at\": \"/title\", \"then\": [\(transforms(9))]}",
            Wording.Definitions.atMost(8)
        ),
        (
            "\"page\": \"/url\"",
            "\"page\": \"/url\", \"summary\": \"\(String(repeating: "/a", count: 30_000))\"",
            "expected a JSON Pointer such as"
        ),
        (
            "\"page\": \"/url\"",
            "\"page\": \"/url\", \"tags\": {\"each\": \"#/works\", \"value\": \"/title\"}",
            "a list that is read for every item must be part of the item, so it cannot start with # or ^"
        ),
        (
            "\"samples\": [", "\"samples\": [\(Array(repeating: "{}, ", count: 20).joined())",
            Wording.Definitions.atMost(20)
        ),
        (
            "\"works\": [", "\"many\": [\(Array(repeating: "0,", count: 150_000).joined())0], \"works\": [",
            "the document holds more than 150000 values"
        ),
    ]

    private static func pointers(_ count: Int) -> String {
        (0..<count).map { "\"/\($0)\"" }.joined(separator: ", ")
    }
    private static func shape(_ count: Int) -> String {
        (0..<count).map { "\"/\($0)\": \"text\"" }.joined(separator: ", ")
    }
    private static func places(_ count: Int) -> String { (0..<count).map { "{/\($0)}" }.joined() }
    private static func transforms(_ count: Int) -> String {
        Array(repeating: "\"html\"", count: count).joined(separator: ", ")
    }

    @Test("a definition beyond the limits is refused", arguments: excesses)
    func excess(old: String, new: String, fault: String) throws {
        let found = try #require(SmallDefinition.fault(SmallDefinition.text(old, new)))
        #expect(found.contains(fault), "\(found.prefix(300))")
    }

    @Test("more than 64 KiB without the samples is refused at once")
    func long() throws {
        let filler = "\"map\": \"\(String(repeating: "a", count: 70_000))\", \"item\": {"
        for text in [
            SmallDefinition.text("\"item\": {", filler), filler.isEmpty ? "" : "{\"about\": {}, \(filler)}}",
        ] {
            let fault = #expect(throws: DefinitionError.self) {
                try Definition(Array(text.utf8), at: "museum.json")
            }
            #expect(
                fault?.description.hasPrefix("museum.json: without its samples, it is longer than 65536")
                    == true)
        }
    }
}
