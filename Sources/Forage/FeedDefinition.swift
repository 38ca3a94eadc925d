package import ForageCore
internal import JSON

/// The definition of a provider for any podcast or feed of articles, by its address.
package struct FeedDefinition: Sendable {
    package let id: ProviderID
    package let title: String
    package let feed: WebURL

    package init(_ id: ProviderID, title: String, feed: WebURL) {
        self.id = id
        self.title = title
        self.feed = feed
    }

    /// The feed that a definition describes; nil if it describes something else.
    package init?(_ file: DefinitionFile) {
        guard let root = (try? JSONDocument(Array(file.text.utf8)))?.root, root["format"].string == "feed",
            let id = root["about"]["id"].string.flatMap({ ProviderID($0) }),
            let title = root["about"]["name"].string,
            let url = root["browse"]["url"].string.flatMap({ WebURL($0) }), !url.text.contains("{")
        else { return nil }
        let query = root["browse"]["query"].members.map { ($0.key, $0.value.string ?? "") }
        self.init(
            id, title: title,
            feed: query.reduce(url) {
                $0.addingQuery("\(PercentEncoding.encode($1.0))=\(PercentEncoding.encode($1.1))")
            })
    }

    /// The definition with a made-up sample.
    package var json: [UInt8] {
        let sample = """
            "samples": [{"request": {"browse": "latest"},
                "body": ["<rss xmlns:itunes=\\"http://www.itunes.com/dtds/podcast-1.0.dtd\\"><channel><title>Owls</title><link>https://feed.example/</link>",
                  "<copyright>Ines Dahl</copyright><itunes:author>Ines Dahl</itunes:author><itunes:image href=\\"https://feed.example/all.jpg\\"/>",
                  "<item><guid>1</guid><title>Barn owl</title><link>https://feed.example/1</link><description>White.</description>",
                  "<pubDate>Fri, 31 May 2024 10:00:00 GMT</pubDate><itunes:duration>1:02:03</itunes:duration><itunes:author>Amos Reed</itunes:author>",
                  "<itunes:image href=\\"https://feed.example/1.jpg\\"/><enclosure url=\\"https://feed.example/1.mp3\\" type=\\"audio/mpeg\\"/></item>",
                  "<item><title>Snowy owl</title><link>https://feed.example/2</link></item>",
                  "<item><enclosure url=\\"https://feed.example/3.mp3\\" type=\\"audio/mpeg\\"/><title>Little owl</title></item></channel></rss>"],
                "items": [
                  {"id": "1", "title": "Barn owl", "page": "https://feed.example/1", "summary": "White.",
                    "creator": {"name": "Amos Reed"}, "published": "2024-05-31T10:00:00Z", "duration": 3723},
                  {"id": "https://feed.example/2", "title": "Snowy owl", "page": "https://feed.example/2", "creator": {"name": "Ines Dahl"}},
                  {"id": "https://feed.example/3.mp3", "title": "Little owl", "page": "https://feed.example/"}]}]
            """
        let text = """
            {
              "$schema": "urn:forage:definition:1",
              "about": {"id": "\(id)", "name": \(quoted(title)), "summary": "Episodes, from its feed", "site": "\(feed.origin)/",
                "kinds": ["episode"], "groups": ["feeds"], "hosts": ["\(feed.origin)"],
                "terms": {"pageSize": 500, "cache": {"usual": 3600, "least": 900}}},
              "format": "feed",
              "browse": {"url": \(quoted(feed.withoutQuery.text))\(query)},
              "item": {
                "id": {"first": ["/guid", "/link", "/enclosure@url"]},
                "title": "/title",
                "page": {"first": ["/link", "#/channel/link"]},
                "summary": {"at": "/description", "then": ["html"]},
                "creator": {"name": {"first": ["/itunes:author", "#/channel/itunes:author"]}},
                "licence": {"name": "#/channel/copyright"},
                "collection": "#/channel/title",
                "published": "/pubDate",
                "duration": "/itunes:duration",
                "files": [
                  {"role": "thumbnail", "url": {"first": ["/itunes:image@href", "#/channel/itunes:image@href"]}},
                  {"role": "original", "url": "/enclosure@url", "type": "/enclosure@type"}
                ]
              },
              \(sample)
            }

            """
        return Array(text.utf8)
    }

    private var query: String {
        guard let start = feed.text.firstIndex(of: "?") else { return "" }
        var met: Set<String> = []
        let items = feed.text[feed.text.index(after: start)...].prefix { $0 != "#" }.split(separator: "&")
        let members = items.compactMap { item -> String? in
            let parts = item.split(separator: "=", maxSplits: 1).map {
                PercentEncoding.decode($0) ?? String($0)
            }
            guard let name = parts.first, met.insert(name).inserted else { return nil }
            return "\(quoted(name)): \(quoted(parts.count > 1 ? parts[1] : ""))"
        }
        return #", "query": {\#(members.joined(separator: ", "))}"#
    }

    private func quoted(_ text: String) -> String { JSONWriter.text { $0.string(text) } }
}
