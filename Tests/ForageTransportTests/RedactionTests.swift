import Testing

@testable import ForageTransport

struct RedactionTests {
    @Test(
        "every key becomes stars and the rest is unchanged",
        arguments: [
            ("", ""), ("no key", "no key"), ("secret", "******"), ("ssecrets", "s******s"),
            ("secretsecret, secre", "************, secre"), ("k=a%2Fb%2Fc%2Fd.", "k=*************."),
            ("a/b/c/d", "*******"), ("sesecret", "se******"), ("k=a%2fb%2fc%2fd.", "k=*************."),
            ("a\\/b\\/c\\/d", "**********"),
            // "secret" in base64, at each of the three offsets.
            ("c2VjcmV0", "********"), ("AHNlY3JldA", "AH*******A"), ("AABzZWNyZXQ", "AAB*******Q"),
        ])
    func redaction(text: String, expected: String) {
        let redaction = Redaction(of: ["secret", "a/b/c/d"])
        #expect(redaction.apply(to: text) == expected)
        #expect(redaction.finds(in: text) == (text != expected))
    }

    @Test(
        "a key is found in any encoding of its characters",
        arguments: [
            "ab/cd+ef==", "ab%2Fcd%2Bef%3D%3D", "ab/cd%2Bef%3d%3D", "ab%2fcd%2bef==",
            "ab%252Fcd%252Bef%253D%253D",
            "ab/cd\\u002Bef==", "ab\\/cd\\u002bef\\u003d\\u003D", "ab&#x2F;cd+ef==",
            "ab&#47;cd&#43;ef&#061;=",
            "61622f63642b65663d3d", "61622F63642B65663D3D",
            "%61%62%2F%63%64%2B%65%66%3D%3D", "%61%62%2f%63%64%2b%65%66%3d%3d",
            "\\u0061\\u0062\\u002f\\u0063\\u0064\\u002b\\u0065\\u0066\\u003d\\u003d",
            "\\u0061\\u0062\\u002F\\u0063\\u0064\\u002B\\u0065\\u0066\\u003D\\u003D",
        ])
    func spelled(text: String) {
        let redaction = Redaction(of: ["ab/cd+ef=="])
        let stars = String(repeating: "*", count: text.utf8.count)
        #expect(redaction.apply(to: "k=\(text)&ab/cd+ef=") == "k=\(stars)&ab/cd+ef=")
    }

    @Test(
        "HTML entities in a key are found",
        arguments: [
            "a&b\"c<d'", "a&amp;b&quot;c&lt;d&apos;", "a&amp;b\\\"c<d&#39;", "a\\u0026b\\\"c\\u003Cd'",
        ])
    func named(text: String) {
        let stars = String(repeating: "*", count: text.utf8.count)
        #expect(Redaction(of: ["a&b\"c<d'"]).apply(to: text) == stars)
    }

    @Test(
        "an ambiguous encoded character is resolved by the text that follows",
        arguments: [
            ("abcdef%25xy", "abcdef%2525xy"), ("abcdef%25xy", "abcdef%25xy"),
            ("abcdef\\u0025", "abcdef\\\\u0025"),
            ("a~key b", "a%7ekey+b"), ("abc/def", "abc\\\\/def"), ("abc>>?def", "YWJjPj4%2FZGVm"),
        ])
    func ambiguous(key: String, text: String) {
        let stars = String(repeating: "*", count: text.utf8.count)
        #expect(Redaction(of: [key]).apply(to: text) == stars)
    }

    @Test("a key of special characters is found as it is")
    func signs() {
        #expect(Redaction(of: ["+/=+/="]).apply(to: "a+/=+/=b") == "a******b")
    }

    @Test("a key that is too short is not masked, because it occurs in ordinary text")
    func shortKeys() {
        #expect(Redaction(of: ["an"]).apply(to: "a banana") == "a banana")
    }
}
