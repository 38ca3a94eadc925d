internal import Compression

extension PictureFile {
    /// Whether it ends before the picture does, as far as such pictures tell where they end. One in which no end can be
    /// found has none, whatever else is wrong with it.
    func isCutOff(as type: FileType) -> Bool {
        do throws(EmbeddingRefusal) {
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

    private func checkRoot() throws(EmbeddingRefusal) {
        var end = RootEnd()
        try readPieces { piece throws(EmbeddingRefusal) in
            end.read(piece)
            return !end.isFound
        }
        guard end.isFound else { throw .cutOff }
    }

    /// A packed drawing ends where its packing says so.
    private func checkPacking() throws(EmbeddingRefusal) {
        var inflater = Inflater()
        var unpackedByteCount = 0
        try readPieces { piece throws(EmbeddingRefusal) in
            var place = 0
            do throws(InflationFault) {
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
        _ isMoreWanted: ([UInt8]) throws(EmbeddingRefusal) -> Bool
    ) throws(EmbeddingRefusal) {
        var place = 0
        while !Task.isCancelled, let piece = some(place..<place + Self.pieceByteCount) {
            guard try isMoreWanted(piece) else { return }
            place += piece.count
        }
    }

    private static let pieceByteCount = 256 * 1024
    /// A few bytes may be packed that would take days to unpack.
    private static let greatestUnpackedByteCount = 1 << 30
}
