import ForageCore
import ForageTransport
import Testing

struct RuleTests {
    @Test(
        "a rule names its source",
        arguments: [
            (Rule.Place.caching("4.2"), "it is stale (RFC 9111, 4.2)"),
            (.semantics("15.3"), "it is stale (RFC 9110, 15.3)"),
            (.staleness("3"), "it is stale (RFC 5861, 3)"), (.immutability, "it is stale (RFC 8246, 2)"),
            (.terms, "it is stale (the service's terms)"), (.user, "it is stale (as requested)"),
            (.forage, "it is stale (Forage)"),
        ])
    func place(place: Rule.Place, text: String) {
        #expect(Rule(place, "it is stale").description == text)
    }
}
