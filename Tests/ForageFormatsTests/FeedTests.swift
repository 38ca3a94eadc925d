import ForageCore
import JSON
import Markup
import Platform
import Testing

@testable import ForageFormats

@Suite("Feeds")
struct FeedTests {
    private let date = Date(timeIntervalSince1970: 1_800_000_000)

    private func feed(_ items: [Item]) -> ForageFormats.Feed {
        ForageFormats.Feed(
            id: "urn:uuid:1", title: "owls: \"barn owl\" <&>", address: "http://127.0.0.1/feed/owls.atom",
            home: "http://127.0.0.1/", updated: date, entries: items.map { .init($0, foundAt: date) })
    }

    private func read(_ format: ForageFormats.Feed.Format, _ items: [Item]) throws -> Markup.Feed {
        let bytes = Array(feed(items).text(as: format).utf8)
        let read = try Markup.Feed(bytes.span.bytes)
        #expect(read.damage == nil)
        return read
    }

    private func text(_ element: FeedElement, _ name: String) -> String? {
        for part in element.parts where part.name == name {
            if case .text(let text) = part.content { return text }
        }
        return nil
    }

    /// An item whose every text tries to break out of XML.
    private func hostile() throws -> Item {
        let text = "]]></title>\u{0}\u{1B}[2J\u{FFFE}<script>&amp;'\"\u{202E}"
        return try Sample.item("a&b<c>", title: text, creator: Creator(name: text)) {
            $0.summary = text
            $0.altText = text
        }
    }

    @Test("an entry has the title, the page, the credit of each source and the licence")
    func json() throws {
        let root = try JSONDocument(
            Array(feed([Sample.shared(), Sample.answer()]).text(as: .jsonfeed).utf8), mode: .strict
        ).root
        #expect(root["version"].string == "https://jsonfeed.org/version/1.1")
        #expect(root["feed_url"].string == "http://127.0.0.1/feed/owls.atom")
        let items = Array(root["items"].elements)
        #expect(
            items.map(\.["id"].string) == [
                "urn:forage:item:unsplash:Dwu85P9SOIk",
                "urn:forage:item:\(try Sample.answer().id)",
            ])
        #expect(items[0]["image"].string == "https://images.unsplash.com/fox?w=800&dpr=1.0")
        #expect(items[0]["authors"][0]["name"].string == "Jonatan Pie")
        #expect(items[0]["_forage"]["licence"].string == "Unsplash License")
        #expect(items[0]["date_published"].string == "2023-11-14T22:13:20Z")
        let credit = try #require(items[0]["_forage"]["credit"].string)
        #expect(credit.contains("from Unsplash") && credit.contains("from Flickr") && credit.contains("CC0"))
        let html = try #require(items[0]["content_html"].string)
        #expect(html.contains("<img src=") && html.contains("Jonatan Pie"))
    }

    @Test(
        "hostile texts stay texts, and the documents well-formed",
        arguments: [ForageFormats.Feed.Format.atom, .rss])
    func hostile(format: ForageFormats.Feed.Format) throws {
        let item = try hostile()
        let read = try read(format, [item, Sample.photo()])
        #expect(read.items.count == 2)
        let title = text(read.items[0], "title")
        #expect(title?.contains("<script>&amp;'\"") == true, "\(title ?? "")")
        let xml = feed([item]).text(as: format)
        #expect(!xml.contains("<script>") && !xml.contains("\u{0}") && !xml.contains("\u{FFFE}"))
    }

    @Test("an empty feed is still a document", arguments: [ForageFormats.Feed.Format.atom, .rss])
    func empty(format: ForageFormats.Feed.Format) throws {
        #expect(try read(format, []).items.isEmpty)
    }

    @Test("a stored entry is read as it was written", arguments: [try Sample.shared(), try Sample.answer()])
    func stored(item: Item) throws {
        let entry = ForageFormats.Feed.Entry(item, foundAt: date)
        #expect(ForageFormats.Feed.Entry(entry.document, foundAt: date) == entry)
        #expect(ForageFormats.Feed.Entry(Array("{}".utf8), foundAt: date) == nil)
    }

    @Test("Atom has every element that RFC 4287 requires")
    func atom() throws {
        let text = feed([try Sample.photo()]).text(as: .atom)
        for part in [
            "<id>urn:uuid:1</id>", "<updated>2027-01-15T08:00:00Z</updated>",
            "<link rel=\"self\" type=\"application/atom+xml\" href=\"http://127.0.0.1/feed/owls.atom\"/>",
            "<id>urn:forage:item:unsplash:Dwu85P9SOIk</id>", "<published>2023-11-14T22:13:20Z</published>",
            "<author><name>Jonatan Pie</name><uri>https://unsplash.com/@r3dmax</uri></author>",
            "<link rel=\"license\" href=\"https://unsplash.com/license\"/>", "<rights>Unsplash License. ",
        ] { #expect(text.contains(part), "\(part)") }
        let rss = feed([try Sample.photo()]).text(as: .rss)
        #expect(rss.contains("<guid isPermaLink=\"false\">urn:forage:item:unsplash:Dwu85P9SOIk</guid>"))
        #expect(rss.contains("<pubDate>Fri, 15 Jan 2027 08:00:00 GMT</pubDate>"))
    }
}
