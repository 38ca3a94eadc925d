/// The credit in a WebP file: the last chunk, which the first chunk must announce.
enum WebPCredit {
    private static let greatestChunkCount = 1 << 20
    private static let greatestByteCount = 0xFFFF_FFF6
    private static let packetFlag: UInt8 = 0x04
    private static let alphaFlag: UInt8 = 0x10

    static func patch(
        _ file: PictureFile, _ packet: CreditPacket
    ) throws(EmbeddingError) -> BytePatch {
        let (first, packets, end, isSigned) = try chunks(of: file)
        guard !isSigned else { throw .signed }
        var patch = BytePatch()
        let old = try patch.removePacket(at: packets) { range throws(EmbeddingError) in
            try text(of: file.bytes(range))
        }
        let whole = packet.bytes(addedTo: try XMPDocument(ofPacket: old, without: packet.names))
        patch.insert(chunk("XMP ", whole), at: end)
        try announce(&patch, first)
        let count = end - 8 + patch.growth
        guard count <= greatestByteCount else { throw .tooLong }
        patch.replace(4..<8, with: UInt32(count).littleEndianBytes)
        return patch
    }

    /// Indicates whether the file contains Content Credentials.
    static func isSigned(_ file: PictureFile) throws(EmbeddingError) -> Bool {
        try chunks(of: file).isSigned
    }

    /// Checks that the picture has its end.
    static func checkEnd(of file: PictureFile) throws(EmbeddingError) { _ = try chunks(of: file) }

    /// Ensures that the file's first chunk announces XMP.
    private static func announce(_ patch: inout BytePatch, _ first: [UInt8]) throws(EmbeddingError) {
        let data = Array(first[8...])
        switch name(first) {
        case "VP8X" where data.count >= 10:
            patch.replace(20..<21, with: [data[0] | packetFlag])
        case "VP8 " where data.count >= 10 && data[0] & 1 == 0 && data[3..<6] == [0x9D, 0x01, 0x2A]:
            let (width, height) = (number(data[6..<8]) & 0x3FFF, number(data[8..<10]) & 0x3FFF)
            patch.insert(try description(width, height, hasAlpha: false), at: 12)
        case "VP8L" where data.count >= 5 && data[0] == 0x2F:
            let bits = number(data[1..<5])
            patch.insert(
                try description(
                    bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, hasAlpha: bits >> 28 & 1 == 1),
                at: 12)
        default: throw EmbeddingError("its first part is invalid")
        }
    }

    private static func description(
        _ width: Int, _ height: Int, hasAlpha: Bool
    ) throws(EmbeddingError) -> [UInt8] {
        guard width > 0, height > 0 else { throw EmbeddingError("its first part is invalid") }
        let sides = [width, height].flatMap { UInt32($0 - 1).littleEndianBytes.prefix(3) }
        return chunk("VP8X", [packetFlag | (hasAlpha ? alphaFlag : 0), 0, 0, 0] + sides)
    }

    /// The beginning of the first chunk, the XMP chunks, the end of the last chunk, and whether a chunk contains
    /// Content Credentials.
    private static func chunks(
        of file: PictureFile
    ) throws(EmbeddingError) -> (first: [UInt8], packets: [Range<Int>], end: Int, isSigned: Bool) {
        let head = try file.bytes(0..<12)
        guard name(head) == "RIFF", name(head[8...]) == "WEBP" else {
            throw EmbeddingError("it is not a WebP file")
        }
        let end = 8 + number(head[4..<8])
        guard end <= file.byteCount, end >= 12 + 8 else { throw .cutOff }
        var (place, packets, isSigned): (Int, [Range<Int>], Bool) = (12, [], false)
        for _ in 0..<greatestChunkCount where place < end {
            let head = try file.bytes(place..<place + 8)
            let length = number(head[4..<8])
            let range = place..<place + 8 + length + length % 2
            guard range.upperBound <= end else { throw .cutOff }
            if name(head) == "XMP " { packets.append(range) }
            isSigned = isSigned || name(head) == "C2PA"
            place = range.upperBound
        }
        guard place >= end else { throw .tooManyParts }
        guard packets.first?.lowerBound != 12 else {
            throw EmbeddingError("its first part is invalid")
        }
        return (try file.bytes(12..<min(end, 12 + 18)), packets, end, isSigned)
    }

    private static func text(of chunk: [UInt8]) -> [UInt8] {
        Array(chunk[8..<8 + number(chunk[4..<8])])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + UInt32(data.count).littleEndianBytes + data + (data.count % 2 == 1 ? [0] : [])
    }

    private static func name(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes.prefix(4), as: UTF8.self)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().bigEndianNumber
    }
}
