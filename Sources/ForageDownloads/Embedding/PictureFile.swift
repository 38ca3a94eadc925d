internal import ForageCore
internal import Platform

/// A picture on the disk, of which any place can be read.
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

    /// The bytes of a place, all of which must be there.
    func bytes(_ range: Range<Int>) throws(EmbeddingError) -> [UInt8] {
        guard range.upperBound <= byteCount, let bytes = some(range), bytes.count == range.count else {
            throw .cutOff
        }
        return bytes
    }

    /// The bytes of a place, as many as there are.
    func start(of range: Range<Int>) throws(EmbeddingError) -> [UInt8] {
        try bytes(range.clamped(to: 0..<byteCount))
    }

    /// As many bytes as the system hands over at once; nil where it hands over none.
    func some(_ range: Range<Int>) -> [UInt8]? {
        let bytes = try? file.read(from: range.lowerBound, upTo: range.count)
        return bytes?.isEmpty == true && !range.isEmpty ? nil : bytes
    }
}

extension PictureFile {
    /// Whether it says where it is from, as every credit does that is put into a picture, whoever wrote that anew since.
    func names(_ page: WebURL) -> Bool {
        // What follows may be written in several ways.
        let address = Array(page.text.prefix { !"&<>\"'".contains($0) }.utf8)
        return holds(address) || PNGCredit.texts(in: self).contains { $0.firstRange(of: address) != nil }
    }

    private func holds(_ bytes: [UInt8]) -> Bool {
        var (seen, place): ([UInt8], Int) = ([], 0)
        while let piece = some(place..<place + Self.pieceByteCount) {
            seen += piece
            if seen.firstRange(of: bytes) != nil { return true }
            // It may stand across two pieces.
            seen = Array(seen.suffix(bytes.count - 1))
            place += piece.count
        }
        return false
    }

    private static let pieceByteCount = 256 * 1024
}

extension PictureFile {
    /// Whether it ends before the picture does, as far as such pictures tell where they end. One in which no end can be
    /// found has none, whatever else is wrong with it.
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

    /// A packed drawing ends where its packing says so.
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

    /// Hands over what is there, piece by piece, as long as more is wanted.
    private func readPieces(
        _ isMoreWanted: ([UInt8]) throws(EmbeddingError) -> Bool
    ) throws(EmbeddingError) {
        var place = 0
        while !Task.isCancelled, let piece = some(place..<place + Self.pieceByteCount) {
            guard try isMoreWanted(piece) else { return }
            place += piece.count
        }
    }

    /// A few bytes may be packed that would take days to unpack.
    private static let greatestUnpackedByteCount = 1 << 30
}

/// The blocks that a GIF is made of, each of which says how long its pieces are.
enum GIFBlocks {
    private static let greatestBlockCount = 1 << 20
    private static let greatestPieceCount = 1 << 24

    /// Sees that the picture has its end: a semicolon, which many lack, or the end of a block.
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
            // Readers take what is no block for the end.
            default:
                guard hasPicture else { throw .notBuiltAsItShouldBe }
                return
            }
        }
        throw .tooManyParts
    }

    /// How long the table of colours is that a byte tells of.
    private static func colourByteCount(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    /// Where the pieces of a block end, of which the last is empty.
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

/// The boxes that AVIF and HEIC are made of, each of which says how long it is.
enum PictureBoxes {
    private struct Box {
        let name: String
        let content: Range<Int>
    }

    private static let greatestBoxCount = 4_096
    private static let greatestTableByteCount = 1 << 20

    /// Sees that the last box is whole, and that the pictures are there of which an earlier one tells.
    static func checkEnd(of file: PictureFile) throws(EmbeddingError) {
        let (boxes, restByteCount) = try boxes(in: 0..<file.byteCount, of: file)
        let (index, film) = (boxes.first { $0.name == "meta" }, boxes.first { $0.name == "moov" })
        guard index != nil || film != nil else { throw .cutOff }
        // Where the table cannot be read the data have to be there, wherever they may end.
        let told = index.flatMap { try? reach(ofItemsIn: $0, of: file) }
        let end = told ?? file.byteCount
        // Fewer bytes than begin a box, such as a line's end, are none where all that is told of is there.
        guard end <= file.byteCount, restByteCount == 0 || told != nil else { throw .cutOff }
        let needsData = film != nil || end > 0
        guard !needsData || boxes.contains(where: { $0.name == "mdat" }) else { throw .cutOff }
    }

    /// The boxes, and how many bytes stand behind them that are too few for one.
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
            // The last one may say that it takes the rest.
            if length == 0 { length = range.upperBound - place }
            guard length >= headLength else { throw .notBuiltAsItShouldBe }
            guard length <= range.upperBound - place else { throw .cutOff }
            let name = String(decoding: head[4...], as: UTF8.self)
            boxes.append(Box(name: name, content: place + headLength..<place + length))
            place += length
        }
        return (boxes, range.upperBound - place)
    }

    /// How far into the file its pictures reach; 0 where all are inside the index. Nil where no table says that.
    private static func reach(ofItemsIn index: Box, of file: PictureFile) throws(EmbeddingError) -> Int? {
        // Behind its version.
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
            // Of no size there may be any number.
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

    /// Numbers, one behind the other.
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
    /// The number that the bytes are, the greatest first.
    var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}
