import Cocoacasts
import ForageCore
import Testing

@Suite("Excerpts in Markdown")
struct MarkdownTests {
    @Test(
        "are read as plain words",
        arguments: [
            ("plain words", "plain words"),
            ("*one* **two** ***three*** _four_ __five__ ~~six~~", "one two three four five six"),
            ("**bold *and* slanted**", "bold and slanted"), ("***a** b*", "a b"),
            ("2 * 3 * 4", "2 * 3 * 4"), ("snake_case_name", "snake_case_name"), ("*alone", "*alone"),
            ("a ~ b ~c~", "a ~ b ~c~"), ("**half*", "*half"),
            ("[words](https://x.example/a_b_c) after", "words after"),
            ("[words](https://x.example/a_(b) \"A title\").", "words."), ("[a *b*](x) c", "a b c"),
            ("[words][ref] [none]", "words [none]"), ("[a](never closed", "[a](never closed"),
            ("![a map](m.png) and ![](n.png)more", "a map and more"), ("Wow![1]", "Wow![1]"),
            ("`a *b* <c>` and ``a ` b``", "a *b* <c> and a ` b"), ("a ` b", "a ` b"), ("``a` b", "``a` b"),
            ("\\*not\\* \\<b> \\a \\", "*not* <b> \\a \\"),
            ("<https://x.example/a?b=c&d> <b>bold</b> a < b", "https://x.example/a?b=c&d bold a < b"),
            ("# Title #hash\n\ntext", "Title #hash text"), ("- a\n* b\n+ c\n1. d\n2) e", "a b c d e"),
            ("> quoted\n> > twice", "quoted twice"), ("a\n---\nb\n* * *\nc", "a b c"),
            ("```swift\nlet a = 1\n```", "let a = 1"), ("one\r\ntwo  \nthree", "one two three"),
            ("fish &amp; chips &mdash; 5&nbsp;€", "fish & chips — 5 €"),
            ("1984 was a year", "1984 was a year"),
            ("\\![a](b)", "a"), ("!**[a](b)**", "!a"), ("**a!**[b](c)", "a!b"), ("a*b*c **", "abc **"),
            ("1234567890) a", "1234567890) a"), ("-a\n-\u{A0}b", "-a b"), ("* * x", "* x"), ("==\n===", "=="),
            ("Tom & Ann's \"Owls\" > `a & b`", "Tom & Ann's \"Owls\" > a & b"),
        ])
    func plain(markdown: String, plain: String) throws {
        let page = try CocoacastsProvider().page(of: Sample.episode(excerpt: markdown))
        #expect(page.drafts.first?.summary == plain)
    }

    @Test(
        "are read as plain words wherever a mark stands",
        arguments: [
            ("\\*", "*"), ("\\`", "`"), ("[x](y)", "x"), ("_x_", "x"), ("~~x~~", "x"), ("<b>x", "x"),
        ])
    func everywhere(mark: String, plain: String) throws {
        // Letters whose bytes are even, and others whose bytes are odd.
        for (letter, length) in ["b", "c"].flatMap({ letter in (1...24).map { (letter, $0) } }) {
            let word = String(repeating: letter, count: length)
            let body = try Sample.episode(excerpt: "\(word) \(mark) \(word)")
            let page = try CocoacastsProvider().page(of: body)
            #expect(page.drafts.first?.summary == "\(word) \(plain) \(word)")
        }
    }

    @Test("that hold nothing are none", arguments: ["", " \n ", "---", "**", "[](x)", "<br>"])
    func nothing(markdown: String) throws {
        let summary = try CocoacastsProvider().page(of: Sample.episode(excerpt: markdown)).drafts.first?
            .summary
        #expect(summary == nil || summary == "**")
    }

    @Test("are read as far as any excerpt goes")
    func long() throws {
        let excerpt = String(repeating: "word ", count: 100_000)
        let page = try CocoacastsProvider().page(of: Sample.episode(excerpt: excerpt))
        #expect(page.drafts.first?.summary?.count == 3_999)
    }

    @Test(
        "take no more time for holding many marks",
        arguments: ["[", "](", "*", "_ *", "`", "<", "![", "\\", "`` ` "])
    func hostile(mark: String) throws {
        let body = try Sample.episode(excerpt: String(repeating: mark, count: 20_000))
        #expect(try CocoacastsProvider().page(of: body).drafts.count == 1)
    }
}
