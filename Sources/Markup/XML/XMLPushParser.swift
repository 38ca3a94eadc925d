internal import CXML2
internal import Platform

/// Parses XML with libxml2's push parser up to the root element.
///
/// The parser opens nothing: external parameter entities are empty, and other external entities are refused in
/// attributes, which are all that is read. It prints nothing, builds no tree and gives up if entities are used too
/// often.
struct XMLPushParser: ~Copyable {
    let context: xmlParserCtxtPtr
    let search: UnsafeMutablePointer<XMLRootSearch>

    /// Creates a parser from the first four bytes, which identify the family of the encoding.
    ///
    /// - Throws: ``XMLError/noLibrary(_:)`` if libxml2 cannot be loaded.
    init(startingWith bytes: [UInt8]) throws(XMLError) {
        if let words = cxml2_load() { throw .noLibrary(String(cString: words)) }
        var handler = Self.handler
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        let created = bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return cxml2_create_push_parser(&handler, start, CInt(bytes.count))
        }
        guard let context = created else { throw .noLibrary("it is out of memory") }
        // With `XML_PARSE_NOERROR` newer versions would not report errors. Nothing is printed in either case.
        _ = cxml2_use_options(context, MarkupLibrary.options & ~CInt(XML_PARSE_NOERROR.rawValue))
        cxml2_replace_entities(context)
        search = .allocate(capacity: 1)
        search.initialize(to: XMLRootSearch(in: UTF16Units(startingWith: bytes)))
        context.pointee._private = UnsafeMutableRawPointer(search)
        self.context = context
        if bytes.first == Self.firstOfEBCDIC { search.pointee.noteHiddenQuotes() }
    }

    deinit {
        cxml2_free(context)
        search.deinitialize(count: 1)
        search.deallocate()
    }

    var byteLimit: Int { search.pointee.byteLimit }

    /// Parses the next bytes, and returns the root element when its tag is complete.
    borrowing func take(_ bytes: UnsafeRawBufferPointer) throws(XMLError) -> XMLRoot? {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        let code = cxml2_parse_chunk(context, start, CInt(bytes.count), 0)
        if let root = search.pointee.root { return root }
        if let fault = fault(code) { throw fault }
        return nil
    }

    /// Parses the end of the document, and returns the root element if its tag is complete.
    borrowing func end() throws(XMLError) -> XMLRoot {
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        let code = cxml2_parse_chunk(context, nil, 0, 1)
        if let root = search.pointee.root { return root }
        throw faultAtEnd(code)
    }

    /// The first byte of a tag in EBCDIC.
    static let firstOfEBCDIC: UInt8 = 0x4C

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startDocument = documentStarted
        handler.internalSubset = cxml2_internal_subset
        handler.entityDecl = entityDeclared
        handler.getEntity = entityUsed
        handler.getParameterEntity = parameterEntityUsed
        handler.startElementNs = elementStarted
        cxml2_tell_faults(&handler, faultFound)
        return handler
    }
}

extension XMLPushParser {
    /// Returns the fault in the bytes so far, if there is one.
    ///
    /// - Parameter code: The result of libxml2.
    /// - Returns: The reason why there is no root element; nil if there may still be one.
    borrowing func fault(_ code: CInt) -> XMLError? {
        if let excess = search.pointee.excess { return .limitExceeded(excess) }
        if search.pointee.isMislabelled, let encoding { return Self.contradiction(of: encoding, line: line) }
        if let found = search.pointee.fault { return fault(found, code) }
        // libxml2 does not report bytes that it cannot convert.
        if code == XML_PARSER_EOF.rawValue || code == CInt(XML_ERR_INVALID_ENCODING.rawValue) {
            return unreadableBytes
        }
        return code != 0 && context.pointee.wellFormed == 0
            ? .malformed(line: 1, reason: "it is not XML") : nil
    }

    /// Returns the reason why there is no root element at the end of the document.
    borrowing func faultAtEnd(_ code: CInt) -> XMLError {
        guard search.pointee.excess == nil, search.pointee.fault?.isBeforeTagEnd == false else {
            return fault(code) ?? .truncated
        }
        return cxml2_has_unconverted_tag_end(context) == 0 ? .truncated : unreadableBytes
    }

    private borrowing func fault(_ found: FoundFault, _ code: CInt) -> XMLError {
        if Self.unreadEncodings.contains(code) || Self.unreadEncodings.contains(found.code) {
            return .unsupportedEncoding(encoding ?? found.words)
        }
        if found.isAfterEncoding, let encoding { return Self.contradiction(of: encoding, line: found.line) }
        switch found.code {
        case CInt(XML_ERR_DOCUMENT_EMPTY.rawValue):
            return .malformed(line: found.line, reason: "the document does not begin with a tag")
        case CInt(XML_ERR_ENTITY_LOOP.rawValue):
            guard let name = found.loop else { return .limitExceeded(.entityNesting) }
            return .malformed(
                line: found.line, reason: "the entity \(name.shortened(to: 60)) refers to itself")
        default:
            let reason = found.saysWhat ? found.words : "its markup is invalid"
            return .malformed(line: found.line, reason: reason)
        }
    }

    // MARK: - Encodings

    /// The encoding that the document declares.
    private var encoding: String? {
        cxml2_named_encoding(context).map { String(cString: $0).shortened(to: 60) }
    }

    private var unreadableBytes: XMLError {
        .malformed(
            line: line, reason: "it contains bytes that are not valid in \(encoding ?? "its encoding")")
    }

    /// The current line of the parser.
    private var line: Int { context.pointee.input.map { Int($0.pointee.line) } ?? 1 }

