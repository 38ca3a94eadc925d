internal import CXML2
internal import Platform

/// Parses a feed with libxml2's push parser. It builds no tree, supports only XML's own entities, and opens nothing.
enum FeedParser {
    private static let pieceByteCount = 64 * 1024

    /// `<?xm` in EBCDIC, an encoding in which quotation marks cannot be counted.
    private static let firstOfEBCDIC: [UInt8] = [0x4C, 0x6F, 0xA7, 0x94]

    static func read(
        _ bytes: UnsafeRawBufferPointer, _ builder: FeedBuilder = FeedBuilder()
    ) throws(FeedError) -> FeedBuilder {
        if let words = cxml2_load() { throw .noLibrary(String(cString: words)) }
        var builder = builder
        var handler = handler
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        let fault = withUnsafeMutablePointer(to: &builder) { builder -> FeedError? in
            guard !bytes.starts(with: firstOfEBCDIC) else { return .encoding("EBCDIC") }
            guard let context = cxml2_create_push_parser(&handler, nil, 0) else { return .tooMuch }
            defer { cxml2_free(context) }
            _ = cxml2_use_options(context, MarkupLibrary.options)
            // Otherwise `&amp;` in an attribute would remain encoded. No other entities exist that could expand.
            cxml2_replace_entities(context)
            context.pointee._private = UnsafeMutableRawPointer(builder)
            return parse(bytes, context, builder)
        }
        if let fault = builder.fault { throw fault }
        if let fault, builder.items.isEmpty { throw fault }
        return builder
    }

    /// Passes all bytes to the parser. A fault after the first item is recorded as damage.
    private static func parse(
        _ bytes: UnsafeRawBufferPointer, _ context: xmlParserCtxtPtr,
        _ builder: UnsafeMutablePointer<FeedBuilder>
    ) -> FeedError? {
        // Many feeds begin with an empty line, which XML does not permit before its declaration.
        var rest = bytes.drop { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
        var code: CInt = 0
        repeat {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(pieceByteCount))
            rest = rest.dropFirst(piece.count)
            code = cxml2_parse_chunk(
                context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(piece.count),
                rest.isEmpty ? 1 : 0)
        } while code == 0 && !rest.isEmpty
        guard context.pointee.wellFormed == 0, builder.pointee.damage == nil else { return nil }
        let fault = fault(of: context)
        builder.pointee.damage = "The feed is damaged or ends early. \(fault)"
        return fault
    }

    private static func fault(of context: xmlParserCtxtPtr) -> FeedError {
        guard let error = cxml2_last_error(context), let message = error.pointee.message else {
            return .malformed(line: 1, reason: "it is not XML")
        }
        let reason = String(String(cString: message).prefix { $0 != "\n" }).shortened(to: 200)
        return .malformed(line: Int(error.pointee.line), reason: reason)
    }

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startDocument = documentStarted
        handler.internalSubset = documentTypeMet
        handler.startElementNs = elementStarted
        handler.endElementNs = elementEnded
        handler.characters = textMet
        handler.cdataBlock = textMet
        return handler
    }
}

// MARK: - Parser callbacks

private func builder(of context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<FeedBuilder>? {
    context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private?
        .assumingMemoryBound(to: FeedBuilder.self)
}

private func stop(_ context: UnsafeMutableRawPointer?) {
    cxml2_stop(context?.assumingMemoryBound(to: xmlParserCtxt.self))
}

private func documentStarted(_ context: UnsafeMutableRawPointer?) {
    guard let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self),
        let encoding = cxml2_encoding(parser).map({ String(cString: $0) }), !encoding.showsQuotes
    else { return }
    builder(of: context)?.pointee.fault = .encoding(encoding)
    stop(context)
}

private func documentTypeMet(
    _ context: UnsafeMutableRawPointer?, _: UnsafePointer<xmlChar>?, _: UnsafePointer<xmlChar>?,
    _: UnsafePointer<xmlChar>?
) {
    builder(of: context)?.pointee.fault = .documentType
    stop(context)
}

private func elementStarted(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?, _: CInt, _: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ attributeCount: CInt, _: CInt, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
    guard let name, let builder = builder(of: context) else { return }
    let named = FeedName(
        local: String(cString: name), prefix: prefix.map(String.init(cString:)),
        namespace: namespace.map(String.init(cString:)))
    let isAccepted = builder.pointee.start(
        named, attributes: attributes.map { texts(Int(attributeCount), at: $0) } ?? [])
    if !isAccepted { stop(context) }
}

private func elementEnded(
    _ context: UnsafeMutableRawPointer?, _: UnsafePointer<xmlChar>?, _: UnsafePointer<xmlChar>?,
    _: UnsafePointer<xmlChar>?
) {
    // A recovering parser closes elements that a fault left open; such an incomplete element is ignored.
    guard context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.wellFormed == 1 else { return }
    builder(of: context)?.pointee.end()
}

private func textMet(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<xmlChar>?, _ count: CInt) {
    guard let text else { return }
    builder(of: context)?.pointee.text(
        String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self))
}

/// Returns the attributes, each of which is given as name, prefix, namespace, start and end of the value.
private func texts(
    _ count: Int, at start: UnsafeMutablePointer<UnsafePointer<xmlChar>?>
) -> [(name: String, value: String)] {
    (0..<count).compactMap { index in
        let field = start + index * 5
        guard let name = field[0], let value = field[3], let end = field[4] else { return nil }
        let text = UnsafeBufferPointer(start: value, count: end - value)
        return (String(cString: name), String(decoding: text, as: UTF8.self))
    }
}
