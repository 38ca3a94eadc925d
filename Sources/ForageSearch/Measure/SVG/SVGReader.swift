internal import Markup
internal import Platform

/// Measures an SVG that arrives in pieces, and reads no further than its root element's tag.
///
/// It also reads SVGs compressed with gzip. Its use of bytes, memory and time is limited for any input.
package struct SVGReader: ~Copyable {
    private var root = XMLRootReader()
    private var inflater: Inflater?
    private var start: [UInt8] = []
    private var isPacked: Bool?
    private var packedByteCount = 0
    /// The first bytes of a file that arrives in small pieces; they reveal other formats.
    private var beginning: [UInt8] = []
    /// Indicates whether there are enough first bytes.
    private var isBegun = false

    package init() {}

    /// Reads the next bytes.
    ///
    /// - Parameter bytes: The available bytes; pass none after a size was returned.
    /// - Returns: The size, or nil if more bytes are needed.
    /// - Throws: ``SVGError`` if the file cannot be measured.
    package mutating func read(_ bytes: RawSpan) throws(SVGError) -> SVGSize? {
        if isPacked == nil, start.isEmpty, bytes.byteCount >= 2 {
            return try decide(Inflater.isPacked(bytes), bytes)
        }
        guard isPacked == nil else { return try readFurther(bytes) }
        bytes.withUnsafeBytes { start.append(contentsOf: $0) }
        guard start.count >= 2 else { return nil }
        let all = start
        return try decide(Inflater.isPacked(all.span.bytes), all.span.bytes)
    }

    /// Ends the input and returns the size.
    package mutating func finish() throws(SVGError) -> SVGSize {
        let few = start
        if isPacked == nil { _ = try decide(false, few.span.bytes) }
        let found: XMLRoot
        do { found = try root.finish() } catch { throw SVGError(error).naming(beginning.span.bytes) }
        return try SVGSize(found)
    }

    private mutating func decide(_ isPacked: Bool, _ bytes: RawSpan) throws(SVGError) -> SVGSize? {
        self.isPacked = isPacked
        if isPacked { inflater = Inflater() }
        return try readFurther(bytes)
    }

    private mutating func readFurther(_ bytes: RawSpan) throws(SVGError) -> SVGSize? {
        isPacked == true ? try unpack(bytes) : try parse(bytes)
    }

    private mutating func parse(_ bytes: RawSpan) throws(SVGError) -> SVGSize? {
        let isFirst = !isBegun && beginning.isEmpty && bytes.byteCount >= SVGError.namingByteCount
        if !isBegun, !isFirst {
            bytes.withUnsafeBytes { beginning.append(contentsOf: $0.prefix(SVGError.namingByteCount)) }
        }
        isBegun = isFirst || beginning.count >= SVGError.namingByteCount
        let found: XMLRoot?
        do { found = try root.read(bytes) } catch {
            throw isFirst ? SVGError(error).naming(bytes) : SVGError(error).naming(beginning.span.bytes)
        }
        guard let found else { return nil }
        return try SVGSize(found)
    }

    private mutating func unpack(_ bytes: RawSpan) throws(SVGError) -> SVGSize? {
        let readable = bytes.extracting(first: Self.greatestByteCount - packedByteCount)
        packedByteCount += readable.byteCount
        var place = 0
        while let piece = try nextPiece(of: readable, from: &place) {
            if let size = try parse(piece.span.bytes) { return size }
        }
        if inflater?.isAtEnd == true { return try finish() }
        guard readable.byteCount == bytes.byteCount else { throw .limitExceeded(.bytes) }
        return nil
    }

    private mutating func nextPiece(of bytes: RawSpan, from place: inout Int) throws(SVGError) -> [UInt8]? {
        do { return try inflater?.nextPiece(of: bytes, from: &place) } catch { throw SVGError(error) }
    }

    /// The maximum number of bytes to read, compressed or not; a longer input always results in a size or an error.
    package static let greatestByteCount = 1024 * 1024
}

extension SVGSize {
    /// Measures a whole SVG, which may be compressed with gzip.
    ///
    /// - Parameter bytes: The file, which is read only up to the end of its root element's tag.
    /// - Throws: ``SVGError`` if it cannot be measured.
    public init(_ bytes: [UInt8]) throws(SVGError) { try self.init(bytes.span.bytes) }

    /// Measures a whole SVG, which may be compressed with gzip.
    ///
    /// - Parameter bytes: The file, which is read only up to the end of its root element's tag.
    /// - Throws: ``SVGError`` if it cannot be measured.
    public init(_ bytes: RawSpan) throws(SVGError) {
        var reader = SVGReader()
        self = if let size = try reader.read(bytes) { size } else { try reader.finish() }
    }
}

/// A compression of an SVG other than a single pass of gzip.
enum Packing: String {
    case gzip, bzip2, xz, zip
    case zstandard = "Zstandard"

    /// Detects the compression by the first bytes.
    init?(_ start: [UInt8]) {
        guard let found = Self.marks.first(where: { start.starts(with: $0.bytes) })?.packing else {
            return nil
        }
        self = found
    }

    /// The reason why it is not decompressed.
    var reason: String {
        self == .gzip
            ? "it is compressed with gzip twice"
            : "it is compressed as \(rawValue), but only gzip is supported"
    }

    private static let marks: [(packing: Packing, bytes: [UInt8])] = [
        (.gzip, [0x1F, 0x8B]), (.bzip2, Array("BZh".utf8)), (.xz, [0xFD] + Array("7zXZ".utf8) + [0]),
        (.zip, Array("PK\u{3}\u{4}".utf8)), (.zstandard, [0x28, 0xB5, 0x2F, 0xFD]),
    ]
}
