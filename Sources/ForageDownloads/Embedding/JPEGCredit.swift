internal import Platform

/// The credit in a JPEG file: a segment after those that identify the kind of JPEG.
enum JPEGCredit {
    private static let packetHeader = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let extensionHeader = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    /// The kind of a C2PA manifest, after 24 bytes of JUMBF's headers in an APP11 segment.
    private static let manifestKind = Array("c2pa".utf8)
    private static let greatestSegmentCount = 4_096
    private static let greatestPayload = 0xFFFF - 2
    private static let extensionPieceByteCount = 65_000
    private static let pieceByteCount = 64 * 1024
    /// The number of last bytes in which the end is searched for if the file is malformed.
    private static let lastByteCount = 64
    /// The greatest number of bytes after the picture.
    private static let greatestAttachment = 256 << 20

    static func patch(
        _ file: PictureFile, _ packet: CreditPacket
    ) throws(EmbeddingError) -> BytePatch {
        let header = try Header(file)
        guard !header.isSigned else { throw .signed }
        var patch = BytePatch()
        let old = try patch.removePacket(at: header.packets) { range throws(EmbeddingError) in
            try file.bytes(range.lowerBound + 4 + packetHeader.count..<range.upperBound)
        }
        let document = try XMPDocument(ofPacket: old, without: packet.names)
        patch.insert(try segments(packet, document, header.isExtended), at: header.insertion)
        return patch
    }

    /// Indicates whether the file contains Content Credentials.
    static func isSigned(_ file: PictureFile) throws(EmbeddingError) -> Bool { try Header(file).isSigned }

    /// Checks that the picture has its end.
    static func checkEnd(of file: PictureFile) throws(EmbeddingError) {
        do throws(EmbeddingError) {
            _ = try Header(file)
        } catch {
            guard error != .cutOff else { throw error }
            // Readers skip unexpected bytes there. The search starts late because an embedded thumbnail has an end,
            // too.
            try Header.checkEnd(file, after: max(2, file.byteCount - lastByteCount))
        }
    }

    private static func segments(
        _ packet: CreditPacket, _ document: XMPDocument?, _ isExtended: Bool
    ) throws(EmbeddingError) -> [UInt8] {
        let whole = packet.bytes(addedTo: document)
        if packetHeader.count + whole.count <= greatestPayload { return segment(packetHeader + whole) }
        guard let document, !isExtended, let digest = try? Digest.sha256.of(document.bytes) else {
            throw .tooLong
        }
        // The former properties go into further segments, which have more space.
        let name = String(digest.hex.prefix(32)).uppercased()
        let first = packetHeader + CreditPacket.packet(packet.document(extendedBy: name))
        guard first.count <= greatestPayload else { throw .tooLong }
        return segment(first) + furtherSegments(document.bytes, name)
    }

    private static func furtherSegments(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: extensionPieceByteCount).flatMap { start in
            let piece = bytes[start..<min(start + extensionPieceByteCount, bytes.count)]
            let place = UInt32(bytes.count).bigEndianBytes + UInt32(start).bigEndianBytes
            return segment(extensionHeader + Array(name.utf8) + place + piece)
        }
    }

    private static func segment(_ payload: [UInt8]) -> [UInt8] {
        [0xFF, 0xE1] + UInt16(payload.count + 2).bigEndianBytes + payload
    }
}

extension JPEGCredit {
    /// The segments before the picture data.
    private struct Header {
        /// The place after the segments that readers expect first.
        private(set) var insertion = 2
        /// Segments with XMP.
        private(set) var packets: [Range<Int>] = []
        private(set) var isExtended = false
        private(set) var isSigned = false
        private var isLeading = true
        /// True if the file contains further pictures, addressed by their distance from this place.
        private var hasDistances = false

        init(_ file: PictureFile) throws(EmbeddingError) {
            guard try file.bytes(0..<2) == [0xFF, 0xD8] else {
                throw EmbeddingError("it is not a JPEG file")
            }
            var place = 2
            for _ in 0..<greatestSegmentCount {
                let mark = try file.bytes(place..<place + 4)
                guard mark[0] == 0xFF else { throw .invalidStructure }
                // Any number of these bytes may precede a marker.
                if mark[1] == 0xFF {
                    place += 1
                    continue
                }
                let length = Int(mark[2]) << 8 | Int(mark[3])
                guard length >= 2, ![0x00, 0x01].contains(mark[1]), !(0xD0...0xD9).contains(mark[1]) else {
                    throw .invalidStructure
                }
                let range = place..<place + 2 + length
                guard range.upperBound < file.byteCount else { throw .cutOff }
                if mark[1] == 0xDA {
                    try Self.checkEnd(file, after: range.upperBound)
                    return
                }
                try take(mark[1], range, file.start(of: range.lowerBound + 4..<range.lowerBound + 40))
                place = range.upperBound
            }
            throw .tooManyParts
        }

        /// Searches for the end of the picture. The picture data never contain the bytes of its marker. Other data,
        /// such as a video, may follow it.
        static func checkEnd(_ file: PictureFile, after start: Int) throws(EmbeddingError) {
            var place = file.byteCount
            let start = max(start, place - greatestAttachment)
            while place - start > 1 {
                let piece = try file.bytes(max(start, place - pieceByteCount)..<place)
                let hasEnd = piece.indices.dropFirst().reversed().contains {
                    piece[$0] == 0xD9 && piece[$0 - 1] == 0xFF
                }
                if hasEnd { return }
                // A marker may extend across two pieces.
                place -= piece.count - 1
            }
            throw .cutOff
        }

        private mutating func take(
            _ mark: UInt8, _ range: Range<Int>, _ start: [UInt8]
        ) throws(EmbeddingError) {
            let start = start.prefix(range.count - 4)
            isLeading =
                isLeading && (mark == 0xE0 || mark == 0xE1 && start.starts(with: Array("Exif\0".utf8)))
            if isLeading { insertion = range.upperBound }
            hasDistances = hasDistances || mark == 0xE2 && start.starts(with: Array("MPF\0".utf8))
            isSigned =
                isSigned
                || mark == 0xEB && start.starts(with: Array("JP".utf8))
                    && start.dropFirst(24).starts(with: manifestKind)
            guard mark == 0xE1 else { return }
            isExtended = isExtended || start.starts(with: extensionHeader)
            guard start.starts(with: packetHeader) else { return }
            guard !hasDistances else { throw EmbeddingError("it contains several pictures") }
            packets.append(range)
        }
    }
}
