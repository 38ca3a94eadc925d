internal import ForageCore
internal import Platform

/// A gallery: pictures in rows of one height with their credits, and cards for items without a picture.
struct HTMLReport: ReportFormat {
    private static let rowHeight = 320.0
    private static let pageWidth = 1_000
    private static let usualRatio = 1.5
    private static let cardRatio = 1.3

    func text(of report: Report) -> String {
        let tiles = report.items.map(tile).joined()
        return report.htmlPage("<ol class=\"gallery\">\n\(tiles)</ol>\n").text
    }

    func text(of item: Item) -> String {
        let picture =
            item.picture(wide: Self.pageWidth).map {
                "<figure>\n\(item.htmlPicture($0, wide: Self.pageWidth))</figure>\n"
            } ?? ""
        let places = item.htmlPlaces.map { "<p class=\"facts\">\($0)</p>\n" } ?? ""
        let facts = item.record.selecting(FieldSelection.facts.paths).htmlList
        return item.htmlPage("<article>\n\(picture)\(places)\(item.htmlCredits)\(facts)</article>\n").text
    }

    private func tile(_ item: Item) -> String {
        guard let picture = item.picture(wide: Int(Self.rowHeight * 2)) else { return card(item) }
        let ratio = Self.shown(item.aspectRatio(of: picture) ?? Self.usualRatio)
        let width = Int((ratio * Self.rowHeight).rounded())
        let summary = item.kind == .photo ? "" : summary(of: item)
        return """
            <li style="--ratio:\(ratio)">
            <figure>
            \(item.htmlPicture(picture, wide: width))<figcaption>
            \(facts(of: item))\(summary)\(item.htmlCredits)</figcaption>
            </figure>
            </li>

            """
    }

    private func card(_ item: Item) -> String {
        """
        <li class="card" style="--ratio:\(Self.cardRatio)">
        <h2>\(item.title.htmlLink(to: item.pageURL))</h2>
        \(facts(of: item))\(summary(of: item))\(item.htmlCredits)</li>

        """
    }

    private func summary(of item: Item) -> String {
        item.summary.map { "<p class=\"summary\" dir=\"auto\">\($0.printable(upTo: 1_000).asHTML)</p>\n" }
            ?? ""
    }

    private func facts(of item: Item) -> String {
        let facts = [
            item.kind.rawValue, item.size?.description, item.duration?.asPlayingTime, item.collection,
        ]
        let words = facts.map { $0?.asIsolatedHTML } + [item.htmlPlaces]
        return "<p class=\"facts\">" + words.compactMap(\.self).joined(separator: " · ") + "</p>\n"
    }

    /// The ratio within limits, so that no very wide or very high picture takes a whole row.
    private static func shown(_ ratio: Double) -> Double {
        (min(max(ratio, 0.6), 3) * 1_000).rounded() / 1_000
    }
}

/// The selected fields as a table on a page.
struct HTMLTable: ReportFormat {
    let fields: FieldSelection

    func text(of report: Report) -> String { report.htmlPage(table(of: report.records)).text }

    func text(of item: Item) -> String { item.htmlPage(table(of: [item.record])).text }

    private func table(of records: [Record]) -> String {
        let header = fields.paths.map { "<th>\($0.text.asHTML)</th>" }.joined()
        let rows = records.map { record in
            "<tr>" + zip(fields.paths, record.columns(fields)).map(cell).joined() + "</tr>\n"
        }
        return """
            <table>
            <thead><tr>\(header)</tr></thead>
            <tbody>
            \(rows.joined())</tbody>
            </table>

            """
    }

    private func cell(_ path: FieldPath, _ text: String) -> String {
        guard ["url", "pageURL"].contains(path.names.last), let url = WebURL(text) else {
            return "<td>\(text.asIsolatedHTML)</td>"
        }
        return "<td>\(text.htmlLink(to: url))</td>"
    }
}

extension Record {
    /// The facts with their names, and nested facts below.
    var htmlList: String {
        "<dl>\n" + members.map { "<dt>\($0.name.asHTML)</dt><dd>\($0.html)</dd>\n" }.joined() + "</dl>\n"
    }
}

