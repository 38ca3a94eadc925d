import ForageCore
import Testing

@Suite("Ids of items and providers")
struct IdentityTests {
    @Test(
        "an id reads back from its printed form",
        arguments: ["42", "owl bird", "https://a.example/?q=a:b&c", "ünï—🦉", "%20", ":", "a\nb", "-._~"])
    func roundTrip(local: String) {
        let id = ItemID(provider: "duckduckgo", local: local)
        #expect(ItemID(id.description) == id)
        #expect(id.description.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }

    @Test("an id is printed in its encoded form")
    func printed() {
        #expect(ItemID(provider: "duckduckgo", local: "owl bird").description == "duckduckgo:owl%20bird")
    }

    @Test(
        "an invalid id is refused",
        arguments: [
            "", "duckduckgo", "duckduckgo:", ":42", "Duck:42", "duckduckgo:%", "duckduckgo:%zz", "a b:1",
            "x:%FF",
        ])
    func refused(text: String) {
        #expect(ItemID(text) == nil)
    }

    @Test("a typed id may have its provider in any case", arguments: ["Duck:Owl", "duck:Owl"])
    func typed(text: String) {
        #expect(ItemID(typed: text) == ItemID(provider: "duck", local: "Owl"))
        #expect(ItemID(typed: ":42") == nil)
    }

    @Test("ids sort by provider, then by local id")
    func order() {
        let ids = [ItemID("b:1"), ItemID("a:2"), ItemID("a:1")].compactMap { $0 }
        #expect(ids.sorted().map(\.description) == ["a:1", "a:2", "b:1"])
    }

    @Test(
        "a provider id is short and plain",
        arguments: [
            ("duckduckgo", true), ("a", true), ("a-1", true), ("", false), ("1a", false), ("-a", false),
            ("Duck", false),
            ("a_b", false), ("dück", false), (String(repeating: "a", count: 33), false),
        ])
    func providers(name: String, isGood: Bool) {
        #expect((ProviderID(name) != nil) == isGood)
    }

    @Test("percent-encoding keeps unreserved and requested characters, and is reversible")
    func percentEncoding() {
        #expect(PercentEncoding.encode("a b/c?é~") == "a%20b%2Fc%3F%C3%A9~")
        #expect(PercentEncoding.encode("a b/c", keeping: "/") == "a%20b/c")
        #expect(PercentEncoding.decode("a%20b%2fc+%C3%A9") == "a b/c+é")
        for broken in ["%", "%2", "%g0", "%C3", "%FF"] { #expect(PercentEncoding.decode(broken) == nil) }
        for text in ["", "100 %", "a&b=c", "🦉\u{0}\n"] {
            #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
        }
    }

    @Test("the nearest name is suggested, and none if nothing is near")
    func nearest() {
        let names = ["timeout", "limit", "format", "enabled"]
        #expect(nearestName(to: "enabeld", among: names) == "enabled")
        #expect(nearestName(to: "TIMEOUT", among: names) == "timeout")
        #expect(nearestName(to: "limits", among: names) == "limit")
        #expect(nearestName(to: "frmt", among: names) == nil)
        #expect(nearestName(to: "fromat", among: names) == "format")
        #expect(nearestName(to: "zebra", among: names) == nil)
        #expect(nearestName(to: "", among: names) == nil)
        #expect(nearestName(to: "ab", among: ["ac", "aa"]) == "aa")
        #expect(nearestName(to: String(repeating: "x", count: 100_000), among: names) == nil)
    }
}
