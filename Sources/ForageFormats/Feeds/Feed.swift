package import ForageCore
internal import JSON
package import Platform

/// A feed of results, the latest first.
package struct Feed: Sendable {
    /// The formats of feeds.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        /// RFC 4287.
        case atom
        /// RSS 2.0.
        case rss
        /// JSON Feed 1.1.
        case jsonfeed
    }

    /// The unique name, which never changes.
    let id: String
    let title: String
    /// The address of the feed itself, if it is served.
    let address: String?
    /// The address of the program that serves it.
    let home: String?
    let updated: Date
    let entries: [Entry]

    /// - Parameters:
    ///   - id: The unique name, which never changes.
    ///   - title: The title.
    ///   - address: The address of the feed itself, if it is served.
    ///   - home: The address of the program that serves it, if it is served.
    ///   - updated: The time of the last change if there are no entries.
    ///   - entries: The entries, the latest first.
    package init(
        id: String, title: String, address: String? = nil, home: String? = nil, updated: Date,
        entries: [Entry]
    ) {
        self.id = id
        self.title = title.onOneLine
        self.address = address
        self.home = home
        self.updated = entries.map(\.foundAt).max() ?? updated
        self.entries = entries
    }

    /// Returns the whole document.
    package func text(as format: Format) -> String {
        switch format {
        case .atom: atom
        case .rss: rss
        case .jsonfeed: json
        }
    }
}

extension Feed {
    /// A result in a feed, with its credit.
    package struct Entry: Hashable, Sendable {
        /// The unique name, which never changes.
        let id: String
        let title: String
        let page: WebURL
        let picture: WebURL?
        /// The picture, the summary and the credits as safe HTML.
        let html: String
        /// The credit of every source as plain text.
        let credit: String
        let creator: Creator?
        let licence: NamedLicence?
        let publishedAt: Date?
        let foundAt: Date

        /// A licence with its address, if it has one.
        struct NamedLicence: Hashable, Sendable {
            let name: String
            let url: WebURL?
        }
    }
}

extension Feed.Entry {
    private static let pictureWidth = 800

    /// Creates the entry of a result that was just found.
    package init(_ item: Item, foundAt date: Date) {
        id = "urn:forage:item:\(item.id)"
        title = item.title.withoutControls
        page = item.pageURL
        let picture = item.picture(wide: Self.pictureWidth)
        self.picture = picture?.url(wide: Self.pictureWidth)
        let image = picture.map { item.htmlPicture($0, wide: Self.pictureWidth) } ?? ""
        let summary = item.summary.map { "<p>\($0.printable(upTo: 1_000).asHTML)</p>\n" } ?? ""
        html = image + summary + item.htmlCredits
        credit = item.sources.map(\.attribution.text).joined(separator: " ").withoutControls
        creator = item.creator.fact
        licence = item.licence.fact.map { NamedLicence(name: $0.name, url: $0.url) }
        publishedAt = item.publishedAt
        foundAt = date
    }

    /// Reads a stored entry; nil for bytes in another form.
    package init?(_ bytes: [UInt8], foundAt date: Date) {
        guard let root = try? JSONDocument(bytes, mode: .strict).root, root["version"].int == 1,
            let id = root["id"].string, let title = root["title"].string, let page = root["page"].webURL,
            let html = root["html"].string, let credit = root["credit"].string
        else { return nil }
        self.id = id
        self.title = title
        self.page = page
        picture = root["picture"].webURL
        self.html = html
        self.credit = credit
        creator = Creator(name: root["creator"].string, url: root["creatorPage"].webURL)
        licence = root["licence"].string.map { NamedLicence(name: $0, url: root["licencePage"].webURL) }
        publishedAt = root["published"].string.flatMap { Date(iso8601: $0) }
        foundAt = date
    }

    /// The entry in the form in which it is stored.
    package var document: [UInt8] {
        JSONWriter.objectBytes { writer in
            writer.member("version", 1)
            writer.member("id", id)
            writer.member("title", title)
            writer.member("page", page.text)
            writer.member("picture", picture?.text)
            writer.member("html", html)
            writer.member("credit", credit)
            writer.member("creator", creator?.name)
            writer.member("creatorPage", creator?.url?.text)
            writer.member("licence", licence?.name)
            writer.member("licencePage", licence?.url?.text)
            writer.member("published", publishedAt?.iso8601)
        }
    }
}

extension Feed {
    /// Creates the feed of a saved search.
    package init(_ watch: Watch, address: String? = nil, home: String? = nil, _ entries: [Entry]) {
        self.init(
            id: watch.feedID, title: "\(watch.name): \(watch.query)", address: address, home: home,
            updated: watch.ranAt ?? watch.addedAt, entries: entries)
    }
}
