internal import ForageCore
internal import Platform

/// A picture file with random access.
struct PictureFile {
    private let file: OpenFile

    init(_ path: String) throws(DownloadError) {
        do throws(FileError) {
            file = try OpenFile(path, followsLinks: false)
        } catch {
            throw .unfit(error.description)
        }
    }

    var byteCount: Int { file.byteCount }

    /// The bytes of a range, all of which must exist.
    func bytes(_ range: Range<Int>) throws(EmbeddingError) -> [UInt8] {
        guard range.upperBound <= byteCount, let bytes = some(range), bytes.count == range.count else {
            throw .cutOff
        }
        return bytes
    }

    /// The bytes of a range, as many as exist.
    func start(of range: Range<Int>) throws(EmbeddingError) -> [UInt8] {
        try bytes(range.clamped(to: 0..<byteCount))
    }

    /// As many bytes as the system returns at once; nil if it returns none.
    func some(_ range: Range<Int>) -> [UInt8]? {
        let bytes = try? file.read(from: range.lowerBound, upTo: range.count)
        return bytes?.isEmpty == true && !range.isEmpty ? nil : bytes
    }
}

extension PictureFile {
    /// Indicates whether the file contains the address of the page, as every embedded credit does, even after other
    /// programs rewrote it.
    func names(_ page: WebURL) -> Bool {
        // The characters after these may be escaped in several ways.
        let address = Array(page.text.prefix { !"&<>\"'".contains($0) }.utf8)
        return holds(address) || PNGCredit.texts(in: self).contains { $0.firstRange(of: address) != nil }
    }

    private func holds(_ bytes: [UInt8]) -> Bool {
        var (seen, place): ([UInt8], Int) = ([], 0)
        while let piece = some(place..<place + Self.pieceByteCount) {
            seen += piece
            if seen.firstRange(of: bytes) != nil { return true }
            // The address may extend across two pieces.
            seen = Array(seen.suffix(bytes.count - 1))
            place += piece.count
        }
        return false
    }

    private static let pieceByteCount = 256 * 1024
}

extension PictureFile {
    /// Indicates whether the file ends before the picture does, for types with a recognizable end. A picture without an
    /// end is cut off, whatever other faults it has.
    func isCutOff(as type: FileType) -> Bool {
        do throws(EmbeddingError) {
            switch type.fileExtension {
            case "jpg": try JPEGCredit.checkEnd(of: self)
            case "png": try PNGCredit.checkEnd(of: self)
            case "webp": try WebPCredit.checkEnd(of: self)
            case "svg": try checkRoot()
            case "svgz": try checkPacking()
            case "gif": try GIFBlocks.checkEnd(of: self)
            case "avif", "heic": try PictureBoxes.checkEnd(of: self)
            default: break
            }
            return false
        } catch {
            return true
        }
    }

    private func checkRoot() throws(EmbeddingError) {
        var end = RootEnd()
        try readPieces { piece throws(EmbeddingError) in
            end.read(piece)
            return !end.isFound
        }
        guard end.isFound else { throw .cutOff }
    }

    /// Checks the end of a compressed drawing, which its compression format marks.
    private func checkPacking() throws(EmbeddingError) {
        var inflater = Inflater()
        var unpackedByteCount = 0
        try readPieces { piece throws(EmbeddingError) in
            var place = 0
            do throws(GzipError) {
                while let unpacked = try inflater.nextPiece(of: piece.span.bytes, from: &place) {
                    unpackedByteCount += unpacked.count
                    guard unpackedByteCount <= Self.greatestUnpackedByteCount else { return false }
                }
            } catch {
                throw .notBuiltAsItShouldBe
            }
            return !inflater.isAtEnd
        }
        guard inflater.isAtEnd else { throw .cutOff }
    }

    /// Reads the file piece by piece, as long as more is requested.
    private func readPieces(
        _ isMoreWanted: ([UInt8]) throws(EmbeddingError) -> Bool
    ) throws(EmbeddingError) {
        var place = 0
        while !Task.isCancelled, let piece = some(place..<place + Self.pieceByteCount) {
            guard try isMoreWanted(piece) else { return }
            place += piece.count
        }
    }

    /// A few compressed bytes could take days to decompress.
    private static let greatestUnpackedByteCount = 1 << 30
}

/// The blocks of a GIF, each of which states the length of its pieces.
enum GIFBlocks {
    private static let greatestBlockCount = 1 << 20
    private static let greatestPieceCount = 1 << 24

    /// Checks that the picture has its end: a semicolon, which many files lack, or the end of a block.
    static func checkEnd(of file: PictureFile) throws(EmbeddingError) {
        let head = try file.bytes(0..<13)
        var place = 13 + colourByteCount(head[10])
        var hasPicture = false
        for _ in 0..<greatestBlockCount {
            if hasPicture, place == file.byteCount { return }
            switch try file.bytes(place..<place + 1)[0] {
            case UInt8(ascii: ";"): return
            case UInt8(ascii: "!"): place = try end(ofPiecesAt: place + 2, in: file)
            case UInt8(ascii: ","):
                let description = try file.bytes(place..<place + 10)
                let data = place + 10 + colourByteCount(description[9]) + 1
                place = try end(ofPiecesAt: data, in: file)
                hasPicture = true
            // Readers treat any other byte as the end.
            default:
                guard hasPicture else { throw .notBuiltAsItShouldBe }
                return
            }
        }
        throw .tooManyParts
    }

