import Markup
import Testing

@Suite("The text of Markdown")
struct MarkdownTextTests {
    @Test(
        "has no marks",
        arguments: [
            ("plain words", "plain words"),
            ("*one* **two** ***three*** _four_ __five__", "one two three four five"),
            ("**bold *and* slanted**", "bold and slanted"), ("***a** b*", "a b"),
            ("2 * 3 * 4", "2 * 3 * 4"), ("snake_case_name", "snake_case_name"), ("*alone", "*alone"),
            ("a ~ b ~c~ ~~d~~", "a ~ b ~c~ ~~d~~"), ("**half*", "*half"),
            ("[words](https://x.example/a_b_c) after", "words after"),
            ("[words](https://x.example/a_(b) \"A title\").", "words."), ("[a *b*](x) c", "a b c"),
            ("[words][ref] [none]\n\n[ref]: /x", "words [none]"), ("[words][ref]", "[words][ref]"),
            ("[a](never closed", "[a](never closed"),
            ("![a map](m.png) and ![](n.png)more", "a map and more"), ("Wow![1]", "Wow![1]"),
            ("`a *b* <c>` and ``a ` b``", "a *b* <c> and a ` b"), ("a ` b", "a ` b"), ("``a` b", "``a` b"),
            ("\\*not\\* \\<b> \\a \\", "*not* <b> \\a \\"),
            ("<https://x.example/a?b=c&d> <b>bold</b> a < b", "https://x.example/a?b=c&d bold a < b"),
            ("# Title #hash\n\ntext", "Title #hash text"), ("- a\n* b\n+ c\n1. d\n2) e", "a b c d e"),
            ("> quoted\n> > twice", "quoted twice"), ("a\n---\nb\n* * *\nc", "a b c"),
            ("```swift\nlet a = 1\n```", "let a = 1"), ("one\r\ntwo  \nthree", "one two three"),
            ("fish &amp; chips &mdash; 5&nbsp;€", "fish & chips — 5 €"),
            ("1984 was a year", "1984 was a year"),
            ("\\![a](b)", "!a"), ("!**[a](b)**", "!a"), ("**a!**[b](c)", "a!b"), ("a*b*c **", "abc **"),
            ("**", "**"),
            ("1234567890) a", "1234567890) a"), ("-a\n-\u{A0}b", "-a - b"), ("* * x", "x"),
            ("==\n===", "=="),
            ("Tom & Ann's \"Owls\" > `a & b`", "Tom & Ann's \"Owls\" > a & b"),
            ("<p>one</p>\n\n<p>two &lt; three</p>", "one two < three"), ("a <br> b<br/>c", "a b c"),
            ("a <script>b < c</script> d", "a d"), ("&lt;b&gt; &amp;amp;", "<b> &amp;"),
            ("a\u{0}b", "a\u{FFFD}b"),
        ])
    func plain(markdown: String, plain: String) {
        #expect(MarkdownText(markdown).text == plain)
    }

    @Test(
        "has no marks, wherever one is",
        arguments: [
            ("\\*", "*"), ("\\`", "`"), ("[x](y)", "x"), ("_x_", "x"), ("**x**", "x"), ("<b>x", "x"),
        ])
    func everywhere(mark: String, plain: String) {
        for (letter, length) in ["b", "é"].flatMap({ letter in (1...24).map { (letter, $0) } }) {
            let word = String(repeating: letter, count: length)
            #expect(MarkdownText("\(word) \(mark) \(word)").text == "\(word) \(plain) \(word)")
        }
    }

    @Test("is empty if there are only marks", arguments: ["", " \n ", "---", "[](x)", "<br>", "[x]: y"])
    func nothing(markdown: String) {
        #expect(MarkdownText(markdown).text.isEmpty)
    }

    @Test("ends at the limit, between two characters", arguments: ["word ", "é", "日", "🦉", "a🦉"])
    func long(word: String) {
        let text = MarkdownText(String(repeating: word, count: 100_000)).text
        #expect((MarkdownText.byteLimit - 3...MarkdownText.byteLimit).contains(text.utf8.count))
        #expect(!text.contains("\u{FFFD}"))
    }

    @Test(
        "is read in bounded time, whatever the marks are",
        arguments: [
            "[", "](", "*", "_ *", "`", "<", "![", "\\", "`` ` ", "> ", ">", "- ", "* a_ ", "<a ", "<!--",
            "<?", "<![CDATA[", "[a](<b", "&", "a\n> ", "[a]: b\n", "``\n", "\t- ",
        ])
    func hostile(mark: String) {
        let marks = String(repeating: mark, count: 20_000)
        for text in [marks, marks + "x", "x" + marks] {
            #expect(MarkdownText(text).text.utf8.count <= 2 * MarkdownText.byteLimit)
        }
    }

    @Test("is read by cmark, whose version has numbers")
    func version() throws {
        #expect(try MarkdownLibrary.version().contains { $0.isNumber })
    }
}
