/// The plain text of a short piece of Markdown, on one line.
///
/// ```swift
/// MarkdownText("# Owls\n\nWe *count* [barn owls](https://owls.example).").text   // Owls We count barn owls.
/// ```
///
/// Links and pictures are reduced to their words, and HTML is read as HTML. If cmark cannot be loaded, the marks are
/// retained. Only the first 4,000 bytes are read.
public struct MarkdownText: Sendable {
    /// The text; empty if there are only marks.
    public let text: String

    /// The maximum number of bytes that are read.
    package static let byteLimit = 4_000

    /// Reads Markdown.
    public init(_ markdown: String) {
        let start = String(Substring(markdown.utf8.prefix(Self.byteLimit)))
        text = HTMLFragment(Self.html(of: start)).text
    }

    /// Returns the text with HTML as the only markup.
    private static func html(of markdown: String) -> String {
        guard var parser = MarkdownParser(markdown) else { return markdown }
        var html = ""
        while let piece = parser.next() {
            switch piece {
            case .text(let text): html += text.escapedForHTML
            case .html(let markup): html += markup
            case .breakOfText: html += " "
            }
        }
        return html
    }
}

extension String {
    /// The text with its `&` and `<` escaped, so that they are not markup.
    fileprivate var escapedForHTML: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
            return self
        }
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
