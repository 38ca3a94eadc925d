import Testing

@testable import ForageNetwork

struct RedactionTests {
    @Test(
        "every key becomes stars and nothing else moves",
        arguments: [
            ("", ""), ("no key", "no key"), ("secret", "******"), ("ssecrets", "s******s"),
            ("secretsecret, secre", "************, secre"), ("k=a%2Fb%2Fc%2Fd.", "k=*************."),
            ("a/b/c/d", "*******"), ("sesecret", "se******"), ("k=a%2fb%2fc%2fd.", "k=*************."),
            ("a\\/b\\/c\\/d", "**********"),
            // "secret" in base64, behind a multiple of three bytes, one more and two more.
            ("c2VjcmV0", "********"), ("AHNlY3JldA", "AH*******A"), ("AABzZWNyZXQ", "AAB*******Q"),
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
