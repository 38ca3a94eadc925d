import ForageCore
import Testing

@Suite("URL templates")
struct URLTemplateTests {
    @Test(
        "the placeholders are replaced with the width and the pixel ratio",
        arguments: [
            (
                "https://images.unsplash.com/p?ixid=M3w&w={width}&dpr={dpr}&fit=max", 400, 2,
                "https://images.unsplash.com/p?ixid=M3w&w=400&dpr=2.0&fit=max"
            ),
            (
                "https://a.example/w_{width},dpr_{dpr}/x.png", 320, 1.5,
                "https://a.example/w_320,dpr_1.5/x.png"
            ),
            ("https://a.example/w_{width}/x.png", 320, 1.5, "https://a.example/w_480/x.png"),
            ("https://a.example/{width}/{width}", 7, 1, "https://a.example/7/7"),
            ("https://a.example/?w={width}&dpr={dpr}", 100, 1.0 / 3 + 1, "https://a.example/?w=100&dpr=1.33"),
        ] as [(String, Int, Double, String)])
    func fills(text: String, width: Int, ratio: Double, expected: String) {
        #expect(URLTemplate(text)?.url(width: width, pixelRatio: ratio)?.text == expected)
    }

    @Test("a template keeps its text with the placeholders")
    func keepsText() {
        let text = "https://a.example/?w={width}&dpr={dpr}"
        #expect(URLTemplate(text)?.text == text)
        #expect(URLTemplate(" HTTPS://A.Example?w={width} ")?.description == "https://a.example/?w={width}")
    }

    @Test(
        "a template without a width, in an unsafe address or with misplaced placeholders is refused",
        arguments: [
            "https://a.example/owl.png", "https://a.example/?dpr={dpr}", "ftp://a.example/{width}",
            "https://{width}.example/", "https://a.example:{width}/", "https://a.example/{wi\ndth}",
            "{width}", "",
            "https://a.example/%7Bwidth%7D", "https://a.example/{width}/%7Bdpr%7D",
        ])
    func refuses(text: String) { #expect(URLTemplate(text) == nil) }

    @Test("other braces are escaped")
    func escapesBraces() {
        let template = URLTemplate("https://a.example/{height}/{width}?\"<{")
        #expect(template?.text == "https://a.example/%7Bheight%7D/{width}?%22%3C%7B")
    }

    @Test(
        "a size that no screen has gives no address",
        arguments: [
            (0, 1), (-1, 1), (100_001, 1), (10, 0), (10, 0.4), (10, 11), (10, .nan), (10, .infinity),
        ] as [(Int, Double)])
    func bounds(width: Int, ratio: Double) {
        let template: URLTemplate? = URLTemplate("https://a.example/{width}")
        #expect(template != nil && template?.url(width: width, pixelRatio: ratio) == nil)
    }
}
