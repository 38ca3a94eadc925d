internal import Platform

/// The credit in a PNG file: a text chunk after the first chunk.
enum PNGCredit {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let keyword = Array("XML:com.adobe.xmp\0".utf8)
    /// The fields of an uncompressed text, without a language and a translated keyword.
    private static let plain: [UInt8] = [0, 0, 0, 0]
    private static let greatestChunkCount = 1 << 20

    static func patch(
        _ file: PictureFile, _ packet: CreditPacket
    ) throws(EmbeddingError) -> BytePatch {
        guard try file.bytes(0..<16) == signature + [0, 0, 0, 13] + Array("IHDR".utf8) else {
            throw EmbeddingError("it is not a PNG file")
        }
        let (packets, isSigned) = try chunks(of: file)
        guard !isSigned else { throw .signed }
        var patch = BytePatch()
        let old = try patch.removePacket(at: packets) { range throws(EmbeddingError) in
            try text(of: file.bytes(range))
        }
        let whole = packet.bytes(addedTo: try XMPDocument(ofPacket: old, without: packet.names))
        patch.insert(chunk("iTXt", keyword + plain + whole), at: signature.count + 12 + 13)
        return patch
    }

    /// Indicates whether the file contains Content Credentials.
    static func isSigned(_ file: PictureFile) throws(EmbeddingError) -> Bool {
        guard try file.bytes(0..<signature.count) == signature else { return false }
        return try chunks(of: file).isSigned
    }

    /// Checks that the picture has its end.
    static func checkEnd(of file: PictureFile) throws(EmbeddingError) { _ = try chunks(of: file) }

    /// The XMP chunks of a file that has its end, and whether a chunk contains Content Credentials.
    private static func chunks(
        of file: PictureFile
    ) throws(EmbeddingError) -> (packets: [Range<Int>], isSigned: Bool) {
        var (place, packets, isSigned): (Int, [Range<Int>], Bool) = (signature.count, [], false)
        for _ in 0..<greatestChunkCount {
            let head = try file.bytes(place..<place + 8)
            let length = head[..<4].bigEndianNumber
            let range = place..<place + 12 + length
            guard range.upperBound <= file.byteCount else { throw .cutOff }
            switch String(decoding: head[4...], as: UTF8.self) {
            case "IEND": return (packets, isSigned)
            case "caBX": isSigned = true
            case "iTXt", "zTXt":
                let name = try file.start(of: place + 8..<place + 8 + keyword.count)
                if name == keyword { packets.append(range) }
            default: break
            }
            place = range.upperBound
        }
        throw .tooManyParts
    }

    /// The uncompressed XMP texts of a file; empty if it is not a PNG file.
    static func texts(in file: PictureFile) -> [[UInt8]] {
        let packets =
            (try? file.bytes(0..<signature.count)) == signature ? try? chunks(of: file).packets : nil
        return (packets ?? []).filter { $0.count <= XMPDocument.greatestByteCount }.compactMap { range in
            try? text(of: file.bytes(range))
        }
    }

    /// The text of an XMP chunk after its keyword and, in an `iTXt` chunk, its language and translated keyword.
    private static func text(of chunk: [UInt8]) throws(EmbeddingError) -> [UInt8] {
        let fields = chunk.dropFirst(8 + keyword.count).dropLast(4)
        if chunk[4] == UInt8(ascii: "z") { return try unpacked(fields.dropFirst()) }
        let parts = fields.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .invalidStructure }
        return fields.first == 0 ? Array(parts[2]) : try unpacked(parts[2])
    }

    private static func unpacked(_ packed: ArraySlice<UInt8>) throws(EmbeddingError) -> [UInt8] {
        var inflater = Inflater()
        var (place, text): (Int, [UInt8]) = (0, [])
        let packed = Array(packed)
        do throws(GzipError) {
            while text.count <= XMPDocument.greatestByteCount,
                let piece = try inflater.nextPiece(of: packed.span.bytes, from: &place)
            {
                text += piece
            }
        } catch {
            throw .invalidStructure
        }
        guard text.count <= XMPDocument.greatestByteCount else { throw .tooLong }
        guard inflater.isAtEnd else { throw .invalidStructure }
        return text
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + data
        return UInt32(data.count).bigEndianBytes + checked + CRC32.of(checked).bigEndianBytes
    }
}
