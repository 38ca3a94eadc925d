import ForageCore
import ForageFormats
import Testing

@Suite("HTML and Markdown with hostile text")
struct PageTests {
    private static let tame = "tame"

    private func page(_ format: OutputFormat, _ items: [Item]) throws -> String {
        try format.writer().text(
            of: Report(
                query: Query("fox"), items: items, outcomes: [Outcome("example", .answered(items.count))],
                next: nil, duration: .zero))
    }

    /// The tags of a page with the names of their attributes, in order.
    private func tags(of page: String) -> [String] {
        page.matches(of: /<([^<>]*)>/).map { tag in
            String(tag.1.replacing(/"[^"]*"/, with: "\"\""))
        }
    }

    @Test("a page has the same tags and attributes for any text", arguments: Hostile.texts)
    func sameTags(text: String) throws {
        let (hostile, tame) = (try #require(Hostile.item(text)), try #require(Hostile.item(Self.tame)))
        #expect(try tags(of: page(.html, [hostile])) == tags(of: page(.html, [tame])))
        let writer = OutputFormat.html.writer()
        #expect(tags(of: writer.text(of: hostile)) == tags(of: writer.text(of: tame)))
    }

    @Test("a page runs no code and loads nothing but pictures")
    func standsAlone() throws {
        let html = try page(.html, Hostile.items() + [Sample.photo(), Sample.answer()])
        for tag in tags(of: html) {
            #expect(
                !["script", "link", "iframe", "object", "embed", "base", "form"].contains(
                    tag.prefix { $0 != " " }))
        }
        #expect(!html.contains("@import") && !html.contains("url("))
        for address in html.matches(of: /(?:src|href)="([^"]*)"/) {
            #expect(address.1.hasPrefix("https://") || address.1.hasPrefix("http://"))
        }
        #expect(html.contains(#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; "#))
        #expect(
            html.matches(of: /<img [^>]*alt="[^"]+"[^>]* loading="lazy"/).count == Hostile.texts.count + 1)
    }

    @Test("every result is shown with the credit of each source")
    func credits() throws {
        let items = try [Sample.photo(), Sample.answer(), Sample.topic()]
        let html = try page(.html, items)
        let markdown = try page(.markdown, items)
        for item in items {
            #expect(html.contains(item.attribution.html))
            #expect(markdown.contains(item.attribution.markdown))
        }
        #expect(html.contains(#"<footer>"# + "\n" + #"<p><a href="https://duckduckgo.com/?q=red%20fox">"#))
    }

    @Test("a failure never looks like an empty result", arguments: [OutputFormat.markdown, .html])
    func failures(format: OutputFormat) throws {
        let failed = try Report(
            query: Query("fox"), items: [], outcomes: [Outcome("example", .failed("it broke"))], next: nil,
            duration: .zero)
        let text = format.writer().text(of: failed)
        #expect(text.contains("No provider answered") && text.contains("example: failed: it broke"))
        #expect(try page(format, []).contains("No results from example"))
    }

    @Test("a Markdown list has the same links and lines for any text", arguments: Hostile.texts)
    func sameMarkdown(text: String) throws {
        let (hostile, tame) = (try #require(Hostile.item(text)), try #require(Hostile.item(Self.tame)))
        let (one, other) = (try page(.markdown, [hostile]), try page(.markdown, [tame]))
        #expect(markup(of: one) == markup(of: other))
        #expect(one.count { $0 == "\n" } == other.count { $0 == "\n" })
        let writer = OutputFormat.markdown.writer()
        #expect(markup(of: writer.text(of: hostile)) == markup(of: writer.text(of: tame)))
    }

    /// The special characters that are not escaped.
    private func markup(of markdown: String) -> String {
        markdown.replacing(/\\./, with: "").replacing(/\d+/, with: "").filter {
            "`*_{}[]()<>#|~&!".contains($0)
        }
    }

    @Test(
        "text that some readers turn into a list or a link is escaped too",
        arguments: [
            ("1. no list", #"1\. no list"#), ("see https://evil.example", #"see https\://evil.example"#),
            ("WWW.evil.example", #"WWW\.evil.example"#), ("    no code", "no code"),
            ("a\nb", "a b"),
        ])
    func beyondSigns(text: String, expected: String) throws {
        let item = try Sample.item("1", title: "x") { $0.summary = text }
        #expect(try page(.markdown, [item]).contains("\n   \(expected)\n"))
    }

    @Test(
        "the smallest picture that is wide enough is shown, otherwise the widest",
        arguments: [
            ([200, 800, 2_000], 800), ([200, 400], 400), ([nil, 300], nil), ([], 0),
        ] as [([Int?], Int?)])
    func picture(widths: [Int?], expected: Int?) throws {
        let item = try Sample.item("1", title: "x") { draft in
            draft.renditions = [Rendition(.icon, at: "https://example.org/icon")]
            draft.renditions += widths.map { width in
                Rendition(
                    width == nil ? .regular : .full,
                    at: WebURL("https://example.org/\(width ?? 1)") ?? "https://a.b",
                    size: PixelSize(width: width, height: 100))
            }
            draft.renditions.append(Rendition(.full, at: "https://example.org/film", mediaType: "video/mp4"))
        }
        let sources = try page(.html, [item]).matches(of: /<img src="https:\/\/example.org\/([^"]*)"/)
        #expect(sources.first.map { String($0.1) } == (expected == 0 ? nil : "\(expected ?? 1)"))
    }
}
