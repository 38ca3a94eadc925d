internal import ForageCore

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
