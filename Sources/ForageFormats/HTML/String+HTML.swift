internal import ForageCore
internal import Text

extension String {
    /// Text of others as it may stand in a page, in an element or a quoted attribute.
    var asHTML: String { withoutControls.escapedForHTML }

    /// Text of others that may be written from right to left without turning what stands beside it.
    var asIsolatedHTML: String { "<bdi>\(asHTML)</bdi>" }

    /// A link with this name.
    func htmlLink(to url: WebURL) -> String { "<a href=\"\(url.text.asHTML)\">\(asIsolatedHTML)</a>" }
}

extension Item {
    /// Where else it is; nil where it is nowhere else.
    var htmlPlaces: String? {
        let places = otherPlaces.map { $0.name.htmlLink(to: $0.url) }
        return places.isEmpty ? nil : "also on " + places.joined(separator: ", ")
    }

    /// The credit of every source, a paragraph each.
    var htmlCredits: String {
        sources.map { "<p class=\"credit\" dir=\"auto\">\($0.attribution.html.withoutControls)</p>\n" }
            .joined()
    }

    /// The picture as wide as it is shown, asked from where it is when it comes into view, with words for those
    /// who do not see it.
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