extension Record.Member {
    fileprivate var html: String {
        if case .text(let text) = fact, isAddress, let url = WebURL(text) { return text.htmlLink(to: url) }
        return fact.html
    }
}

extension Fact {
    fileprivate var html: String {
        switch self {
        case .text(let text): text.asIsolatedHTML
        case .whole, .decimal: columnText
        case .record(let record): "\n" + record.htmlList
        case .list(let facts):
            facts.contains(where: \.isRecord)
                ? "\n" + facts.map(\.html).joined() : facts.map(\.html).joined(separator: ", ")
        }
    }
}

/// A self-contained page: it includes its style, contains no scripts, and loads only the pictures that it shows.
struct HTMLPage {
    let title: String
    /// The plain text below the title.
    var subtitle = ""
    /// Safe HTML.
    let body: String
    /// Safe HTML, one line for each element.
    var footer: [String] = []

    var text: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <title>\(title.asHTML)</title>
        <style>
        \(Self.style)</style>
        </head>
        <body>
        <header>
        <h1>\(title.asIsolatedHTML)</h1>
        <p>\(subtitle.asIsolatedHTML)</p>
        </header>
        <main>
        \(body)</main>
        <footer>
        \(footer.map { "<p>\($0)</p>\n" }.joined())</footer>
        </body>
        </html>

        """
    }

    /// Pictures grow in proportion to their aspect ratio, so that all pictures of a row have one height and the row
    /// fills the page. The element after the last picture takes the remaining space of its row.
    private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)

    private static let policy =
        "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
}

extension Report {
    /// The page of the results.
    func htmlPage(_ body: String) -> HTMLPage {
        HTMLPage(
            title: heading, subtitle: summary, body: body + htmlRemarks + htmlSeeAlso,
            footer: items.serviceLines.map { $0.name.htmlLink(to: $0.url) } + unanswered.map(\.asIsolatedHTML)
        )
    }
}

extension Item {
    /// The page of all properties of the item.
    func htmlPage(_ body: String) -> HTMLPage { HTMLPage(title: title, subtitle: id.description, body: body) }
}

extension String {
    /// Untrusted text, escaped for an element or a quoted attribute.
    var asHTML: String { withoutControls.escapedForHTML }

    /// Untrusted text, isolated so that its writing direction does not affect other text.
    var asIsolatedHTML: String { "<bdi>\(asHTML)</bdi>" }

    /// A link with this text.
    func htmlLink(to url: WebURL) -> String { "<a href=\"\(url.text.asHTML)\">\(asIsolatedHTML)</a>" }
}

extension Item {
    /// Links to the other sources; nil if there are none.
    var htmlPlaces: String? {
        let places = otherPlaces.map { $0.name.htmlLink(to: $0.url) }
        return places.isEmpty ? nil : "also on " + places.joined(separator: ", ")
    }

    /// The credit of every source, each in a paragraph.
    var htmlCredits: String {
        sources.map { "<p class=\"credit\" dir=\"auto\">\($0.attribution.html.withoutControls)</p>\n" }
            .joined()
    }

    /// The picture at the width at which it is shown, loaded from its own address when it comes into view, with an
    /// alternative text.
    func htmlPicture(_ picture: Rendition, wide width: Int) -> String {
        let (url, fineURL) = (picture.url(wide: width), picture.url(wide: width, pixelRatio: 2))
        let fine = fineURL == url ? "" : " srcset=\"\(fineURL.text.asHTML) 2x\""
        let size = picture.size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
        return """
            <a class="picture" href="\(pageURL.text.asHTML)">\
            <img src="\(url.text.asHTML)"\(fine) alt="\(pictureWords.asHTML)"\(size) loading="lazy" decoding="async"></a>

            """
    }
}

extension Report {
    private var htmlRemarks: String {
        remarks.map { "<p class=\"asked\">\($0.asIsolatedHTML)</p>\n" }.joined()
    }

    /// The suggested queries, in a paragraph after the results.
    private var htmlSeeAlso: String {
        guard !seeAlso.isEmpty else { return "" }
        return "<p class=\"asked\">See also: \(seeAlso.map(\.asIsolatedHTML).joined(separator: " · "))</p>\n"
    }
}
