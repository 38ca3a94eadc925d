import ForageCore
import TestWording
import Testing

@testable import ForageProviders

@Suite("A definition with a token")
struct TokenTests {
    private static let hosts = #""hosts": ["https://api.museum.example"],"#
    private static let token =
        #""token": {"url": "https://api.museum.example/token", "id": "a", "secret": "b","#
    private static let text = SmallDefinition.text.replacing(
        #""keys": [{"name": "apiKey", "variable": "FORAGE_KEY_MUSEUM", "page": "https://museum.example/keys"}]"#,
        with: #"""
            "keys": [
              {"name": "a", "variable": "FORAGE_KEY_MUSEUM_A", "page": "https://museum.example/keys", "required": false},
              {"name": "b", "variable": "FORAGE_KEY_MUSEUM_B", "page": "https://museum.example/keys"}
            ],
            \#(token) "quota": {"requests": 9, "seconds": 60}, "pace": {"perSecond": 2, "burst": 3}}
            """#
    ).replacing(#", "key": "{key.apiKey}""#, with: "")

    @Test("the address, the keys and the limits of the token are read")
    func read() throws {
        #expect(SmallDefinition.fault(Self.text) == nil)
        let info = try SmallDefinition.definition(Self.text).info
        let token = try #require(info.token)
        #expect(token.url == "https://api.museum.example/token" && token.keyNames == ["a", "b"])
        #expect(token.limits.quota?.count == 9 && token.limits.quota?.isOfToken == true)
        #expect(token.limits.pace == Pace(perSecond: 2, burst: 3))
        #expect(info.keys.map(\.isRequired) == [false, true])
    }

    private static let faults: [(old: String, new: String, fault: String)] = [
        (
            "https://api.museum.example/token", "https://other.example/token",
            Wording.Definitions.notAHost("https://other.example")
        ),
        (
            "https://api.museum.example/token", "http://api.museum.example/token",
            "http://api.museum.example is not"
        ),
        (#""id": "a""#, #""id": "c""#, "no key of this name is listed"),
        (#""secret": "b""#, #""secret": "a""#, "\"id\" and \"secret\" must be different keys"),
        (#""secret": "b","#, "", Wording.Settings.missing("secret")),
        (
            "\"token\"", "\"tokens\"",
            "\(Wording.Definitions.notAPart("tokens", of: #""about""#)); \(Wording.Usage.didYouMean("token"))"
        ),
        (
            #""name": "b""#,
            #""name": "c", "required": false, "variable": "FORAGE_KEY_MUSEUM_C", "page": "https://museum.example/keys"}, {"name": "b""#,
            "only a key for the token can be optional"
        ),
        (
            #""query": {"q""#, #""headers": {"authorization": "x"}, "query": {"q""#,
            "\"authorization\" is reserved for the token; leave it out"
        ),
    ]

    @Test("an invalid token is refused", arguments: faults)
    func refused(old: String, new: String, fault: String) throws {
        let text = Self.text.replacing(old, with: new, maxReplacements: 1)
        #expect(text != Self.text)
        let found = try #require(SmallDefinition.fault(text))
        #expect(found.contains(fault), "\(found)")
    }
}
