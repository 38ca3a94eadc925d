internal import Bytes
internal import CXML2

extension XMLPushParser {
    /// What is wrong with what was read so far, if anything is.
    ///
    /// - Parameter code: What libxml2 returned.
    /// - Returns: Why there is no root to be read; nil while there may be one.
    borrowing func fault(_ code: CInt) -> XMLFault? {
        if let excess = search.pointee.excess { return .limitExceeded(excess) }
        if search.pointee.isMislabelled, let encoding { return Self.contradiction(of: encoding, line: line) }
        if let found = search.pointee.fault { return fault(found, code) }
        // Of bytes that it cannot convert it says nothing.
        if code == XML_PARSER_EOF.rawValue || code == CInt(XML_ERR_INVALID_ENCODING.rawValue) {
            return unreadableBytes
        }
        return code != 0 && context.pointee.wellFormed == 0
            ? .malformed(line: 1, reason: "it is not XML") : nil
    }

    /// Why there is no root, now that nothing follows.
    borrowing func faultAtEnd(_ code: CInt) -> XMLFault {
        guard search.pointee.excess == nil, search.pointee.fault?.isBeforeTagEnd == false else {
            return fault(code) ?? .truncated
        }
        return cxml2_has_unconverted_tag_end(context) == 0 ? .truncated : unreadableBytes
    }

    private borrowing func fault(_ found: FoundFault, _ code: CInt) -> XMLFault {
        if Self.unreadEncodings.contains(code) || Self.unreadEncodings.contains(found.code) {
            return .unsupportedEncoding(encoding ?? found.words)
        }
        if found.isBehindEncoding, let encoding { return Self.contradiction(of: encoding, line: found.line) }
        switch found.code {
        case CInt(XML_ERR_DOCUMENT_EMPTY.rawValue):
            return .malformed(line: found.line, reason: "no tag where the document begins")
        case CInt(XML_ERR_ENTITY_LOOP.rawValue):
            guard let name = found.loop else { return .limitExceeded(.entityNesting) }
            return .malformed(
                line: found.line, reason: "the entity \(name.shortened(to: 60)) stands for itself")
        default:
            let reason = found.saysWhat ? found.words : "there is a mistake in its markup"
            return .malformed(line: found.line, reason: reason)
        }
    }

    // MARK: - Encodings

    /// The encoding that the document declares.
    private var encoding: String? {
        cxml2_named_encoding(context).map { String(cString: $0).shortened(to: 60) }
    }

    private var unreadableBytes: XMLFault {
        .malformed(line: line, reason: "it holds bytes that \(encoding ?? "its encoding") does not have")
    }

    /// The line where the parser is.
    private var line: Int { context.pointee.input.map { Int($0.pointee.line) } ?? 1 }

    private static let unreadEncodings = [
        CInt(XML_ERR_UNSUPPORTED_ENCODING.rawValue), CInt(XML_ERR_UNKNOWN_ENCODING.rawValue),
    ]

    private static func contradiction(of encoding: String, line: Int) -> XMLFault {
        .malformed(line: line, reason: "it declares the encoding \(encoding), and is not written in it")
    }
}
