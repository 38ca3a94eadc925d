import Testing

@testable import ForageNetwork

struct RedactionTests {
    @Test(
        "every key becomes stars and nothing else moves",
        arguments: [
            ("", ""), ("no key", "no key"), ("secret", "******"), ("ssecrets", "s******s"),
            ("secretsecret, secre", "************, secre"), ("k=a%2Fb%2Fc%2Fd.", "k=*************."),
            ("a/b/c/d", "*******"), ("sesecret", "se******"),
        ])
    func redaction(text: String, expected: String) {
        let redaction = Redaction(of: ["secret", "a/b/c/d"])
        #expect(redaction.apply(to: text) == expected)
        #expect(redaction.finds(in: text) == (text != expected))
    }

    @Test("a key of a few letters would blot out ordinary text, so it is left alone")
    func shortKeys() {
        #expect(Redaction(of: ["an"]).apply(to: "a banana") == "a banana")
    }
}
