import Platform
import TestPlaces
import Testing

@testable import ForageDownloads

@Suite("Detecting truncated pictures")
struct PictureEndTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isCutOff(_ bytes: some Sequence<UInt8>, _ kind: String) throws -> Bool {
        try folder.write(bytes, to: "picture")
        let type = try #require(FileType(named: "picture." + kind))
        return try PictureFile(folder.path + "/picture").isCutOff(as: type)
    }

    private static let wholePictures: [(String, [UInt8])] = [
        ("jpg", SamplePictures.jpeg()), ("png", SamplePictures.png()),
        ("webp", SamplePictures.webP([SamplePictures.lossy])),
    ]

    @Test("a JPEG, PNG or WebP shows whether it is complete", arguments: wholePictures)
    func end(kind: String, bytes: [UInt8]) throws {
        #expect(try !isCutOff(bytes, kind))
        for count in bytes.count * 9 / 10..<bytes.count {
            #expect(try isCutOff(bytes.prefix(count), kind), "\(count) of \(bytes.count)")
        }
    }

    @Test("a PNG without its last chunk is truncated, whatever takes its place")
    func endless() throws {
        let bytes = SamplePictures.png().dropLast(12)
        #expect(try isCutOff(bytes, "png"))
        #expect(try isCutOff(bytes + [UInt8](repeating: 0, count: 13 << 20), "png"))
    }

    @Test("a malformed JPEG is complete if it ends with the end marker")
    func sloppyJPEG() throws {
        let small = SamplePictures.segment(0xE1, Array("Exif\0\0".utf8) + SamplePictures.jpeg())
        let bytes = SamplePictures.jpeg([small, [0x12, 0x34]]) + [0, 0]
        #expect(try !isCutOff(bytes, "jpg"))
        #expect(try isCutOff(bytes.dropLast(4) + [UInt8](repeating: 7, count: 100), "jpg"))
        #expect(try isCutOff([0xFF, 0xD8, 0xFF, 0x00] + [UInt8](repeating: 7, count: 500), "jpg"))
    }
}