    /// The length of the colour table that a byte of flags declares.
    private static func colourByteCount(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    /// The end of the pieces of a block; the last piece is empty.
    private static func end(ofPiecesAt start: Int, in file: PictureFile) throws(EmbeddingError) -> Int {
        var place = start
        for _ in 0..<greatestPieceCount {
            let length = try Int(file.bytes(place..<place + 1)[0])
            place += 1 + length
            if length == 0 { return place }
        }
        throw .tooManyParts
    }
}

/// The boxes of AVIF and HEIC files, each of which states its length.
enum PictureBoxes {
    private struct Box {
        let name: String
        let content: Range<Int>
    }

    private static let greatestBoxCount = 4_096
    private static let greatestTableByteCount = 1 << 20

    /// Checks that the last box is complete, and that the pictures of the index exist.
    static func checkEnd(of file: PictureFile) throws(EmbeddingError) {
        let (boxes, restByteCount) = try boxes(in: 0..<file.byteCount, of: file)
        let (index, film) = (boxes.first { $0.name == "meta" }, boxes.first { $0.name == "moov" })
        guard index != nil || film != nil else { throw .cutOff }
        // If the table cannot be read, there must be data, wherever they end.
        let told = index.flatMap { try? reach(ofItemsIn: $0, of: file) }
        let end = told ?? file.byteCount
        // A few more bytes, such as a line break, are accepted if all pictures of the table exist.
        guard end <= file.byteCount, restByteCount == 0 || told != nil else { throw .cutOff }
        let needsData = film != nil || end > 0
        guard !needsData || boxes.contains(where: { $0.name == "mdat" }) else { throw .cutOff }
    }

    /// The boxes, and the number of bytes after them that are too few for another box.
    private static func boxes(
        in range: Range<Int>, of file: PictureFile
    ) throws(EmbeddingError) -> ([Box], restByteCount: Int) {
        var (place, boxes): (Int, [Box]) = (range.lowerBound, [])
        while range.upperBound - place >= 8 {
            guard boxes.count < greatestBoxCount else { throw .tooManyParts }
            let head = try file.bytes(place..<place + 8)
            var (length, headLength) = (head[..<4].bigEndianNumber, 8)
            if length == 1 {
                let long = try file.bytes(place + 8..<place + 16)
                (length, headLength) = (long[0] == 0 ? long.bigEndianNumber : .max, 16)
            }
            // The last box may have the length 0, which means the rest.
            if length == 0 { length = range.upperBound - place }
            guard length >= headLength else { throw .notBuiltAsItShouldBe }
            guard length <= range.upperBound - place else { throw .cutOff }
            let name = String(decoding: head[4...], as: UTF8.self)
            boxes.append(Box(name: name, content: place + headLength..<place + length))
            place += length
        }
        return (boxes, range.upperBound - place)
    }

    /// The end of the pictures in the file; 0 if all are inside the index, nil if no table states it.
    private static func reach(ofItemsIn index: Box, of file: PictureFile) throws(EmbeddingError) -> Int? {
        // The version comes first.
        let start = min(index.content.lowerBound + 4, index.content.upperBound)
        let (parts, _) = try boxes(in: start..<index.content.upperBound, of: file)
        guard let place = parts.first(where: { $0.name == "iloc" })?.content else { return nil }
        guard place.count <= greatestTableByteCount else { throw .tooLong }
        return try reach(ofItemsIn: Table(bytes: file.bytes(place)))
    }

    private static func reach(ofItemsIn table: consuming Table) throws(EmbeddingError) -> Int? {
        let version = try table.number(1)
        _ = try table.number(3)
        let sizes = try table.number(2)
        let extentSizes = [version == 0 ? 0 : sizes & 15, sizes >> 12, sizes >> 8 & 15]
        let itemCount = try table.number(version < 2 ? 2 : 4)
        var end = 0
        for _ in 0..<itemCount {
            _ = try table.number(version < 2 ? 2 : 4)
            let isInIndex = version > 0 ? try table.number(2) & 15 != 0 : false
            let isElsewhere = try table.number(2) != 0
            let base = try table.number(sizes >> 4 & 15)
            let count = try table.number(2)
            // There may be any number of extents without a size.
            for _ in 0..<(extentSizes == [0, 0, 0] ? min(count, 1) : count) {
                _ = try table.number(extentSizes[0])
                let parts = [base, try table.number(extentSizes[1]), try table.number(extentSizes[2])]
                guard !isInIndex, !isElsewhere else { continue }
                let isPlausible = parts.allSatisfy { (0..<1 << 60).contains($0) }
                end = max(end, isPlausible ? max(1, parts.reduce(0, +)) : .max)
            }
        }
        return itemCount > 0 ? end : nil
    }

    /// A reader of consecutive numbers.
    private struct Table {
        let bytes: [UInt8]
        private var place = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func number(_ byteCount: Int) throws(EmbeddingError) -> Int {
            guard byteCount <= bytes.count - place else { throw .notBuiltAsItShouldBe }
            defer { place += byteCount }
            return bytes[place..<place + byteCount].bigEndianNumber
        }
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] {
        stride(from: bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}

extension Sequence<UInt8> {
    /// The number in the bytes, most significant byte first.
    var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}
