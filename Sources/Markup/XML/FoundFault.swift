internal import Bytes
internal import CXML2

/// What libxml2 found wrong first, with what is known at that moment only. All that it says afterwards may only follow
/// from that.
struct FoundFault {
    let code: CInt
    let line: Int
    /// libxml2's own words.
    let words: String
    /// Whether there were bytes enough, so that more of them would not help.
    let isBeforeTagEnd: Bool
    /// Whether it is right behind the name of an encoding that the document is not written in.
    let isBehindEncoding: Bool
    /// The name of an entity that stands for itself, if that is what is wrong.
    let loop: String?

    /// Whether libxml2 has words for it, rather than for where in itself it found that.
    var saysWhat: Bool { code != CInt(XML_ERR_INTERNAL_ERROR.rawValue) }

    init(_ error: xmlError, in search: XMLRootSearch, at parser: xmlParserCtxtPtr) {
        code = error.code
        line = Int(error.line)
        let message = error.message.map { String(cString: $0) } ?? ""
        words = String(message.prefix { $0 != "\n" }).shortened(to: 200)
        isBeforeTagEnd = code != CInt(XML_ERR_DOCUMENT_END.rawValue) && cxml2_has_tag_end_ahead(parser) != 0
        let isInDeclaration = cxml2_encoding(parser) == nil && cxml2_named_encoding(parser) != nil
        isBehindEncoding = isInDeclaration && !cxml2_next_byte(parser).isPlain
        loop = code == CInt(XML_ERR_ENTITY_LOOP.rawValue) ? Self.loop(search, parser) : nil
    }

    /// libxml2 calls a loop whatever is nested deeply.
    private static func loop(_ search: XMLRootSearch, _ parser: xmlParserCtxtPtr) -> String? {
        EntityLoop(mark: UInt8(ascii: "&"), parser, cxml2_entity).found(from: search.outermostEntity)
            ?? EntityLoop(mark: UInt8(ascii: "%"), parser, cxml2_parameter_entity)
            .found(from: search.outermostParameterEntity)
    }
}

extension UInt8 {
    /// Whether it is a letter or a sign of ASCII, white space, or nothing at all.
    fileprivate var isPlain: Bool { (0x20..<0x7F).contains(self) || [0, 0x09, 0x0A, 0x0D].contains(self) }
}
