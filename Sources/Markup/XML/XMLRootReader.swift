/// Reads the root element of an XML document that arrives in pieces, and nothing after its tag.
///
/// ```swift
/// var reader = XMLRootReader()
/// while root == nil, let piece = nextPiece() { root = try reader.read(piece) }
/// let found = try root ?? reader.finish()
/// ```
///
/// The result does not depend on how the document is split. No external resource is opened. The cost is limited by what
/// may occur before the end of the root's tag: one mebibyte, 16,000 quotation marks, 2,000 values in lists, 10,000
/// declarations of entities and as many uses, 1,000 uses of parameter entities, and one mebibyte of replacement text
/// for each kind of entity.
package struct XMLRootReader: ~Copyable {
    private var parser: XMLPushParser?
    private var start: [UInt8] = []
    private var byteCount = 0
    private var quotes = QuoteCounter(startingWith: [])
    private var documentType = DocumentTypeScanner(startingWith: [])
    /// The size of the first piece. Most root tags end in it, so that little is parsed unnecessarily.
    private var pieceByteCount = 1024

    package init() {}

    /// Reads the next bytes.
    ///
    /// - Parameter bytes: Any number of bytes. Do not call this method again after it has returned the root element.
    /// - Returns: The root element, or nil if its tag is incomplete.
    /// - Throws: ``XMLError`` if there is no readable root element.
    package mutating func read(_ bytes: RawSpan) throws(XMLError) -> XMLRoot? {
        try bytes.withUnsafeBytes { buffer throws(XMLError) in try read(buffer) }
    }

    /// Ends the document, and returns the root element.
    package mutating func finish() throws(XMLError) -> XMLRoot {
        if parser == nil { try begin(with: start) }
        if documentType.isHolding { try showWhatIsHeld() }
        do throws(XMLError) {
            guard let root = try parser?.end() else { throw .truncated }
            return root
        } catch .truncated where !start.mayBeginDocument {
            throw .malformed(line: 1, reason: "the document does not begin with a tag")
        }
    }

    private mutating func read(_ buffer: UnsafeRawBufferPointer) throws(XMLError) -> XMLRoot? {
        var rest = buffer[...]
        if parser == nil {
            let missing = rest.prefix(Self.startByteCount - start.count)
            start.append(contentsOf: missing)
            rest = rest[missing.endIndex...]
            guard start.count == Self.startByteCount else { return nil }
            try begin(with: start)
        }
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(pieceByteCount))
            rest = rest.dropFirst(piece.count)
            if let root = try take(piece) { return root }
            pieceByteCount = min(pieceByteCount * 2, Self.greatestPieceByteCount)
        }
        return nil
    }

    private mutating func begin(with start: [UInt8]) throws(XMLError) {
        if start.isUTF32 { throw .unsupportedEncoding("UTF-32") }
        // libxml2 recognises UTF-16 only by its byte order mark or a declaration.
        parser = try XMLPushParser(startingWith: start.missingMark.map { $0 + start } ?? start)
        byteCount = start.count
        quotes = QuoteCounter(startingWith: start)
        documentType = DocumentTypeScanner(startingWith: start)
    }

    /// Passes a piece to the parser within the limits, so that the result does not depend on how the document is split.
    private mutating func take(_ piece: UnsafeRawBufferPointer) throws(XMLError) -> XMLRoot? {
        let byteLimit = parser?.byteLimit ?? 0
        let allowed = UnsafeRawBufferPointer(rebasing: piece.prefix(max(0, byteLimit - byteCount)))
        let readable = UnsafeRawBufferPointer(rebasing: allowed.prefix(quotes.read(allowed)))
        byteCount += readable.count
        if let root = try show(readable) { return root }
        if readable.count < allowed.count { throw .limitExceeded(.quotes) }
        if allowed.count < piece.count { throw .limitExceeded(.bytes) }
        return nil
    }

    /// Passes bytes to the parser, except for a document type or a comment that is still incomplete.
    private mutating func show(_ bytes: UnsafeRawBufferPointer) throws(XMLError) -> XMLRoot? {
        var rest = bytes
        while documentType.place != .after, !rest.isEmpty {
            let isHeld = documentType.isHolding
            let count = documentType.read(rest)
            // Everything else may be split anywhere; smaller parts are faster.
            if !isHeld, !documentType.isHolding { break }
            if !isHeld { _ = try parser?.take(UnsafeRawBufferPointer(rebasing: rest.prefix(count))) }
            if isHeld, !documentType.isHolding { try showWhatIsHeld() }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return rest.isEmpty ? nil : try parser?.take(rest)
    }

    private mutating func showWhatIsHeld() throws(XMLError) {
        guard documentType.cost.isWithinLimit else { throw .limitExceeded(.enumerations) }
        let text = documentType.takeText()
        _ = try text.span.bytes.withUnsafeBytes { text throws(XMLError) in try parser?.take(text) }
    }

    private static let startByteCount = 4
    private static let greatestPieceByteCount = 64 * 1024
}

