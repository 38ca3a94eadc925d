import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageDownloads

@Suite("Rights that pictures state")
struct EmbeddedRightsTests {
    private func rights(_ bytes: [UInt8], _ name: String = "a.jpg") throws -> EmbeddedRights {
        let folder = try TemporaryFolder()
        return EmbeddedRights(ofFile: try folder.write(bytes, to: name))
    }

    private func jpeg(_ segments: [(UInt8, [UInt8])]) -> [UInt8] {
        [0xFF, 0xD8]
            + segments.flatMap { [0xFF, $0] + UInt16($1.count + 2).bigEndianBytes + $1 } + [
                0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9,
            ]
    }

    private func xmp(_ content: String, attributes: String = "") -> (UInt8, [UInt8]) {
        let spaces =
            CreditPacket.namespaces.map { "xmlns:\($0.key)=\"\($0.value)\"" }.joined(separator: " ")
            + " xmlns:Iptc4xmpCore=\"http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/\""
        let text =
            "<?xpacket begin='' id='x'?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF \(spaces)>"
            + "<rdf:Description rdf:about=\"\" \(attributes)>\(content)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>"
        return (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8))
    }

    @Test("XMP, with lists, languages, attributes and references")
    func packet() throws {
        let rights = try rights(
            jpeg([
                xmp(
                    """
                    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Owl &amp; mouse&#33;</rdf:li><rdf:li xml:lang="de">Eule</rdf:li></rdf:Alt></dc:title>
                    <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator>
                    <cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/>
                    <Iptc4xmpCore:AltTextAccessibility>An owl</Iptc4xmpCore:AltTextAccessibility>
                    """, attributes: "photoshop:Source=\"Archive\" dc:source=\"https://a.example/1\"")
            ]))
        #expect(rights.title == "Owl & mouse!" && rights.creator == "Ada" && rights.alt == "An owl")
        #expect(rights.licence == "https://creativecommons.org/licenses/by/4.0/")
        #expect(rights.source == "Archive" && rights.page == "https://a.example/1")
    }

    @Test(
        "the metadata of a drawing, in both namespaces of Creative Commons",
        arguments: ["http://creativecommons.org/ns#", "http://web.resource.org/cc/"])
    func drawing(commons: String) throws {
        let text = """
            <?xml version="1.0"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:dc="http://purl.org/dc/elements/1.1/"
               xmlns:cc="\(commons)" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <title>Not this</title><metadata><rdf:RDF><cc:Work rdf:about=""><dc:title></dc:title>
            <dc:creator><cc:Agent><dc:title>Ada &amp; Eve</dc:title></cc:Agent></dc:creator>
            <cc:license rdf:resource="https://creativecommons.org/licenses/by-sa/4.0/" /></cc:Work>
            <cc:License rdf:about="https://creativecommons.org/licenses/by-sa/4.0/">
            <cc:permits rdf:resource="http://creativecommons.org/ns#Reproduction" /></cc:License></rdf:RDF></metadata>
            <path d="M 0 0"/></svg>
            """
        let rights = try rights(Array(text.utf8), "a.svg")
        #expect(rights.creator == "Ada & Eve" && rights.title == nil)
        #expect(rights.licence == "https://creativecommons.org/licenses/by-sa/4.0/")
        #expect(try self.rights(Array(text.utf8.prefix(500)), "b.svg").isEmpty)
    }

    @Test("EXIF in both byte orders", arguments: [true, false])
    func exif(isBigEndian: Bool) throws {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        let texts = [(0x013B, "Ada Ashdown\0"), (0x8298, "(c) 2020 Ada\0Editor\0")]
        var (entries, data, offset): ([UInt8], [UInt8], Int) = ([], [], 8 + 2 + 24 + 4)
        for (tag, text) in texts {
            entries += number(tag, 2) + number(2, 2) + number(text.utf8.count, 4) + number(offset, 4)
            data += text.utf8
            offset += text.utf8.count
        }
        let start = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        let directory = start + number(2, 2) + entries + number(0, 4) + data
        let rights = try rights(jpeg([(0xE1, Array("Exif\0\0".utf8) + directory)]))
        #expect(rights.creator == "Ada Ashdown" && rights.notice == "(c) 2020 Ada" && rights.licence == nil)
        for length in 0..<directory.count {
            _ = try self.rights(jpeg([(0xE1, Array("Exif\0\0".utf8) + directory.prefix(length))]))
        }
    }

    @Test("IPTC, in UTF-8 and Latin-1")
    func iptc() throws {
        func set(_ number: UInt8, _ text: [UInt8]) -> [UInt8] {
            [0x1C, 2, number] + UInt16(text.count).bigEndianBytes + text
        }
        let block =
            set(5, Array("Café".utf8)) + set(80, [0x52, 0xE9, 0x6D, 0x69])
            + set(116, Array("All rights".utf8))
        let resource = Array("8BIM".utf8) + [4, 4, 0, 0] + UInt32(block.count).bigEndianBytes + block
        let rights = try rights(jpeg([(0xED, Array("Photoshop 3.0\0".utf8) + resource)]))
        #expect(rights.title == "Café" && rights.creator == "Rémi" && rights.notice == "All rights")
    }

    @Test(
        "files without metadata, damaged files and other files state nothing",
        arguments: ["", "x", "\u{FF}\u{D8}", "GIF89a"])
    func nothing(text: String) throws {
        #expect(try rights(Array(text.utf8)).isEmpty)
        #expect(try rights([0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF]).isEmpty)
        #expect(EmbeddedRights(ofFile: "/nowhere.jpg").isEmpty)
    }
}
