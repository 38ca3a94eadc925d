internal import CXML2

/// libxml2's push parser, told to stop at the root element.
///
/// It opens nothing: external entities are never asked for, because entities stay unreplaced until the
/// document type is read, and declared external ones are refused wherever they are used afterwards.
/// It says nothing, keeps no tree and gives up when entities are used too often.
struct XMLPushParser: ~Copyable {
    private let context: xmlParserCtxtPtr
    private let search: UnsafeMutablePointer<XMLRootSearch>

    /// Starts with the first four bytes, which tell the family of the encoding.
    ///
    /// - Throws: ``XMLFault/noLibrary(_:)`` when there is nothing to parse with.
    init(startingWith bytes: [UInt8]) throws(XMLFault) {
        if let words = cxml2_load() { throw .noLibrary(String(cString: words)) }
        var handler = Self.handler
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        let created = bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return cxml2_create_push_parser(&handler, start, CInt(bytes.count))
        }
        guard let context = created else { throw .noLibrary("it is out of memory") }
        _ = cxml2_use_options(context, MarkupLibrary.options)
        search = .allocate(capacity: 1)
        search.initialize(to: XMLRootSearch())
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

    /// Takes the next bytes; gives the root once its tag is read.
    borrowing func take(_ bytes: UnsafeRawBufferPointer) throws(XMLFault) -> XMLRoot? {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        let code = cxml2_parse_chunk(context, start, CInt(bytes.count), 0)
        if let root = search.pointee.root { return root }
        if let excess = search.pointee.excess { throw .limitExceeded(excess) }
        if isOfEncoding(code) { throw unreadableBytes }
        if code != 0, context.pointee.wellFormed == 0 { throw fault }
        return nil
    }

    /// Takes note that nothing follows; gives the root if all of its tag is there.
    borrowing func end() throws(XMLFault) -> XMLRoot {
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        let code = cxml2_parse_chunk(context, nil, 0, 1)
        if let root = search.pointee.root { return root }
        if let excess = search.pointee.excess { throw .limitExceeded(excess) }
        throw isOfEncoding(code) ? unreadableBytes : .truncated
    }

    /// Whether it gave up at bytes that it cannot convert, of which it keeps no error; what is wrong with the encoding
    /// itself is one.
    private borrowing func isOfEncoding(_ code: CInt) -> Bool {
        guard cxml2_last_error(context)?.pointee.code != code else { return false }
        return code == XML_PARSER_EOF.rawValue || code == CInt(XML_ERR_INVALID_ENCODING.rawValue)
    }

    private var unreadableBytes: XMLFault {
        let line = context.pointee.input.map { Int($0.pointee.line) } ?? 1
        return .malformed(line: line, reason: "it holds bytes that its encoding does not have")
    }

    private var fault: XMLFault {
        guard let error = cxml2_last_error(context) else {
            return .malformed(line: 1, reason: "it is not XML")
        }
        let message = error.pointee.message.map { String(cString: $0) } ?? ""
        let reason = String(message.prefix { $0 != "\n" }.prefix(200))
        switch error.pointee.code {
        case CInt(XML_ERR_UNSUPPORTED_ENCODING.rawValue), CInt(XML_ERR_UNKNOWN_ENCODING.rawValue):
            return .unsupportedEncoding(reason)
        case CInt(XML_ERR_DOCUMENT_EMPTY.rawValue):
            return .malformed(line: Int(error.pointee.line), reason: "no tag where the document begins")
        default:
            return .malformed(line: Int(error.pointee.line), reason: reason)
        }
    }

    /// A tag's first byte in EBCDIC.
    static let firstOfEBCDIC: UInt8 = 0x4C

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startDocument = documentStarted
        handler.internalSubset = cxml2_internal_subset
        handler.externalSubset = documentTypeEnded
        handler.entityDecl = entityDeclared
        handler.getEntity = entityUsed
        handler.getParameterEntity = parameterEntityUsed
        handler.startElementNs = elementStarted
        return handler
    }
}

// MARK: - What the parser calls

private func search(of context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLRootSearch>? {
    parser(context)?.pointee._private?.assumingMemoryBound(to: XMLRootSearch.self)
}

private func parser(_ context: UnsafeMutableRawPointer?) -> xmlParserCtxtPtr? {
    context?.assumingMemoryBound(to: xmlParserCtxt.self)
}

private func documentStarted(_ context: UnsafeMutableRawPointer?) {
    cxml2_start_document(context)
    guard let parser = parser(context), let encoding = cxml2_encoding(parser) else { return }
    if !String(cString: encoding).showsQuotes { search(of: context)?.pointee.noteHiddenQuotes() }
}

/// Called at the end of the document type, with or without an external part, which is never read.
private func documentTypeEnded(
    _ context: UnsafeMutableRawPointer?, _: UnsafePointer<xmlChar>?, _: UnsafePointer<xmlChar>?,
    _: UnsafePointer<xmlChar>?
) {
    if let parser = parser(context) { cxml2_replace_entities(parser) }
}

private func entityDeclared(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ kind: CInt,
    _ publicID: UnsafePointer<xmlChar>?, _ systemID: UnsafePointer<xmlChar>?,
    _ content: UnsafeMutablePointer<xmlChar>?
) {
    guard search(of: context)?.pointee.mayDeclareEntity() == true else { return stop(context) }
    cxml2_declare_entity(context, name, kind, publicID, systemID, content)
}

private func entityUsed(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?
) -> xmlEntityPtr? {
    let entity = cxml2_entity(context, name)
    guard search(of: context)?.pointee.mayUseEntity(of: Int(entity?.pointee.length ?? 0)) == true else {
        stop(context)
        return nil
    }
    return entity
}

private func parameterEntityUsed(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?
) -> xmlEntityPtr? {
    guard search(of: context)?.pointee.mayUseParameterEntity() == true else {
        stop(context)
        return nil
    }
    guard let entity = cxml2_parameter_entity(context, name) else { return nil }
    let text = UnsafeRawBufferPointer(
        start: entity.pointee.content, count: entity.pointee.content == nil ? 0 : Int(entity.pointee.length))
    guard search(of: context)?.pointee.mayRead(parameterEntity: text) == true else {
        stop(context)
        return nil
    }
    return entity
}

/// Called for a broken tag too, with the attributes up to the fault; the parser then goes on to say
/// what is wrong.
private func elementStarted(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?, _: CInt, _: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ attributeCount: CInt, _: CInt, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
    guard let name, let parser = parser(context), cxml2_is_at_tag_end(parser) != 0 else { return }
    search(of: context)?.pointee.find(
        XMLRoot(
            localName: String(cString: name), prefix: prefix.map(String.init(cString:)),
            namespace: namespace.map(String.init(cString:)),
            attributes: attributes.map { XMLRoot.Attribute.all(Int(attributeCount), at: $0) } ?? []))
    stop(context)
}

private func stop(_ context: UnsafeMutableRawPointer?) { cxml2_stop(parser(context)) }

extension XMLRoot.Attribute {
    /// Attributes come as name, prefix, namespace, start and end of the value.
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
