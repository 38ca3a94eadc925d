import ForageCore
import Markup
import TestWording
import Testing

@testable import ForageProviders

@Suite("Feeds")
struct FeedTests {
    private static let definition = """
        {
          "$schema": "urn:forage:definition:1",
          "about": {"id": "talk", "name": "Talk", "summary": "Talks", "site": "https://talk.example/",
            "kinds": ["episode"], "hosts": ["https://talk.example"]},
          "format": "feed",
          "browse": {"url": "https://talk.example/feed"},
          "item": {"id": {"first": ["/guid", "/id"]}, "title": "/title",
            "page": {"first": ["/link", "/link@href"]},
            "creator": {"name": {"first": ["/author/name", "/dc:creator"]}},
            "files": [{"role": "original", "url": {"first": ["/enclosure@url", "/link-enclosure@href"]}}]},
          "samples": []
        }
        """

    private func page(_ feed: String, completeness: Response.Completeness = .whole) throws -> Page {
        let definition = try Definition(Array(Self.definition.utf8), at: "talk.json")
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        return try plan.page(
            of: Response(body: Array(feed.utf8), completeness: completeness),
            for: .browse(Browse(), PageRequest(size: 30)), of: definition.info)
    }

    private static let atom = """
        <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>
        <entry><id>1</id><title type="html">A &amp;amp; B</title><link href="https://talk.example/1?a=1&amp;b=2"/>
        <link rel="enclosure" href="https://talk.example/1.mp3"/><author><name>Ann</name></author></entry></feed>
        """

    @Test("Atom is read like RSS")
    func atom() throws {
        let draft = try #require(try page(Self.atom).drafts.first)
        #expect(draft.title == "A &amp; B")
        #expect(draft.page == "https://talk.example/1?a=1&b=2")
        #expect(draft.creator?.name == "Ann")
        #expect(draft.renditions.map(\.url) == ["https://talk.example/1.mp3"])
    }

    @Test("an empty line before the declaration is skipped")
    func emptyLine() throws {
        #expect(try page("\r\n \n" + Self.atom).drafts == page(Self.atom).drafts)
    }

    @Test("an extension is recognised by its namespace, not its prefix")
    func namespaces() throws {
        let feed = """
            <rss version="2.0" xmlns:who="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
            <channel><item><guid>1</guid><title>A</title><link>https://talk.example/1</link>
            <atom:link href="https://wrong.example/"/><who:creator>Ben</who:creator></item></channel></rss>
            """
        let draft = try #require(try page(feed).drafts.first)
        #expect(draft.creator?.name == "Ben")
        #expect(draft.page == "https://talk.example/1")
    }

    private static let item = "<item><guid>1</guid><title>A</title><link>https://talk.example/1</link></item>"

    @Test(
        "a truncated feed keeps its complete items, and is reported",
        arguments: ["", "<item><guid>2</guid><title>B", "<item><guid>2</guid></itm>"])
    func cutOff(rest: String) throws {
        let page = try page("<rss><channel>\(Self.item)\(rest)")
        #expect(page.drafts.map(\.localID) == ["1"])
        #expect(page.damage?.contains("The feed is damaged or ends early.") == true)
    }

    @Test("an item without a required field is dropped, and the others are kept")
    func badItem() throws {
        let page = try page("<rss><channel><item><guid>0</guid></item>\(Self.item)</channel></rss>")
        #expect(page.drafts.map(\.localID) == ["1"])
        #expect(page.drift.map(\.path) == ["/items/*/title"])
    }

    @Test("a feed without items is empty, not an error")
    func empty() throws {
        #expect(try page("<rss><channel><title>T</title></channel></rss>").drafts.isEmpty)
    }

    private static let strangers: [(body: String, reason: String)] = [
        ("", "\(Wording.Files.isUnreadable) as RSS or Atom"),
        ("{}", "\(Wording.Files.isUnreadable) as RSS or Atom"),
        ("<html><body>Sorry</body></html>", "It is not a feed: its root element is <html>"),
        ("<!DOCTYPE rss [<!ENTITY a \"b\">]><rss/>", "It has a document type"),
        (
            "<!DOCTYPE rss [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><rss><channel><item><title>&a;</title></item></channel></rss>",
            "document type"
        ),
        ("<rss><channel><item>&undeclared;</item></channel></rss>", "Line 1"),
        ("<rss \(String(repeating: "a=\"b\" ", count: 400))/>", "too many elements or attributes"),
    ]

    @Test("text that is not a feed is an error, never an empty page", arguments: strangers)
    func noFeed(body: String, reason: String) throws {
        let fault = #expect(throws: ProviderError.self) { try page(body) }
        #expect(fault?.description.contains(reason) == true, "\(fault.map(\.description) ?? "")")
    }

    @Test(
        "attributes are limited in every supported encoding",
        arguments: ["UTF-8", "UTF-7", "utf-7", "HZ", "unheard-of"])
    func encodings(name: String) {
        let attributes = (0..<600).map { name == "UTF-8" ? " a\($0)=\"b\"" : " a\($0)=+ACI-b+ACI-" }
        let feed = "<?xml version=\"1.0\" encoding='\(name)'?><rss\(attributes.joined())/>"
        let fault = #expect(throws: ProviderError.self) { try page(feed) }
        let reason = name == "UTF-8" ? "too many elements or attributes" : "encoding"
        #expect(fault?.description.contains(reason) == true, "\(fault.map(\.description) ?? "")")
    }

    @Test("EBCDIC is refused, even without a declaration")
    func ebcdic() {
        let fault = #expect(throws: FeedError.encoding("EBCDIC")) {
            try Feed(([0x4C, 0x6F, 0xA7, 0x94] as [UInt8]).span.bytes)
        }
        #expect(fault?.description == "Its encoding EBCDIC is not supported; only UTF-8 is.")
    }

    @Test("older encodings are supported", arguments: ["ISO-8859-1", "windows-1252"])
    func oldEncoding(name: String) throws {
        let definition = try Definition(Array(Self.definition.utf8), at: "talk.json")
        let plan = try PlanCompiler(text: definition.text, info: definition.info).plan()
        let item = Self.item.replacing(">A<", with: ">\u{1}<")
        let feed = "<?xml version=\"1.0\" encoding=\"\(name)\"?><rss><channel>\(item)</channel></rss>"
        let body = feed.utf8.map { $0 == 1 ? 0xE9 : $0 }
        let page = try plan.page(
            of: Response(body: body), for: .browse(Browse(), PageRequest(size: 30)), of: definition.info)
        #expect(page.drafts.map(\.title) == ["é"])
    }

    @Test("a feed with too many items is cut short and reported")
    func many() throws {
        let items = (0..<1_200).map {
            "<item><guid>\($0)</guid><title>A</title><link>https://talk.example/\($0)</link></item>"
        }
        let page = try page("<rss><channel>\(items.joined())</channel></rss>")
        #expect(page.drafts.count == 1_000)
        #expect(page.damage?.contains("more than 1000 items") == true)
    }

    @Test("reading stops at deep nesting")
    func deep() throws {
        let nested = String(repeating: "<a>", count: 5_000)
        let page = try page("<rss><channel>\(Self.item)\(nested)")
        #expect(page.drafts.count == 1 && page.damage != nil)
    }
}
