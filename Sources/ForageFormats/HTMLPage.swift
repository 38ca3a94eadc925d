internal import ForageCore
internal import Platform

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
