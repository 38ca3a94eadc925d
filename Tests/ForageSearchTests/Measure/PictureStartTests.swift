import ForageCore
import ForageSearch
import Testing

@Suite("Sizes in picture headers")
struct PictureStartTests {
    private static func bytes(_ text: String) -> [UInt8] {
        text.split(separator: " ").flatMap { word in
            word.first == "'" ? Array(word.dropFirst().utf8) : [UInt8(word, radix: 16) ?? 0]
        }
    }

    @Test(
        "the size is read from the first bytes",
        arguments: [
            ("89 'PNG 0D 0A 1A 0A 00 00 00 0D 'IHDR 00 00 02 80 00 00 01 E0", 640, 480),
            ("'GIF89a 80 02 E0 01", 640, 480), ("'GIF87a 01 00 01 00", 1, 1),
            ("FF D8 FF E0 00 04 00 00 FF C0 00 11 08 01 E0 02 80", 640, 480),
            ("FF D8 FF FF E1 00 02 FF C2 00 11 08 01 E0 02 80", 640, 480),
            ("'BM 00 00 00 00 00 00 00 00 00 00 00 00 28 00 00 00 80 02 00 00 E0 01 00 00", 640, 480),
            ("'BM 00 00 00 00 00 00 00 00 00 00 00 00 28 00 00 00 80 02 00 00 20 FE FF FF", 640, 480),
            ("'RIFF 00 00 00 00 'WEBP 'VP8 20 00 00 00 00 00 00 00 9D 01 2A 80 02 E0 01", 640, 480),
            ("'RIFF 00 00 00 00 'WEBP 'VP8L 00 00 00 00 2F 7F C2 77 00", 640, 480),
            ("'RIFF 00 00 00 00 'WEBP 'VP8X 00 00 00 00 00 00 00 00 7F 02 00 DF 01 00", 640, 480),
            ("00 00 00 14 'ftypavif 00 00 'ispe 00 00 00 00 00 00 02 80 00 00 01 E0", 640, 480),
            (
                "00 00 00 1C 'ftypmif1 00 00 00 00 'mif1 'avif 'miaf 00 00 00 14 'ispe 00 00 00 00 "
                    + "00 00 02 80 00 00 01 E0", 640, 480
            ),
        ])
    func rasters(start: String, width: Int, height: Int) throws {
        let size = try #require(PixelSize(width: width, height: height))
        #expect(PictureStart.read(Self.bytes(start), isWhole: false) == .size(size))
        for count in 0..<Self.bytes(start).count {
            let finding = PictureStart.read(Array(Self.bytes(start).prefix(count)), isWhole: false)
            if case .size = finding { Issue.record("a size of \(count) bytes") }
        }
    }

    @Test(
        "more bytes are required if the size comes later",
        arguments: ["89 'PNG 0D 0A", "FF D8 FF E1 FF FF 00", "'<svg 20", "'< 'sv", "", "1F 8B 08"])
    func more(start: String) {
        #expect(PictureStart.read(Self.bytes(start), isWhole: false) == .needsMore)
        guard case .unmeasurable = PictureStart.read(Self.bytes(start), isWhole: true) else {
            Issue.record("measured without a size")
            return
        }
    }

    @Test("a generic container is AVIF only if its brands say so")
    func otherBrands() {
        let start =
            "00 00 00 18 'ftypmif1 00 00 00 00 'mif1 'heic 'avif 'ispe 00 00 00 00 00 00 02 80 00 00 01 E0"
        guard case .unmeasurable = PictureStart.read(Self.bytes(start), isWhole: true) else {
            Issue.record("the bytes after the brands were taken for a brand")
            return
        }
    }

    @Test(
        "a header without a size is reported",
        arguments: ["'<html>", "'{null}", "'<svg/>", "'<svg 20 'width='0' 3E"])
    func nothing(start: String) {
        guard case .unmeasurable = PictureStart.read(Self.bytes(start), isWhole: false) else {
            Issue.record("measured without a size")
            return
        }
    }
}
