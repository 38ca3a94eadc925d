import Markup
import Testing

@Suite("Text of an HTML fragment")
struct HTMLFragmentTests {
    @Test(
        "the text is what a browser would show",
        arguments: [
            ("plain words", "plain words"),
            ("", ""),
            ("  two \n\t words ", "two words"),
            ("fish &amp; chips", "fish & chips"),
            ("caf&eacute; &#8211; na&#xEF;ve&nbsp;owl", "café – naïve owl"),
            ("<b>barn</b> <i>owl</i>", "barn owl"),
            ("un<b>brok</b>en", "unbroken"),
            ("Face<br>A central organ", "Face A central organ"),
            ("<p>one</p><p>two</p>", "one two"),
            ("<ul><li>one<li>two</ul>", "one two"),
            ("before<script>alert('owl')</script>after", "beforeafter"),
            ("a<style>b { c: d }</style><!-- e -->f", "af"),
            ("<i>Night</i><div style=\"display: none;\">label <br><b>QS:Len</b></div> owl", "Night owl"),
            ("a < b and b > c", "a < b and b > c"),
            ("&unknown; & &amp;", "&unknown; & &"),
            ("&lt;b&gt;", "<b>"),
            ("日本<b>語</b> 🦉", "日本語 🦉"),
            ("<meta charset='utf-16'>é", "é"),
            ("<b>nul\u{0}led</b>", "nul led"),
            ("<b title='x", ""),
            ("ends in a tag <a hre", "ends in a tag"),
        ])
    func text(html: String, text: String) {
        #expect(HTMLFragment(html).text == text)
    }

    @Test(
        "text that looks like tags is kept, and entities are decoded",
        arguments: [
            ("vector<int> &amp; map<K, V>", "vector<int> & map<K, V>"),
            ("if a<b then", "if a<b then"),
            ("R&amp;D", "R&D"),
            ("&amp;lt;", "&lt;"),
            ("no  markup", "no markup"),
        ])
    func entities(text: String, decoded: String) {
        #expect(HTMLFragment(decodingEntitiesOf: text).text == decoded)
    }

    @Test("the first link is separated from the text around it")
    func anchor() throws {
        let fragment = HTMLFragment(
            "<i>The <a class=x href=\"/a?b=1&amp;c=2\"> barn\n<b>owl</b></a> hunts</i>.")
        let anchor = try #require(fragment.firstAnchor)
        #expect(anchor.before == "The")
        #expect(anchor.text == "barn owl")
        #expect(anchor.href == "/a?b=1&c=2")
        #expect(anchor.after == " hunts.")
        #expect(fragment.text == "The barn owl hunts.")
    }

    @Test("a second link becomes part of the text after the first")
    func secondAnchor() throws {
        let anchor = try #require(HTMLFragment("<a href=1>one</a><a href=2>, two</a> three").firstAnchor)
        #expect(anchor.text == "one")
        #expect(anchor.before == "")
        #expect(anchor.after == ", two three")
    }

    @Test("a named anchor is not a link", arguments: ["<a name=x>here</a>", "here", "<b>here</b>"])
    func noAnchor(html: String) {
        #expect(HTMLFragment(html).firstAnchor == nil)
        #expect(HTMLFragment(html).text == "here")
    }

    @Test("a link after a named anchor is found")
    func anchorBehindName() {
        #expect(HTMLFragment("<a name=x>one</a> <a href=2>two</a>").firstAnchor?.text == "two")
    }
}

@Suite("Hostile HTML")
struct HostileHTMLTests {
    @Test("deep nesting ends the text and does not crash the program")
    func deepNesting() {
        let deep =
            "owl " + String(repeating: "<b>", count: 50_000) + "deep"
            + String(repeating: "</i>", count: 10_000)
        #expect(HTMLFragment(deep).text == "owl")
    }

    @Test("a tag with a hundred thousand attributes is cut short")
    func manyAttributes() {
        let attributes = (0..<100_000).map { " a\($0)" }.joined()
        let fragment = HTMLFragment("owl <b\(attributes)>bird</b>")
        #expect(fragment.text.hasPrefix("owl"))
    }

    @Test(
        "attributes are counted even after an unclosed quote",
        arguments: ["=\"", "='", "x=y\"", "\"", "= \"> "])
    func quotedAttributes(start: String) {
        let attributes = (0..<100_000).map { " a\($0)" }.joined()
        #expect(HTMLFragment("owl <b \(start)\(attributes)>bird</b>").text.hasPrefix("owl"))
    }

    @Test("long text without tags is kept whole next to a tag")
    func longText() {
        let words = String(repeating: "owl < ", count: 5_000)
        #expect(HTMLFragment("<b>x</b>" + words).text.utf8.count == 1 + words.utf8.count - 1)
    }

    @Test("text beyond the limit is left out")
    func limit() {
        let html = "<b>owl</b>" + String(repeating: "é", count: HTMLFragment.byteLimit)
        let text = HTMLFragment(html).text
        #expect(text.hasPrefix("owlé"))
        #expect(text.utf8.count <= HTMLFragment.byteLimit)
    }

    @Test("random bytes on many threads at once do not crash the parser")
    func noise() async {
        await withTaskGroup(of: Void.self) { group in
            for seed in 0..<4 {
                group.addTask {
                    var noise = Noise(state: UInt64(seed) &+ 1)
                    for _ in 0..<500 { _ = HTMLFragment(noise.html()).text }
                }
            }
        }
    }
}

/// Random pieces of markup, the same for the same seed.
private struct Noise {
    var state: UInt64

    private static let scraps = [
        "<", ">", "/", "a", " href", "=", "\"", "'", "&", "&amp;", "&#x0;", "&#xFFFFFF;", "<a href=x>",
        "</a>",
        "<html>", "<html x=1>", "<body y>", "</body>", "<head>", "<table>", "<tr>", "</p>", "<select>",
        "<!--",
        "-->", "<![CDATA[", "]]>", "<!DOCTYPE html>", "<?php", "<script>", "</script>", "<svg>", "<math/>",
        "\u{0}", "\u{FEFF}", "\u{202E}", "é", "🦉", "\n", "<meta charset=utf-7>", "<base href=//x>",
        "<frameset>",
    ]

    mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }

    mutating func html() -> String {
        (0..<next() % 60).map { _ in Self.scraps[next() % Self.scraps.count] }.joined()
    }
}
