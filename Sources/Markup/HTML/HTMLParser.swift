internal import CXML2

/// libxml2's HTML parser, told to hand over words as it meets them rather than to build a tree.
///
/// It opens nothing, follows nothing, says nothing and forgives everything. Where libxml2 cannot be loaded markup is
/// left as it is.
struct HTMLParser: ~Copyable {
    private let context: htmlParserCtxtPtr

    static func words(of html: String) -> HTMLWords {
        guard let parser = HTMLParser() else { return HTMLWords(html) }
        var words = HTMLWords()
        parser.read(html.readablePrefix, into: &words)
        return words
    }

    private init?() {
        guard cxml2_load() == nil, let context = cxml2_new_html_parser(), let handler = context.pointee.sax
        else { return nil }
        self.context = context
        handler.pointee = htmlSAXHandler()
        handler.pointee.startElement = elementOpened
        handler.pointee.endElement = elementClosed
        handler.pointee.characters = textMet
        handler.pointee.ignorableWhitespace = textMet
        handler.pointee.cdataBlock = scriptMet
    }

    deinit { cxml2_free_html_parser(context) }

    private borrowing func read(_ bytes: [UInt8], into words: inout HTMLWords) {
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        withUnsafeMutablePointer(to: &words) { words in
            context.pointee._private = UnsafeMutableRawPointer(words)
            bytes.withUnsafeBytes { bytes in
                cxml2_read_html(
                    context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                    Self.options)
            }
            context.pointee._private = nil
        }
    }

    private static let options = Int32(
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue)
}

// MARK: - What the parser calls

/// Deeper markup is nobody's text; each closing tag would search the whole stack of open ones.
private let greatestDepth = 256

private func words(of context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<HTMLWords>? {
    context?.assumingMemoryBound(to: htmlParserCtxt.self).pointee._private?
        .assumingMemoryBound(to: HTMLWords.self)
}

private func elementOpened(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
    guard let name, let parser = context?.assumingMemoryBound(to: htmlParserCtxt.self) else { return }
    if parser.pointee.nameNr > greatestDepth { cxml2_stop(parser) }
    words(of: context)?.pointee.open(String(cString: name), href: value(of: "href", in: attributes))
}

private func elementClosed(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
    if let name { words(of: context)?.pointee.close(String(cString: name)) }
}

private func textMet(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<xmlChar>?, _ count: Int32
) {
    guard let bytes else { return }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    words(of: context)?.pointee.append(text)
}

/// Scripts and style sheets, which would come as text if nobody took them.
private func scriptMet(_: UnsafeMutableRawPointer?, _: UnsafePointer<xmlChar>?, _: Int32) {}

/// Attributes come as name, value, name, value and end with nil.
private func value(
    of wanted: String, in attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) -> String? {
    guard var attribute = attributes else { return nil }
    while let name = attribute[0] {
        if String(cString: name) == wanted { return attribute[1].map(String.init(cString:)) ?? "" }
        attribute += 2
    }
    return nil
}
