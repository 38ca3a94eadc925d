/// The blocks that a GIF is made of, each of which says how long its pieces are.
enum GIFBlocks {
    private static let greatestBlockCount = 1 << 20
    private static let greatestPieceCount = 1 << 24

    /// Sees that the picture has its end: a semicolon, which many lack, or the end of a block.
    static func checkEnd(of file: PictureFile) throws(EmbeddingRefusal) {
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
    private static func end(ofPiecesAt start: Int, in file: PictureFile) throws(EmbeddingRefusal) -> Int {
        var place = start
        for _ in 0..<greatestPieceCount {
            let length = try Int(file.bytes(place..<place + 1)[0])
            place += 1 + length
            if length == 0 { return place }
        }
        throw .tooManyParts
    }
}
