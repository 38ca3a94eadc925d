extension PictureFile {
    /// Whether it ends before the picture does, as far as such pictures tell where they end.
    func isCutOff(as type: FileType) -> Bool {
        do throws(EmbeddingRefusal) {
            switch type.fileExtension {
            case "jpg": try JPEGCredit.checkEnd(of: self)
            case "png": try PNGCredit.checkEnd(of: self)
            case "webp": try WebPCredit.checkEnd(of: self)
            case "svg": try SVGCredit.checkEnd(of: self)
            case "gif": try checkLastByte()
            case "avif", "heic": try checkBoxes()
            default: break
            }
            return false
        } catch {
            return error == .cutOff
        }
    }

    /// A GIF ends with a semicolon, and many without: behind a block, whose last byte is zero.
    private func checkLastByte() throws(EmbeddingRefusal) {
        let end = try bytes(max(0, byteCount - Self.endByteCount)..<byteCount)
        let last = end.last { !(0x09...0x0D).contains($0) && $0 != UInt8(ascii: " ") }
        guard last == UInt8(ascii: ";") || last == 0 else { throw .cutOff }
    }

    /// AVIF and HEIC are made of boxes that say how long they are; the last one may say that it takes the rest.
    private func checkBoxes() throws(EmbeddingRefusal) {
        var place = 0
        for _ in 0..<Self.greatestBoxCount where place + 8 <= byteCount {
            let length = try boxLength(at: place)
            if length == 0 { return }
            guard length >= 8 else { throw .notBuiltAsItShouldBe }
            guard length <= byteCount - place else { throw .cutOff }
            place += length
        }
    }

    private func boxLength(at place: Int) throws(EmbeddingRefusal) -> Int {
        let short = try bytes(place..<place + 4).bigEndianNumber
        guard short == 1 else { return short }
        let long = try bytes(place + 8..<place + 16)
        return long[0] == 0 ? long.bigEndianNumber : .max
    }

    private static let endByteCount = 4_096
    private static let greatestBoxCount = 4_096
}
