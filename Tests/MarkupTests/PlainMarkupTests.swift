import Markup
import Testing

/// HTML that is read without the parser has to give what the parser would give.
@Suite("Plain HTML read without the parser")
struct PlainMarkupTests {
    @Test(
        "the text equals that of the parser",
        arguments: [
            "<a href=\"https://example.org/Owl\">Owl</a> - A bird of prey", "<a href=owl>Owl</a>, a bird",
            "A <b>small</b> <i>owl</i>", "un<b>brok</b>en", "one<br>two<br/>three", "<b>open", "</b>",
            "<b></i>",
            "fish &amp; chips &mdash; 5&nbsp;€", "a & b &c; &amp &#39;&#x27;&#8364;", "&lt;script&gt;",
            "<script>alert('owl')</script>after", "before<script>1 < 2</script>", "<script><b></script>x",
            "<a name=x>one</a> <a href=2>two</a>", "<a href=1>one<a href=2>two</a></a>",
            "<a href=1 href=2>x</a>",
            "<img src=x onerror=alert(1)>a picture", "<a href=\"a b\" rel=\"c\">x</a>", "<a href=\"\">x</a>",
            "<a href='x'>y</a>", "<a  href=x>y</a>", "<a href = x>y</a>", "<a href=x/>y",
            "<a href=\"a&amp;b\">y</a>",
            "<B>upper</B>", "<b >spaced</b >", "vector<int> &amp; more", "a < b &amp; c", "<", "&", "<a",
            "<a href",
            "\u{7}bell<b>\u{1B}[31m</b>", "\u{FEFF}<b>mark</b>", "nul\u{0}<b>led</b>", "<b>\u{FFFE}</b>",
            "\u{202E}<b>\u{85}\u{2028}</b>\u{3000}x", "日本<b>語</b> 🦉", " <b> a </b> \n\t <i>\r\nb</i> ",
            "<a href=1> in </a> after", "x <a href=1>y</a>", "<p>block</p>", "<li><b>x</b>", "<!-- x -->y",
        ])
    func samples(html: String) {
        expectAgreement(on: html)
    }

    @Test("the text equals that of the parser for random combinations of markup", arguments: 0..<40)
    func scraps(seed: UInt64) {
        var scraps = RandomMarkup(state: seed &* 7919 &+ 1)
        for _ in 0..<250 { expectAgreement(on: scraps.html()) }
    }

    @Test("markup is found at any offset")
    func places() {
        for length in 0..<40 {
            let words = String(repeating: "owl ", count: 10).prefix(length)
            for scrap in ["<b>x</b>", "&amp;", "\u{1}&lt;", "é&gt;", "  &amp;", "\u{7F}<i>y</i>"] {
                expectAgreement(on: words + scrap + words)
            }
        }
    }

    private func expectAgreement(on html: String) {
        // A text without `<` or `&` is not treated as HTML, so there is nothing to compare.
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return
        }
        let (plain, parsed) = (HTMLFragment(html), HTMLFragment(parsing: html))
        #expect(plain.text == parsed.text, "in \(html.debugDescription)")
        #expect(plain.firstAnchor == parsed.firstAnchor, "in \(html.debugDescription)")
    }
}

@Suite("White space in HTML text")
struct WhitespaceTests {
    @Test("all white space of Unicode is folded, and nothing else")
    func folding() {
        for value in UInt32(1)...0xFFFF {
            guard let scalar = Unicode.Scalar(value), scalar != "<", scalar != "&" else { continue }
            let text = "\(scalar)a\(scalar)\(scalar)b\(scalar)"
            let expected = scalar.properties.isWhitespace ? "a b" : text
            if HTMLFragment(text).text != expected { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test("white space is folded at any offset", arguments: 0..<24)
    func places(length: Int) {
        let word = String(repeating: "x", count: length)
        for (space, folded) in [(" ", " "), ("  ", " "), ("\n", " "), (" \u{A0}", " "), ("\u{7F}", "\u{7F}")]
        {
            #expect(HTMLFragment("a" + word + space + word + "b").text == "a" + word + folded + word + "b")
        }
        #expect(HTMLFragment(word + " " + word + "  ").text == (length == 0 ? "" : word + " " + word))
    }
}

/// Random pieces of plain and nearly plain markup, the same for the same seed.
private struct RandomMarkup {
    var state: UInt64

    private static let all = [
        "<a href=\"https://x.example/y\">", "<a href=x rel=\"z\">", "<a name=\"x\">", "<a>", "</a>", "</a>",
        "<b>",
        "</b>", "<i>", "</i>", "<em>", "</em>", "<strong>", "</strong>", "<u>", "</u>", "<small>", "</small>",
        "<int>", "</int>",
        "<code>", "</code>", "<span class=\"x\">", "</span>", "<br>", "<br/>", "<img src=x onerror=alert(1)>",
        "<script>", "</script>", "&lt;", "&gt;", "&amp;", "&quot;", "&#39;", "&#62;", "&nbsp;", "&hellip;",
        "& ",
        "&", "owl", "a bird", " ", "  ", "\n", "\t", ", ", "é", "猫", "\u{A0}", "\u{7}", "'", "\"", ">", "=",
    ]

    private mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }

    mutating func html() -> String {
        (0..<next() % 14).map { _ in Self.all[next() % Self.all.count] }.joined()
    }
}
