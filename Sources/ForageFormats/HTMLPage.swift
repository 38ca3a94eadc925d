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

/// The style sheet of pages.
enum HTMLStyle {
    /// Pictures grow in proportion to their aspect ratio, so that all pictures of a row have one height and the row
    /// fills the page. The element after the last picture takes the remaining space of its row.
    static let sheet = """
        :root {
          color-scheme: light dark;
          --paper: light-dark(#faf9f6, #131417);
          --raised: light-dark(#ffffff, #1c1e22);
          --ink: light-dark(#1d1d1f, #ececee);
          --quiet: light-dark(#66666b, #a0a1a7);
          --line: light-dark(#e3e1da, #2e3036);
          --link: light-dark(#0b57b0, #8ab8ff);
          --height: 15rem;
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; max-width: 120rem; padding: clamp(1rem, 3vw, 3rem);
          background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
          overflow-wrap: anywhere;
        }
        h1 { margin: 0; font-size: clamp(1.6rem, 4vw, 2.4rem); line-height: 1.2; letter-spacing: -0.02em; }
        h2 { margin: 0; font-size: 1.1rem; line-height: 1.3; }
        header p { margin: .3rem 0 0; color: var(--quiet); }
        main { margin: clamp(1rem, 3vw, 2.2rem) 0; }
        a { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: .15em; }
        a:hover { color: var(--link); text-decoration-color: currentColor; }
        a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        .gallery { display: flex; flex-wrap: wrap; gap: 1.6rem 1rem; margin: 0; padding: 0; list-style: none; }
        .gallery::after { content: ""; flex: 1e6 1 0; }
        .gallery li {
          flex: var(--ratio) 1 calc(var(--ratio) * var(--height)); min-width: min(9rem, 100%); max-width: 100%;
        }
        figure { margin: 0; }
        .picture { display: block; }
        img {
          display: block; width: 100%; height: auto; border-radius: .5rem;
          background: var(--line); color: var(--quiet); font-size: .8rem; transition: filter .2s;
        }
        .gallery img { aspect-ratio: var(--ratio); object-fit: contain; overflow: hidden; }
        .picture:hover img { filter: brightness(1.06); }
        figcaption { padding: .5rem .15rem 0; }
        .card {
          display: flex; flex-direction: column; gap: .4rem; padding: 1.1rem 1.2rem;
          background: var(--raised); border: 1px solid var(--line); border-radius: .6rem;
        }
        .card h2 a { text-decoration: none; }
        .facts, .summary, .credit { margin: 0; font-size: .8rem; line-height: 1.45; color: var(--quiet); }
        .facts { letter-spacing: .02em; }
        .summary {
          margin: .2rem 0; font-size: .9rem; color: var(--ink);
          display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; overflow: hidden;
        }
        .credit { color: var(--ink); }
        .card .credit { margin-top: auto; padding-top: .5rem; color: var(--quiet); }
        .asked { margin: clamp(1rem, 3vw, 2.2rem) 0 0; color: var(--quiet); }
        article { max-width: 60rem; }
        article figure { margin-bottom: 1rem; }
        article img { width: auto; max-width: 100%; max-height: 80vh; }
        article .credit { font-size: 1rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; margin: 1.5rem 0 0; }
        dl dl { margin: 0 0 .6rem; }
        dt { color: var(--quiet); }
        dd { margin: 0; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; }
        th, td { padding: .5rem .8rem .5rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
        th { color: var(--quiet); font-weight: 500; }
        footer { border-top: 1px solid var(--line); padding-top: 1rem; font-size: .85rem; color: var(--quiet); }
        footer p { margin: 0 0 .3rem; }
        footer:empty { display: none; }
        @media (max-width: 40rem) { :root { --height: 10rem; } }
        @media (prefers-reduced-motion: reduce) { img { transition: none; } }
        @media print { .gallery { --height: 8rem; } li { break-inside: avoid; } }
        """
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
