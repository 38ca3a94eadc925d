internal import ForageCore
internal import Text

extension String {
    /// Text of others as a paragraph of Markdown: on one line, and no sign in it means anything.
    var asMarkdown: String {
        String(withoutControls.onOneLine.trimmingWhitespace()).escapedForMarkdown
    }
}

extension NamedLink {
    var asMarkdown: String { name.markdownLink(to: url) }
}

extension String {
    /// A link with this name.
    func markdownLink(to url: WebURL) -> String { "[\(asMarkdown)](<\(url)>)" }
}

extension Item {
    /// The picture, asked from where it is, with the title for those who do not see it.
    func markdownPicture(wide width: Int) -> String? {
        picture(wide: width).map { "!" + pictureWords.markdownLink(to: $0.url(wide: width)) }
    }

    /// Where else it is; nil where it is nowhere else.
    var markdownPlaces: String? {
        otherPlaces.isEmpty ? nil : "also on " + otherPlaces.map(\.asMarkdown).joined(separator: ", ")
    }

    /// The credit of every source, a paragraph each.
    var markdownCredits: [String] { sources.map(\.attribution.markdown.withoutControls) }
}
