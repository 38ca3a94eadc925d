internal import ForageCore
internal import JSON
internal import Platform

extension Feed {
    /// The feed as Atom (RFC 4287), with the licence of each entry as in RFC 4946.
    var atom: String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
        <id>\(id.escapedForXML)</id>
        <title>\(title.escapedForXML)</title>
        <updated>\(updated.iso8601)</updated>
        <author><name>Forage</name></author>
        <generator>Forage</generator>
        \(address.map { "<link rel=\"self\" type=\"application/atom+xml\" href=\"\($0.escapedForXML)\"/>\n" } ?? "")\
        \(home.map { "<link rel=\"alternate\" type=\"text/html\" href=\"\($0.escapedForXML)\"/>\n" } ?? "")\
        \(entries.map(\.atom).joined())</feed>

        """
    }

    /// The feed as RSS 2.0, with creators and rights as in Dublin Core.
    var rss: String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel>
        <title>\(title.escapedForXML)</title>
        <link>\((home ?? id).escapedForXML)</link>
        <description>\(title.escapedForXML)</description>
        <generator>Forage</generator>
        <lastBuildDate>\(updated.asRSS)</lastBuildDate>
        \(entries.map(\.rss).joined())</channel>
        </rss>

        """
    }

    /// The feed as JSON Feed 1.1.
    var json: String {
        JSONText.objectLines(.pretty) { writer in
            writer.member("version", "https://jsonfeed.org/version/1.1")
            writer.member("title", title)
            writer.member("home_page_url", home)
            writer.member("feed_url", address)
            writer.array("items") { writer in entries.forEach { $0.write(to: &writer) } }
        }
    }
}

extension Feed.Entry {
    private var rights: String { "\(licence?.name ?? "Licence unknown"). \(credit)" }

    fileprivate var atom: String {
        let author = creator.map { creator in
            let page = creator.url.map { "<uri>\($0.text.escapedForXML)</uri>" } ?? ""
            return "<author><name>\(creator.name.escapedForXML)</name>\(page)</author>\n"
        }
        let terms = licence?.url.map { "<link rel=\"license\" href=\"\($0.text.escapedForXML)\"/>\n" }
        let published = publishedAt.map { "<published>\($0.iso8601)</published>\n" }
        return """
            <entry>
            <id>\(id.escapedForXML)</id>
            <title>\(title.escapedForXML)</title>
            <link rel="alternate" type="text/html" href="\(page.text.escapedForXML)"/>
            <updated>\(foundAt.iso8601)</updated>
            \(published ?? "")\(author ?? "")\(terms ?? "")<rights>\(rights.escapedForXML)</rights>
            <content type="html">\(html.escapedForXML)</content>
            </entry>

            """
    }

    fileprivate var rss: String {
        let author = creator.map { "<dc:creator>\($0.name.escapedForXML)</dc:creator>\n" } ?? ""
        return """
            <item>
            <title>\(title.escapedForXML)</title>
            <link>\(page.text.escapedForXML)</link>
            <guid isPermaLink="false">\(id.escapedForXML)</guid>
            <pubDate>\(foundAt.asRSS)</pubDate>
            \(author)<dc:rights>\(rights.escapedForXML)</dc:rights>
            <description>\(html.escapedForXML)</description>
            </item>

            """
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("url", page.text)
            writer.member("title", title)
            writer.member("content_html", html)
            writer.member("image", picture?.text)
            writer.member("date_published", (publishedAt ?? foundAt).iso8601)
            writer.member("date_modified", foundAt.iso8601)
            if let creator {
                writer.array("authors") { writer in
                    writer.object { writer in
                        writer.member("name", creator.name)
                        writer.member("url", creator.url?.text)
                    }
                }
            }
            writer.object("_forage") { writer in
                writer.member("credit", credit)
                writer.member("licence", licence?.name)
                writer.member("licence_url", licence?.url?.text)
            }
        }
    }
}

extension Date {
    /// The time in the format of RSS, which is that of HTTP with an older name for UTC.
    fileprivate var asRSS: String { HTTPDate(self).description }
}
