/// A start tag of XML.
struct XMLTag {
    let text: Substring
    let name: Substring
    let attributes: [Attribute]
    /// True for an empty-element tag.
    let isEmpty: Bool

    struct Attribute {
        /// The attribute with the white space before it.
        let text: Substring
        let name: Substring
        /// The text between the quotation marks.
        let value: Substring

        var isDeclaration: Bool { name == "xmlns" || name.hasPrefix("xmlns:") }
    }
}

/// A piece of XML without a document type.
enum XMLToken {
    /// Text, a comment or an instruction.
    case other(Substring)
    case start(XMLTag)
    case end(Substring, Substring)

    var text: Substring {
        switch self {
        case .other(let text), .end(_, let text): text
        case .start(let tag): tag.text
        }
    }
}

/// Splits XML at its tags. A parser does not report their places in the bytes, which must be preserved.
struct XMLTagReader {
    private let text = /[^<]+/.matchingSemantics(.unicodeScalar)
    // Without a document type, no other entities can be declared.
    private let unknownReference = /&(?!#|amp;|lt;|gt;|quot;|apos;)/.matchingSemantics(.unicodeScalar)
    private let aside = /<\?.*?\?>|<!--.*?-->|<!\[CDATA\[.*?\]\]>/.dotMatchesNewlines()
        .matchingSemantics(.unicodeScalar)
    private let end = #/
        </ ([^\x20\t\r\n<>/='"&!?]+) [\x20\t\r\n]* >
        /#.matchingSemantics(.unicodeScalar)
    private let start =
        #/
        < ([^\x20\t\r\n<>/='"&!?]+)
        ((?: [\x20\t\r\n]+ [^\x20\t\r\n<>/='"&!?]+ [\x20\t\r\n]* = [\x20\t\r\n]* (?: "[^"<]*" | '[^'<]*' ) )*)
        [\x20\t\r\n]* (/?) >
        /#.matchingSemantics(.unicodeScalar)
    private let attribute =
        #/
        [\x20\t\r\n]+ ([^\x20\t\r\n=]+) [\x20\t\r\n]* = [\x20\t\r\n]* (?: "([^"]*)" | '([^']*)' )
        /#.matchingSemantics(.unicodeScalar)

    /// The first piece; nil at the end and if the text is not XML.
    func next(in rest: Substring) -> XMLToken? {
        if let match = rest.prefixMatch(of: text) {
            return match.0.contains(unknownReference) ? nil : .other(match.0)
        }
        if let match = rest.prefixMatch(of: aside) { return .other(match.0) }
        if let match = rest.prefixMatch(of: end) { return .end(match.1, match.0) }
        return rest.prefixMatch(of: start).map { match in
            let attributes = match.2.matches(of: attribute).map { match in
                XMLTag.Attribute(text: match.0, name: match.1, value: match.2 ?? match.3 ?? "")
            }
            return .start(
                XMLTag(text: match.0, name: match.1, attributes: attributes, isEmpty: !match.3.isEmpty))
        }
    }
}
