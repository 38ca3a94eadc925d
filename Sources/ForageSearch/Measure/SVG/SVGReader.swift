internal import Markup
internal import Platform

/// Measures an SVG that comes in pieces, and reads no further than its root element's tag.
///
/// Also reads SVGs packed with gzip. Bounded in bytes, memory and time whatever it is given.
package struct SVGReader: ~Copyable {
    private var root = XMLRootReader()
    private var inflater: Inflater?
    private var start: [UInt8] = []
    private var isPacked: Bool?
    private var packedByteCount = 0
    /// Its first bytes, where they came in small pieces: they name what is no SVG.
    private var beginning: [UInt8] = []
    /// Whether enough of them were seen.
    private var isBegun = false

    package init() {}

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: As many as are at hand; once a size is given, no further ones.
    /// - Returns: The size, or nil while more bytes are needed.
    /// - Throws: ``SVGError`` when it cannot be measured.
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

    /// Takes note that nothing follows.
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

    /// The most bytes that are looked at, packed or not; with one more it always says what there is.
    package static let greatestByteCount = 1024 * 1024
}

extension SVGSize {
    /// Measures a whole SVG, also one packed with gzip.
    ///
    /// - Parameter bytes: The file; only as much of it is looked at as its root element's tag takes.
    /// - Throws: ``SVGError`` when it cannot be measured.
    public init(_ bytes: [UInt8]) throws(SVGError) { try self.init(bytes.span.bytes) }

    /// Measures a whole SVG, also one packed with gzip.
    ///
    /// - Parameter bytes: The file; only as much of it is looked at as its root element's tag takes.
    /// - Throws: ``SVGError`` when it cannot be measured.
    public init(_ bytes: RawSpan) throws(SVGError) {
        var reader = SVGReader()
        self = if let size = try reader.read(bytes) { size } else { try reader.finish() }
    }
}

/// How the text of an SVG is packed, other than once with gzip.
enum Packing: String {
    case gzip, bzip2, xz, zip
    case zstandard = "Zstandard"

    /// Tells it by the first bytes.
    init?(_ start: [UInt8]) {
        guard let found = Self.marks.first(where: { start.starts(with: $0.bytes) })?.packing else {
            return nil
        }
        self = found
    }

    /// Why it is not unpacked.
    var reason: String {
        self == .gzip ? "it is packed with gzip twice" : "it is packed as \(rawValue), and only gzip is read"
    }

    private static let marks: [(packing: Packing, bytes: [UInt8])] = [
        (.gzip, [0x1F, 0x8B]), (.bzip2, Array("BZh".utf8)), (.xz, [0xFD] + Array("7zXZ".utf8) + [0]),
        (.zip, Array("PK\u{3}\u{4}".utf8)), (.zstandard, [0x28, 0xB5, 0x2F, 0xFD]),
    ]
}
