import ForageCore
import Platform
import TestPlaces
import TestWording
import Testing

@testable import ForageDownloads

@Suite("Embedding the credit in a picture")
struct CreditEmbeddingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The changed file, or the reason why it was left unchanged.
    private func embed(
        _ bytes: [UInt8], title: String = "Barn owl", creator: String = "Ada Ashdown"
    ) async throws -> (bytes: [UInt8]?, reason: String?) {
        try folder.write(bytes, to: "came")
        guard case .known(let type) = FileType.find(bytes, isWhole: true) else { return (nil, "no picture") }
        let item = try Item.sample(title: title, creator: creator)
        let file = WholeFile(path: folder.path + "/came", type: type, item: item, selection: .usual)
        LocalFile.remove(folder.path + "/made")
        let result = try await CreditEmbedding().finish(file, into: folder.path + "/made")
        #expect((try? LocalFile(folder.path + "/came", upTo: 1 << 26).bytes) == bytes)
        if case .left(let reason) = result { return (nil, reason) }
        return (try? LocalFile(folder.path + "/made", upTo: 1 << 26).bytes, nil)
    }

    /// The XMP packet of a file; nil unless there is exactly one well-formed packet.
    private func xmp(in bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "<x:xmpmeta", omittingEmptySubsequences: false)
        guard parts.count == 2, let end = parts[1].firstRange(of: "</x:xmpmeta>") else { return nil }
        return "<x:xmpmeta" + parts[1][..<end.upperBound]
    }

    private static let statements = [
        "<dc:creator><rdf:Seq><rdf:li>Ada Ashdown</rdf:li></rdf:Seq></dc:creator>",
        "<dc:rights><rdf:Alt><rdf:li xml:lang=\"x-default\">CC BY 4.0</rdf:li></rdf:Alt></dc:rights>",
        "<xmpRights:WebStatement>https://licences.example/by</xmpRights:WebStatement>",
        "<cc:license rdf:resource=\"https://licences.example/by\"/>",
        "<dc:source>https://pictures.example/owl</dc:source>",
        "<photoshop:Credit>&#34;Barn owl&#34; by Ada Ashdown, from Pictures (CC BY 4.0). ",
    ]

    private static let plain: [[UInt8]] = [
        SamplePictures.jpeg(), SamplePictures.png(), SamplePictures.webP([SamplePictures.lossy]),
        SamplePictures.webP([SamplePictures.lossless]),
    ]

    @Test(
        "the packet contains the creator, the rights, the licence's address and the source", arguments: plain)
    func statements(bytes: [UInt8]) async throws {
        let (made, reason) = try await embed(bytes)
        let packet = try #require(made.flatMap(xmp), "\(reason ?? "")")
        for statement in Self.statements { #expect(packet.contains(statement)) }
    }

    @Test("every other byte of a JPEG stays, and the packet follows the segments readers expect first")
    func jpeg() async throws {
        let exif = SamplePictures.segment(0xE1, Array("Exif\0\0II".utf8))
        let jfif = SamplePictures.segment(0xE0, Array("JFIF\0abcdefghi".utf8))
        let icc = SamplePictures.segment(0xE2, Array("ICC_PROFILE\0".utf8))
        let bytes = SamplePictures.jpeg([jfif, exif, icc])
        let made = try #require(try await embed(bytes).bytes)
        let place = 2 + jfif.count + exif.count
        #expect(made[..<place] == bytes[..<place])
        #expect(made[place..<place + 2] == [0xFF, 0xE1])
        let length = Int(made[place + 2]) << 8 | Int(made[place + 3])
        #expect(made[(place + 4)...].starts(with: SamplePictures.packetHeader))
        #expect(Array(made[(place + 2 + length)...]) == Array(bytes[place...]))
    }

    @Test("a file with Content Credentials stays unchanged", arguments: SamplePictures.signed)
    func signed(bytes: [UInt8]) async throws {
        let (made, reason) = try await embed(bytes)
        #expect(made == nil)
        #expect(reason?.hasSuffix(EmbeddingError.signed.reason) == true)
    }

    @Test("a JPEG with other JUMBF data than Content Credentials gets a credit")
    func unsigned() async throws {
        let other = SamplePictures.segment(0xEB, SamplePictures.boxes(kind: "json"))
        #expect(try await embed(SamplePictures.jpeg([other])).bytes != nil)
    }

    @Test(
        "data after the end of a JPEG, such as a film, does not prevent embedding",
        arguments: [1, 65_534, 65_535, 65_536, 200_000])
    func film(byteCount: Int) async throws {
        let bytes = SamplePictures.jpeg() + Array(repeating: 7, count: byteCount)
        let made = try #require(try await embed(bytes).bytes)
        #expect(xmp(in: made) != nil)
        #expect(made.suffix(byteCount + 16) == bytes.suffix(byteCount + 16))
    }

    @Test("every other byte of a PNG stays, and the new chunk's checksum is correct")
    func png() async throws {
        let bytes = SamplePictures.png()
        let made = try #require(try await embed(bytes).bytes)
        #expect(made[..<33] == bytes[..<33])
        let length = made[33..<37].reduce(0) { $0 << 8 | Int($1) }
        let end = 33 + 12 + length
        #expect(CRC32.of(Array(made[37..<end - 4])).bigEndianBytes == Array(made[end - 4..<end]))
        #expect(Array(made[end...]) == Array(bytes[33...]))
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test(
        "a simple WebP file gets the extended header, with its own size",
        arguments: [
            (SamplePictures.lossy, [0x04, 0, 0, 0, 0x2C, 0x01, 0, 0xC7, 0, 0] as [UInt8]),
            (SamplePictures.lossless, [0x14, 0, 0, 0, 2, 0, 0, 1, 0, 0]),
        ])
    func simpleWebP(part: [UInt8], header: [UInt8]) async throws {
        let made = try #require(try await embed(SamplePictures.webP([part])).bytes)
        #expect(Array(made[12..<30]) == SamplePictures.part("VP8X", header))
        #expect(Array(made[30..<30 + part.count]) == part)
        #expect(made[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == made.count - 8)
        #expect(made[(30 + part.count)...].starts(with: Array("XMP ".utf8)))
    }

    @Test("an extended WebP file keeps its other parts")
    func extendedWebP() async throws {
        let header = SamplePictures.part("VP8X", [0x10, 0, 0, 0, 2, 0, 0, 1, 0, 0])
        let old = SamplePictures.part("XMP ", Array(SamplePictures.packet.utf8))
        let exif = SamplePictures.part("EXIF", [1, 2, 3])
        let made = try #require(
            try await embed(SamplePictures.webP([header, SamplePictures.lossless, old, exif])).bytes)
        #expect(made[20] == 0x14)
        #expect(xmp(in: made)?.contains("owls &amp; herons") == true)
        #expect(made.count % 2 == 0)
        #expect(made[(30 + SamplePictures.lossless.count)...].starts(with: exif))
    }

    @Test(
        "existing metadata is kept, except for what the credit states",
        arguments: [
            SamplePictures.jpeg([SamplePictures.packetSegment(Array(SamplePictures.packet.utf8))]),
            SamplePictures.png([SamplePictures.text(SamplePictures.packet)]),
            SamplePictures.png([SamplePictures.packedText(SamplePictures.packet)]),
            SamplePictures.png([SamplePictures.packedOldText(SamplePictures.packet)]),
        ])
    func merged(bytes: [UInt8]) async throws {
        let made = try #require(try await embed(bytes).bytes)
        let packet = try #require(xmp(in: made))
        #expect(packet.contains("owls &amp; herons") && packet.contains("tiff:Make='Camera'"))
        #expect(!packet.contains("Somebody else") && !packet.contains("elsewhere"))
        #expect(packet.contains("rdf:about=\"uuid:1\""))
        for statement in Self.statements { #expect(packet.contains(statement)) }
        // A second run changes nothing.
        #expect(try await embed(made).bytes == made)
    }

    @Test("a packet too long for one JPEG segment continues in further segments")
    func extended() async throws {
        let filling = (0..<590).map { "<rdf:li>\($0) \(String(repeating: "owl ", count: 22))</rdf:li>" }
            .joined()
        let old = SamplePictures.packet.replacing("<rdf:li>owls &amp; herons</rdf:li>", with: filling)
        let payload = SamplePictures.packetHeader + Array(old.utf8)
        try #require(payload.count < 65_500 && payload.count > 64_500)
        let made = try #require(
            try await embed(SamplePictures.jpeg([SamplePictures.segment(0xE1, payload)])).bytes)
        let text = String(decoding: made, as: UTF8.self)
        let name = try #require(
            text.firstMatch(of: /<xmpNote:HasExtendedXMP>([0-9A-F]{32})<\/xmpNote:HasExtendedXMP>/))
        #expect(text.contains("http://ns.adobe.com/xmp/extension/\0" + name.1))
        #expect(text.contains("Ada Ashdown") && !text.contains("Somebody else") && text.contains("589 owl"))
        let again = try await embed(made)
        #expect(again.bytes != nil, "\(again.reason ?? "")")
    }

    private struct Broken {
        let bytes: [UInt8]
        let words: String

        init(_ bytes: [UInt8], _ words: String) {
            self.bytes = bytes
            self.words = words
        }

        init(_ text: String, _ words: String) { self.init(Array(text.utf8), words) }
    }

    private static let broken: [Broken] = [
        Broken("GIF89a\u{1}\0\u{1}\0\0\0\0;", "gif"),
        Broken(
            SamplePictures.png([SamplePictures.chunk("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0x".utf8))]),
            Wording.Downloads.invalidStructure),
        Broken(SamplePictures.webP([SamplePictures.lossy]).dropLast(4), Wording.Downloads.tooEarly),
        Broken(SamplePictures.png().dropLast(3), Wording.Downloads.tooEarly),
        Broken(SamplePictures.jpeg().dropLast(2), Wording.Downloads.tooEarly),
        Broken(
            SamplePictures.jpeg().dropLast(2) + Array(repeating: 0xFF, count: 200_000),
            Wording.Downloads.tooEarly),
        Broken(
            SamplePictures.png([SamplePictures.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0x".utf8))]),
            "structure"),
        Broken(SamplePictures.svg, "svg"),
        Broken(
            SamplePictures.jpeg([
                SamplePictures.segment(0xE2, Array("MPF\0".utf8)),
                SamplePictures.segment(0xE1, SamplePictures.packetHeader),
            ]), "several pictures"),
    ]

    @Test(
        "unsupported kinds and malformed files are left unchanged",
        arguments: broken)
    private func refused(file: Broken) async throws {
        let (made, reason) = try await embed(file.bytes)
        #expect(made == nil)
        #expect(reason?.contains(file.words) == true, "\(reason ?? "it was made")")
    }

    @Test(
        "a truncated or changed file is either left alone or gets the credit, and grows by no more",
        arguments: plain)
    func hostile(bytes: [UInt8]) async throws {
        var chance = SystemRandomNumberGenerator()
        var files = (0..<bytes.count).map { Array(bytes[..<$0]) }
        for place in bytes.indices {
            var file = bytes
            file[place] = UInt8.random(in: 0...255, using: &chance)
            files.append(file)
        }
        var madeCount = 0
        for file in files {
            guard let made = try await embed(file).bytes else { continue }
            #expect(made.count > file.count && made.count < file.count + 8_192)
            #expect(xmp(in: made) != nil)
            madeCount += 1
        }
        #expect(madeCount > 0)
    }
}
