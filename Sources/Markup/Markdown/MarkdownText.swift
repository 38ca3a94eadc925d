internal import CCmark
package import Platform

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

/// Parses Markdown with cmark, which follows CommonMark, into pieces of text.
struct MarkdownParser: ~Copyable {
    private let document: OpaquePointer
    private let iterator: OpaquePointer

    /// A piece of text.
    enum Piece {
        /// Text, code, or the description of a picture.
        case text(String)
        /// HTML as it is written.
        case html(String)
        /// The end of a line, or the start or end of a paragraph or another block.
        case breakOfText
    }

    /// Parses a text; returns nil if cmark cannot be loaded.
    init?(_ markdown: String) {
        guard ccmark_load() == nil else { return nil }
        var markdown = markdown
        document = markdown.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                ccmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT)
            }
        }
        iterator = ccmark_iter_new(document)
    }

    deinit {
        ccmark_iter_free(iterator)
        ccmark_node_free(document)
    }

    /// Returns the next piece; nil at the end.
    mutating func next() -> Piece? {
        while ccmark_iter_next(iterator) != CMARK_EVENT_DONE {
            if let piece = Self.piece(of: ccmark_iter_get_node(iterator)) { return piece }
        }
        return nil
    }

    /// Returns the piece at the start or end of a node; nil for inline marks, such as those of a link.
    private static func piece(of node: OpaquePointer) -> Piece? {
        let literal = ccmark_node_get_literal(node).map { String(cString: $0) }
        switch ccmark_node_get_type(node) {
        case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE: return literal.map(Piece.html)
        case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_CODE_BLOCK: return literal.map(Piece.text)
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE, CMARK_NODE_EMPH, CMARK_NODE_STRONG: return nil
        default: return .breakOfText
        }
    }
}

/// The C library for Markdown, which is loaded on first use.
package enum MarkdownLibrary {
    /// Returns the version that cmark reports, such as `0.30.2`.
    ///
    /// - Throws: ``MissingLibrary`` if the library cannot be loaded.
    package static func version() throws(MissingLibrary) -> String {
        if let words = ccmark_load() {
            throw MissingLibrary("cmark", neededFor: "Markdown", String(cString: words))
        }
        return String(cString: ccmark_version())
    }
}