    private static let unreadEncodings = [
        CInt(XML_ERR_UNSUPPORTED_ENCODING.rawValue), CInt(XML_ERR_UNKNOWN_ENCODING.rawValue),
    ]

    private static func contradiction(of encoding: String, line: Int) -> XMLError {
        .malformed(line: line, reason: "it declares the encoding \(encoding) but is not written in it")
    }
}

// MARK: - Parser callbacks

private func search(of context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLRootSearch>? {
    parser(context)?.pointee._private?.assumingMemoryBound(to: XMLRootSearch.self)
}

private func parser(_ context: UnsafeMutableRawPointer?) -> xmlParserCtxtPtr? {
    context?.assumingMemoryBound(to: xmlParserCtxt.self)
}

private func documentStarted(_ context: UnsafeMutableRawPointer?) {
    cxml2_start_document(context)
    guard let parser = parser(context), let search = search(of: context),
        let encoding = cxml2_encoding(parser).map({ String(cString: $0) })
    else { return }
    guard let units = search.pointee.units else {
        if !encoding.showsQuotes { search.pointee.noteHiddenQuotes() }
        return
    }
    // At this point libxml2 assumes the declared encoding for the rest, and UCS-2 only in one byte order.
    if units.mayBeCalled(encoding) {
        cxml2_read_utf16(parser, units.isHighFirst ? 1 : 0)
    } else {
        search.pointee.isMislabelled = true
        stop(context)
    }
}

private func entityDeclared(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ kind: CInt,
    _ publicID: UnsafePointer<xmlChar>?, _ systemID: UnsafePointer<xmlChar>?,
    _ content: UnsafeMutablePointer<xmlChar>?
) {
    guard search(of: context)?.pointee.mayDeclareEntity() == true else { return stop(context) }
    // An external parameter entity would be opened.
    if kind == XML_EXTERNAL_PARAMETER_ENTITY.rawValue { return cxml2_declare_nothing(context, name) }
    cxml2_declare_entity(context, name, kind, publicID, systemID, content)
}

private func entityUsed(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?
) -> xmlEntityPtr? {
    let known = cxml2_entity(context, name)
    let entity = known ?? cxml2_unread_entity(context, name)
    if known == nil, entity != nil { search(of: context)?.pointee.hasUnreadEntity = true }
    guard search(of: context)?.pointee.mayUseEntity(of: Int(entity?.pointee.length ?? 0)) == true else {
        stop(context)
        return nil
    }
    if parser(context)?.pointee.depth == 0 { search(of: context)?.pointee.outermostEntity = entity }
    return entity
}

private func parameterEntityUsed(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?
) -> xmlEntityPtr? {
    guard search(of: context)?.pointee.mayUseParameterEntity() == true else {
        stop(context)
        return nil
    }
    cxml2_note_parameter_entity(context)
    guard let entity = cxml2_parameter_entity(context, name) else { return nil }
    if let parser = parser(context)?.pointee, parser.depth == 0, parser.inputNr == 1 {
        search(of: context)?.pointee.outermostParameterEntity = entity
    }
    let text = UnsafeRawBufferPointer(
        start: entity.pointee.content, count: entity.pointee.content == nil ? 0 : Int(entity.pointee.length))
    guard search(of: context)?.pointee.mayRead(parameterEntity: text) == true else {
        stop(context)
        return nil
    }
    return entity
}

/// Handles a start tag. libxml2 also calls this function for an invalid tag, with the attributes before the fault, and
/// reports the fault afterwards.
private func elementStarted(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?, _: CInt, _: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ attributeCount: CInt, _: CInt, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
    guard let name, let parser = parser(context), cxml2_is_at_tag_end(parser) != 0 else { return }
    let isRead = search(of: context)?.pointee.hasUnreadEntity == false
    search(of: context)?.pointee.find(
        XMLRoot(
            localName: String(cString: name), prefix: prefix.map(String.init(cString:)),
            namespace: namespace.flatMap { isRead || cxml2_is_read($0) != 0 ? String(cString: $0) : nil },
            attributes: attributes.map { XMLRoot.Attribute.all(Int(attributeCount), at: $0) } ?? []))
    stop(context)
}

/// Handles an error or a harmless warning.
private func faultFound(_ context: UnsafeMutableRawPointer?, _ error: UnsafePointer<xmlError>?) {
    guard let error = error?.pointee, error.level == XML_ERR_FATAL, let parser = parser(context),
        let search = search(of: context), search.pointee.fault?.saysWhat != true
    else { return }
    search.pointee.fault = FoundFault(error, in: search.pointee, at: parser)
    // Otherwise libxml2 would continue and report each wrong character.
    if search.pointee.fault?.saysWhat == true { cxml2_give_up(parser) }
}

private func stop(_ context: UnsafeMutableRawPointer?) { cxml2_stop(parser(context)) }

extension XMLRoot.Attribute {
    /// Returns the attributes, each of which is given as name, prefix, namespace, start and end of the value.
    fileprivate static func all(
        _ count: Int, at start: UnsafeMutablePointer<UnsafePointer<xmlChar>?>
    ) -> [XMLRoot.Attribute] {
        var all: [XMLRoot.Attribute] = []
        all.reserveCapacity(count)
        for index in 0..<count {
            let field = start + index * 5
            guard let name = field[0], field[1] == nil, let value = field[3], let end = field[4] else {
                continue
            }
            let text = UnsafeBufferPointer(start: value, count: end - value)
            all.append(
                XMLRoot.Attribute(name: String(cString: name), value: String(decoding: text, as: UTF8.self)))
        }
        return all
    }
}
