import Markup
import Testing

@testable import ForageConformance

@Suite("Changed copies of a feed")
struct FeedBodyTests {
    private static let feed = """
        <?xml version="1.0"?>
        <rss version="2.0" xmlns:i="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">
        <channel><title>Talk &amp; more</title><i:image href="https://talk.example/a.jpg"/>
        <atom:link href="https://talk.example/" rel="self"/>
        <item><guid isPermaLink="false">1</guid><title><![CDATA[A <b> "c"]]></title>
        <enclosure url="https://talk.example/1.mp3?a=1&amp;b=2" type="audio/mpeg"/>
        <category>x</category><category>y</category></item>
        <item><guid>2</guid><title>B</title><author><name>Ann</name></author></item>
        </channel></rss>
        """
    private static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><link rel="self" href="https://talk.example/feed"/>
        <entry><id>1</id><title type="text">A</title><link href="https://talk.example/1"/>
        <link rel="enclosure" href="https://talk.example/1.mp3" type="audio/mpeg"/></entry></feed>
        """

    @Test("an unchanged copy is read like the feed", arguments: [feed, atom])
    func same(text: String) throws {
        let feed = try Feed(Array(text.utf8).span.bytes)
        let copy = try read(try body(text).arranging("/items", as: Array(feed.items.indices)))
        #expect(copy.channel == feed.channel && copy.items == feed.items && copy.damage == nil)
    }

    @Test("every element and attribute with a value is a field, under its own path")
    func fields() throws {
        #expect(
            try body(Self.feed).fields.map(\.description) == [
                "/channel/title", "/channel/itunes:image@href", "/channel/itunes:image",
                "/channel/atom:link@href", "/channel/atom:link@rel", "/channel/atom:link",
                "/items/*/guid@isPermaLink", "/items/*/guid", "/items/*/title", "/items/*/enclosure@url",
                "/items/*/enclosure@type", "/items/*/enclosure", "/items/*/category", "/items/*/author",
                "/items/*/author/name",
            ])
    }

    @Test(
        "a change is made in every item",
        arguments: [
            ("/items/*/title", .dropped, ["guid@isPermaLink", "guid", "enclosure@url", "enclosure@type"]),
            ("/items/*/guid", .dropped, ["title", "enclosure@url", "enclosure@type", "enclosure"]),
            ("/items/*/guid", .renamed, ["new_guid@isPermaLink", "new_guid", "title", "enclosure@url"]),
            ("/items/*/enclosure@url", .dropped, ["guid@isPermaLink", "guid", "title", "enclosure@type"]),
            (
                "/items/*/guid@isPermaLink", .renamed,
                ["guid@new_isPermaLink", "guid", "title", "enclosure@url"]
            ),
        ] as [(String, FieldChange, [String])])
    func changes(path: String, change: FieldChange, names: [String]) throws {
        let copy = try changed(path, change)
        #expect(Array(copy.items[0].parts.map(\.name).prefix(4)) == names)
        let place = String(path.split(separator: "/").last ?? "")
        #expect(change != .dropped || !copy.items[1].parts.contains { $0.name == place })
    }

    @Test(
        "a text becomes an element and the reverse; nothing becomes null, and attributes keep their type")
    func types() throws {
        let inner = FeedElement(parts: [.init(name: "value", content: .text("B"))])
        #expect(
            try changed("/items/*/title", .retyped).items[1].parts[1]
                == .init(name: "title", content: .element(inner)))
        #expect(
            try changed("/items/*/author", .retyped).items[1].parts[2]
                == .init(name: "author", content: .text("several")))
        #expect(try changed("/items/*/author/name", .emptied).items[1].parts[2].content != .text(""))
        #expect(try changed("/channel/title", .emptied).channel.parts[0].content == .text(""))
        let body = try body(Self.feed)
        for field in body.fields { #expect(body.changing(field, .nulled) == nil) }
        let attribute = try #require(body.fields.first { $0.description.hasSuffix("@url") })
        #expect(body.changing(attribute, .retyped) == nil)
    }

    @Test("unknown members are added everywhere, and nothing else changes")
    func additions() throws {
        let copy = try read(try body(Self.feed).withUnknownMembers)
        for element in [copy.channel] + copy.items {
            #expect(element.parts.contains { $0.name == "unknown" })
            #expect(element.parts.contains { $0.name == "title@unknown" })
        }
        let known = copy.items[1].parts.filter { !$0.name.contains("unknown") }
        #expect(known.map(\.name) == ["guid", "title", "author"])
        #expect(known[1].content == .text("B"))
    }

    @Test("items can be repeated, reversed, dropped and damaged, and there is no other list")
    func items() throws {
        let body = try body(Self.feed)
        #expect(body.recordCount(in: "/items") == 2 && body.recordCount(in: "/channel") == nil)
        #expect(try ids(body.repeating("/items", 5)) == ["1", "2", "1", "2", "1"])
        #expect(try ids(body.reversing("/items")) == ["2", "1"])
        #expect(try ids(body.shortening("/items", to: 1)) == ["1"])
        #expect(try read(body.breaking("/items", at: 0)).items.map(\.parts.isEmpty) == [true, false])
        #expect(body.arranging("/channel", as: [0]) == nil && body.breaking("/channel", at: 0) == nil)
    }

    @Test("unexpected values are inserted unchanged, one at a time")
    func unexpected() throws {
        for unexpected in [UnexpectedValues.values, .texts] {
            var count = 0
            try body(Self.feed).forEachCopy(with: unexpected, atMost: 9) { change, copy in
                count += 1
                let feed = try? read(copy)
                #expect(feed?.items.count == 2 && feed?.damage == nil, "\(change)")
            }
            #expect(count >= 9 * 4)
        }
    }

    @Test(
        "an incomplete feed cannot be changed",
        arguments: ["", "{}", "<html/>", "<rss><channel><item>"])
    func strange(text: String) {
        #expect(FeedBody(Array(text.utf8)) == nil)
    }

    // MARK: - Reading

    private func body(_ text: String) throws -> FeedBody { try #require(FeedBody(Array(text.utf8))) }

    private func read(_ body: [UInt8]?) throws -> Feed {
        let body = try #require(body)
        return try Feed(body.span.bytes)
    }

    private func changed(_ path: String, _ change: FieldChange) throws -> Feed {
        let body = try body(Self.feed)
        let field = try #require(body.fields.first { $0.description == path })
        return try read(body.changing(field, change))
    }

    private func ids(_ body: [UInt8]?) throws -> [String] {
        try read(body).items.compactMap { item in
            guard case .text(let id)? = item.parts.first(where: { $0.name == "guid" })?.content else {
                return nil
            }
            return id
        }
    }
}