/// The root element of an XML document: its name, and its attributes with entities replaced.
package struct XMLRoot: Hashable, Sendable {
    /// The name after the prefix.
    package let localName: String
    /// The prefix, as written.
    package let prefix: String?
    /// The namespace of the prefix; nil if it is not declared.
    package let namespace: String?
    /// The attributes without a prefix, in order and with distinct names.
    package let attributes: [Attribute]

    /// An attribute.
    package struct Attribute: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// The value of an attribute without a prefix.
    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// The reason why the root element of a document cannot be read.
package enum XMLError: Error, Hashable, Sendable {
    /// The document is not well-formed XML up to the end of the root's tag.
    case malformed(line: Int, reason: String)
    /// The document ends before the root's tag is complete.
    case truncated
    /// The document would require more work than is permitted for untrusted input.
    case limitExceeded(XMLLimit)
    /// The document has an unsupported encoding with this name.
    case unsupportedEncoding(String)
    /// libxml2 cannot be loaded.
    case noLibrary(String)
}

/// A limit on the content before the end of the root's tag.
package enum XMLLimit: Hashable, Sendable {
    case bytes, quotes, enumerations, entityDeclarations, entities, entityNesting, parameterEntities
}

extension [UInt8] {
    /// Indicates whether a document in any encoding may begin with these bytes: a tag, white space, or a byte order
    /// mark.
    fileprivate var mayBeginDocument: Bool {
        guard let first else { return true }
        return "<\t\n\r ".utf8.contains(first) || first == XMLPushParser.firstOfEBCDIC
            || Self.firstOfUnicodeMarks.contains(first)
    }

    /// Indicates whether a document begins with a tag or a byte order mark in UTF-32.
    fileprivate var isUTF32: Bool {
        guard contains(0), count == 4 else { return false }
        return switch (self[0], self[1], self[2], self[3]) {
        case (0, 0, 0xFE, 0xFF), (0xFF, 0xFE, 0, 0), (0, 0, 0, 0x3C), (0x3C, 0, 0, 0): true
        default: false
        }
    }

    /// The byte order mark that is missing before a tag in UTF-16.
    fileprivate var missingMark: [UInt8]? {
        guard contains(0), count == 4 else { return nil }
        return switch (self[0], self[1], self[2], self[3]) {
        case (0x3C, 0, _, 0): [0xFF, 0xFE]
        case (0, 0x3C, 0, _): [0xFE, 0xFF]
        default: nil
        }
    }

    /// The first bytes of byte order marks in UTF-8, UTF-16 and UTF-32, and of a tag in big-endian UTF-16 and UTF-32.
    private static let firstOfUnicodeMarks: [UInt8] = [0xEF, 0xFE, 0xFF, 0x00]
}
