import ForageCore
import TestPlaces
import TestWording
import Testing

@testable import ForageDownloads

@Suite("Merging the credit into existing XMP metadata")
struct XMPDocumentTests {
    private let credit: CreditPacket

    init() throws { credit = CreditPacket(try .sample(title: "Barn owl")) }

    /// The packet with the credit, without the line breaks between elements.
    private func merged(_ packet: String) throws -> String {
        let document = try XMPDocument(ofPacket: Array(packet.utf8), without: credit.names)
        return try #require(document).adding(credit)
    }

    /// The usual packet, with some words replaced.
    private static func packet(_ changes: KeyValuePairs<String, String>) -> String {
        changes.reduce(SamplePictures.packet) { $0.replacing($1.key, with: $1.value) }
    }

    @Test(
        "names are compared by their namespaces, whatever their prefixes",
        arguments: [
            packet([:]),
            packet(["dc:": "core:", ":dc": ":core"]),
            packet(["rdf:": "r:", ":rdf": ":r"]),
            packet([
                "<rdf:": "<", "</rdf:": "</",
                "xmlns:rdf='http": "xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http",
                "rdf:about": "r:about",
            ]),
            packet([
                "<dc:creator>": "<creator xmlns='http://purl.org/dc/elements/1.1/'>",
                "</dc:creator>": "</creator>",
            ]),
        ])
    func prefixes(packet: String) throws {
        let merged = try merged(packet)
        #expect(merged.contains("owls &amp; herons") && merged.contains("tiff:Make='Camera'"))
        #expect(!merged.contains("Somebody else") && !merged.contains("elsewhere"))
        #expect(merged.contains("<rdf:Description rdf:about=\"uuid:1\" xmlns:cc="))
        #expect(merged.contains("<rdf:li>Ada Ashdown</rdf:li>"))
        #expect(try self.merged(merged) == merged)
    }

    @Test(
        "the credit replaces its statements in every vocabulary, and everything else stays",
        arguments: [
            (
                "xmlns:xapRights='http://ns.adobe.com/xap/1.0/rights/' xapRights:Marked='True'",
                "<xapRights:UsageTerms>none</xapRights:UsageTerms>", "xapRights:Marked='True'"
            ),
            (
                "xmlns:cc='http://web.resource.org/cc/' cc:morePermissions='more'",
                "<cc:license rdf:resource='none'/>", "cc:morePermissions='more'"
            ),
        ])
    func vocabularies(attributes: String, statement: String, kept: String) throws {
        let merged = try merged(
            Self.packet([
                "tiff:Make": attributes + " tiff:Make", "<dc:subject>": statement + "<?keep it?><dc:subject>",
            ]))
        #expect(merged.contains(kept) && merged.contains("<?keep it?>") && !merged.contains("none"))
    }

    @Test("an empty list gets the statements of the credit, and quoted names survive")
    func empty() throws {
        let list = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
        let credit = credit.description()
        #expect(try merged("<x>\(list)/></x>") == "<x>\(list)>\(credit)</rdf:RDF></x>")
        let named = "<rdf:Description rdf:about='a\"b' rdf:nodeID='c'/>"
        #expect(try merged("\(list)>\(named)</rdf:RDF>").contains("rdf:about=\"a&#34;b\" xmlns"))
    }

    private static let unknown: [[UInt8]] =
        [
            "", "no XML", "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF>",
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>",
            "<a>&unknown;</a>", "<a b=c/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
            packet(["xmlns:dc=": "xmlns:core="]), packet(["xmlns:tiff=": "xmlns:core="]),
            packet(["purl.org/dc": "purl.org&#x2F;dc"]), String(SamplePictures.packet.dropLast(60)),
        ].map { Array($0.utf8) } + [
            SamplePictures.packet.unicodeScalars.map { $0 == "&" ? 0xE9 : UInt8($0.value) },
            SamplePictures.packet.utf16.flatMap { $0.littleEndianBytes },
            [0xFF, 0xFE] + SamplePictures.packet.utf16.flatMap { $0.littleEndianBytes },
        ]

    private func reason(_ file: [UInt8], _ patch: (PictureFile, CreditPacket) throws -> BytePatch) throws
        -> String
    {
        let folder = try TemporaryFolder()
        try folder.write(file, to: "file")
        let refusal = #expect(throws: EmbeddingError.self) {
            try patch(PictureFile(folder.path + "/file"), credit)
        }
        return refusal?.reason ?? ""
    }

    @Test("a file with an XMP packet that is not understood is left unchanged", arguments: unknown)
    private func lost(packet: [UInt8]) throws {
        let words = "the file's metadata cannot be parsed"
        #expect(
            try reason(SamplePictures.jpeg([SamplePictures.packetSegment(packet)]), JPEGCredit.patch)
                == words)
        #expect(try reason(SamplePictures.png([SamplePictures.text(packet)]), PNGCredit.patch) == words)
        let part = SamplePictures.part("XMP ", packet)
        #expect(try reason(SamplePictures.webP([SamplePictures.lossy, part]), WebPCredit.patch) == words)
    }

    @Test("a file with several XMP packets is left unchanged")
    func several() throws {
        let packet = Array(SamplePictures.packet.utf8)
        let segments = Array(repeating: SamplePictures.packetSegment(packet), count: 2)
        #expect(
            try reason(SamplePictures.jpeg(segments), JPEGCredit.patch).contains(
                Wording.Downloads.severalPlaces))
        let chunks = Array(repeating: SamplePictures.text(packet), count: 2)
        #expect(
            try reason(SamplePictures.png(chunks), PNGCredit.patch).contains(Wording.Downloads.severalPlaces))
        let parts = [SamplePictures.lossy] + Array(repeating: SamplePictures.part("XMP ", packet), count: 2)
        #expect(
            try reason(SamplePictures.webP(parts), WebPCredit.patch).contains(Wording.Downloads.severalPlaces)
        )
    }
}
