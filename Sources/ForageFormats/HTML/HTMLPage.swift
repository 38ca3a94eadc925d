internal import ForageCore

/// A page that stands alone: it brings its own style, runs nothing, and loads nothing but the pictures it shows.
struct HTMLPage {
    let title: String
    /// What stands beneath the title, as text.
    var subtitle = ""
    /// Safe HTML.
    let body: String
    /// Safe HTML, a line each.
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
        \(HTMLStyle.sheet)
        </style>
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

    private static let policy =
        "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
}

extension Report {
    /// The results as a page.
    func htmlPage(_ body: String) -> HTMLPage {
        HTMLPage(
            title: heading, subtitle: summary, body: body + htmlRemarks + htmlSeeAlso,
            footer: items.serviceLines.map { $0.name.htmlLink(to: $0.url) } + unanswered.map(\.asIsolatedHTML)
        )
    }
}

extension Report {
    private var htmlRemarks: String {
        remarks.map { "<p class=\"asked\">\($0.asIsolatedHTML)</p>\n" }.joined()
    }

    /// What else may be asked, in a paragraph behind the results.
    private var htmlSeeAlso: String {
        guard !seeAlso.isEmpty else { return "" }
        return "<p class=\"asked\">See also: \(seeAlso.map(\.asIsolatedHTML).joined(separator: " · "))</p>\n"
    }
}

extension Item {
    /// Everything known of the item as a page.
    func htmlPage(_ body: String) -> HTMLPage { HTMLPage(title: title, subtitle: id.description, body: body) }
}
