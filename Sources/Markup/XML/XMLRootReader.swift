/// Reads the root element of an XML document that comes in pieces, and nothing behind its tag.
///
/// ```swift
/// var reader = XMLRootReader()
/// while root == nil, let piece = nextPiece() { root = try reader.read(piece) }
/// let found = try root ?? reader.finish()
/// ```
///
/// How the document is cut makes no difference to what is found. Nothing outside of it is ever opened; what
/// it costs is bounded by what may stand before the root's tag ends: a mebibyte, 16,000 quotation marks,
/// 2,000 values in lists, 10,000 entities declared and as many used, 1,000 uses of parameter entities,
/// and a mebibyte of what either kind stands for.
package struct XMLRootReader: ~Copyable {
    private var parser: XMLPushParser?
    private var start: [UInt8] = []
    private var byteCount = 0
    private var quotes = QuoteCounter(startingWith: [])
    private var documentType = DocumentTypeScanner(startingWith: [])
    /// Most roots end in the first piece; the little behind them is all that is looked at in vain.
    private var pieceByteCount = 1024

    package init() {}

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: As many as are at hand; once the root is given, no further ones.
    /// - Returns: The root, or nil while its tag goes on.
    /// - Throws: ``XMLError`` when there is no root to be read.
    package mutating func read(_ bytes: RawSpan) throws(XMLError) -> XMLRoot? {
        try bytes.withUnsafeBytes { buffer throws(XMLError) in try read(buffer) }
    }

    /// Takes note that nothing follows.
    package mutating func finish() throws(XMLError) -> XMLRoot {
        if parser == nil { try begin(with: start) }
        if documentType.isHolding { try showWhatIsHeld() }
        do throws(XMLError) {
            guard let root = try parser?.end() else { throw .truncated }
            return root
        } catch .truncated where !start.mayBeginDocument {
            throw .malformed(line: 1, reason: "no tag where the document begins")
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
        // libxml2 knows UTF-16 by its mark only, or by a declaration.
        parser = try XMLPushParser(startingWith: start.missingMark.map { $0 + start } ?? start)
        byteCount = start.count
        quotes = QuoteCounter(startingWith: start)
        documentType = DocumentTypeScanner(startingWith: start)
    }

    /// Shows the parser no more than the limits allow, so that what is found does not hang on where a piece
    /// ends.
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

    /// Shows the parser what is there, but for a document type or a comment that is not at its end.
    private mutating func show(_ bytes: UnsafeRawBufferPointer) throws(XMLError) -> XMLRoot? {
        var rest = bytes
        while documentType.place != .behind, !rest.isEmpty {
            let isHeld = documentType.isHolding
            let count = documentType.read(rest)
            // All else may be cut anywhere, and is the faster the less it is.
            if !isHeld, !documentType.isHolding { break }
            if !isHeld { _ = try parser?.take(UnsafeRawBufferPointer(rebasing: rest.prefix(count))) }
            if isHeld, !documentType.isHolding { try showWhatIsHeld() }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return rest.isEmpty ? nil : try parser?.take(rest)
    }

    private mutating func showWhatIsHeld() throws(XMLError) {
        guard documentType.cost.isBearable else { throw .limitExceeded(.enumerations) }
        let text = documentType.takeText()
        _ = try text.span.bytes.withUnsafeBytes { text throws(XMLError) in try parser?.take(text) }
    }

    private static let startByteCount = 4
    private static let greatestPieceByteCount = 64 * 1024
}

/// The root element of an XML document: its name and its attributes, entities replaced.
package struct XMLRoot: Hashable, Sendable {
    /// The name behind the prefix.
    package let localName: String
    /// The prefix as written.
    package let prefix: String?
    /// What the prefix stands for; nil also where nobody says.
    package let namespace: String?
    /// The attributes that have no prefix, in order; no name is there twice.
    package let attributes: [Attribute]

    /// One attribute.
    package struct Attribute: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// The value of an attribute that has no prefix.
    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Why a document's root element cannot be read.
package enum XMLError: Error, Hashable, Sendable {
    /// It breaks the rules of XML in front of the end of the root's tag.
    case malformed(line: Int, reason: String)
    /// It ends before its root element's tag does.
    case truncated
    /// It asks for more work than is done for a stranger.
    case limitExceeded(XMLLimit)
    /// Its encoding, of this name, is not read.
    case unsupportedEncoding(String)
    /// libxml2 cannot be loaded.
    case noLibrary(String)
}

/// What there may be only so much of before the root's tag ends.
package enum XMLLimit: Hashable, Sendable {
    case bytes, quotes, enumerations, entityDeclarations, entities, entityNesting, parameterEntities
}

extension [UInt8] {
    /// Whether a document may begin so in any encoding: with a tag, white space, or a mark of the order of bytes.
    fileprivate var mayBeginDocument: Bool {
        guard let first else { return true }
        return "<\t\n\r ".utf8.contains(first) || first == XMLPushParser.firstOfEBCDIC
            || Self.firstOfUnicodeMarks.contains(first)
    }

    /// Whether a document begins with a tag in UTF-32, or with its mark of the order of bytes.
    fileprivate var isUTF32: Bool {
        guard contains(0), count == 4 else { return false }
        return switch (self[0], self[1], self[2], self[3]) {
        case (0, 0, 0xFE, 0xFF), (0xFF, 0xFE, 0, 0), (0, 0, 0, 0x3C), (0x3C, 0, 0, 0): true
        default: false
        }
    }

    /// The mark of the order of bytes that a tag in UTF-16 stands without.
    fileprivate var missingMark: [UInt8]? {
        guard contains(0), count == 4 else { return nil }
        return switch (self[0], self[1], self[2], self[3]) {
        case (0x3C, 0, _, 0): [0xFF, 0xFE]
        case (0, 0x3C, 0, _): [0xFE, 0xFF]
        default: nil
        }
    }

    /// Of UTF-8, of UTF-16 and UTF-32 in either order, and a tag's in both with the great end first.
    private static let firstOfUnicodeMarks: [UInt8] = [0xEF, 0xFE, 0xFF, 0x00]
}
