import Platform

@testable import ForageDownloads

/// SmallDefinition files of each kind, built part by part.
enum SamplePictures {
    static let packetHeader = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    static func segment(_ mark: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, mark] + UInt16(payload.count + 2).bigEndianBytes + payload
    }

    /// A JPEG with the given segments before its picture, which is 3 by 2 pixels by its header.
    static func jpeg(_ segments: [[UInt8]] = [segment(0xE0, Array("JFIF\0abcdefghi".utf8))]) -> [UInt8] {
        let frame = segment(0xC0, [8, 0, 2, 0, 3, 1, 1, 0x11, 0])
        let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34]
        return [0xFF, 0xD8] + segments.flatMap(\.self) + frame + scan + [0xFF, 0xD9]
    }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + data
        return UInt32(data.count).bigEndianBytes + checked + CRC32.of(checked).bigEndianBytes
    }

    /// A PNG of one pixel with the given chunks after the first.
    static func png(_ chunks: [[UInt8]] = []) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]) + chunks.flatMap(\.self)
            + chunk("IDAT", [0x78, 0x9C, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01]) + chunk("IEND", [])
    }

    static func text(_ packet: String) -> [UInt8] { text(Array(packet.utf8)) }

    static func text(_ packet: [UInt8]) -> [UInt8] {
        chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet)
    }

    /// The same, compressed.
    static func packedText(_ packet: String) -> [UInt8] {
        chunk("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + packed(Array(packet.utf8)))
    }

    /// Written as by programs that do not know the newer kind of chunk.
    static func packedOldText(_ packet: String) -> [UInt8] {
        chunk("zTXt", Array("XML:com.adobe.xmp\0\0".utf8) + packed(Array(packet.utf8)))
    }

    /// A zlib stream that stores these bytes uncompressed.
    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        let sums = bytes.reduce(into: (first: UInt32(1), second: UInt32(0))) { sums, byte in
            sums.first = (sums.first + UInt32(byte)) % 65_521
            sums.second = (sums.second + sums.first) % 65_521
        }
        return [0x78, 0x01, 0x01] + count.bigEndianBytes.reversed() + (~count).bigEndianBytes.reversed()
            + bytes
            + (sums.second << 16 | sums.first).bigEndianBytes
    }

    static func packetSegment(_ packet: [UInt8]) -> [UInt8] { segment(0xE1, packetHeader + packet) }

    static func part(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + UInt32(data.count).littleEndianBytes + data + (data.count % 2 == 1 ? [0] : [])
    }

    static func webP(_ parts: [[UInt8]]) -> [UInt8] {
        let content = Array("WEBP".utf8) + parts.flatMap(\.self)
        return Array("RIFF".utf8) + UInt32(content.count).littleEndianBytes + content
    }

    /// 301 by 200 pixels.
    static let lossy = part("VP8 ", [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0x2D, 0x41, 0xC8, 0x80, 1, 2, 3])
    /// 3 by 2 pixels, some transparent.
    static let lossless = part("VP8L", [0x2F, 0x02, 0x40, 0x00, 0x10, 7])

    /// The start of JUMBF boxes in an APP11 segment, where C2PA stores its manifest.
    static func boxes(kind: String) -> [UInt8] {
        Array("JP".utf8) + [0, 1, 0, 0, 0, 1] + [0, 0, 0, 60] + Array("jumb".utf8)
            + [0, 0, 0, 30] + Array("jumd\(kind)".utf8)
            + [0, 0x11, 0, 0x10, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71, 3] + Array("\(kind)\0".utf8)
    }

    /// A file of each kind with Content Credentials, in the places of the C2PA specification.
    static let signed: [[UInt8]] = [
        jpeg([segment(0xE0, Array("JFIF\0abcdefghi".utf8)), segment(0xEB, boxes(kind: "c2pa"))]),
        png([chunk("caBX", Array(boxes(kind: "c2pa")[8...]))]),
        webP([part("VP8X", [0, 0, 0, 0, 2, 0, 0, 1, 0, 0]), lossless, part("C2PA", [0, 0, 0, 8])]),
    ]

    static let svg =
        "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' width='3' height='2'><g/></svg>"

    /// The metadata of a picture before the credit.
    static let packet = """
        <?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>
        <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
        <rdf:Description rdf:about='uuid:1' xmlns:dc='http://purl.org/dc/elements/1.1/' dc:source='elsewhere'
         xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Make='Camera'>
        <dc:creator><rdf:Seq><rdf:li>Somebody else</rdf:li></rdf:Seq></dc:creator>
        <dc:subject><rdf:Bag><rdf:li>owls &amp; herons</rdf:li></rdf:Bag></dc:subject>
        </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>
        """
}
