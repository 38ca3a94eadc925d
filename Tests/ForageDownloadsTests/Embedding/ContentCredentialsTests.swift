import Platform
import TestPlaces
import Testing

@testable import ForageDownloads

@Suite("Content Credentials in files")
struct ContentCredentialsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let jumbf =
        Array("JP".utf8) + [0, 1, 0, 0, 0, 1, 0, 0, 0, 40] + Array("jumb".utf8) + [0, 0, 0, 30]
        + Array("jumdc2pa".utf8)
        + [0, 0x11, 0, 0x10, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71, 3, 0]

    private static func jpeg(_ segment: [UInt8]) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xEB] + UInt16(segment.count + 2).bigEndianBytes + segment
            + [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9]
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + data
        return UInt32(data.count).bigEndianBytes + checked + CRC32.of(checked).bigEndianBytes
    }

    private static func png(_ chunk: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + self.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]) + chunk + self.chunk("IEND", [])
    }

    private static func webp(_ name: String) -> [UInt8] {
        let first = Array("VP8L".utf8) + UInt32(6).littleEndianBytes + [0x2F, 0, 0, 0, 0, 0]
        let body = Array("WEBP".utf8) + first + Array(name.utf8) + UInt32(2).littleEndianBytes + [1, 2]
        return Array("RIFF".utf8) + UInt32(body.count).littleEndianBytes + body
    }

    private static func boxes(_ kind: [UInt8]) -> [UInt8] {
        UInt32(20).bigEndianBytes + Array("ftypavif".utf8) + [0, 0, 0, 0] + Array("avif".utf8)
            + UInt32(28).bigEndianBytes + Array("uuid".utf8) + kind + [1, 2, 3, 4]
    }

    private static func gif(_ name: String) -> [UInt8] {
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x21, 0xFF, 0x0B] + Array(name.utf8) + [
            1, 0, 0, 0, 0x3B,
        ]
    }

    private static let uuid: [UInt8] = [
        0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ]

    private static let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><metadata>"

    @Test(
        "a manifest is found in every format, and other data are none",
        arguments: [
            (jpeg(jumbf), true), (jpeg(Array("JP other data of the standard".utf8)), false),
            (png(chunk("caBX", [1, 2])), true), (png(chunk("tEXt", [1, 2])), false),
            (webp("C2PA"), true), (webp("EXIF"), false), (boxes(uuid), true), (boxes(uuid.reversed()), false),
            (gif("C2PA_GIF"), true), (gif("NETSCAPE"), false),
            (
                Array(
                    (drawing
                        + "<c2pa:manifest xmlns:c2pa='http://c2pa.org/manifest'>x</c2pa:manifest></metadata></svg>")
                        .utf8), true
            ),
            (Array((drawing + "</metadata></svg>").utf8), false), ([], false),
        ])
    func found(bytes: [UInt8], isSigned: Bool) throws {
        #expect(ContentCredentials.areIn(try folder.write(bytes, to: "picture")) == isSigned)
    }

    @Test("a file that was cut off anywhere is no reason to fail")
    func cutOff() throws {
        for bytes in [
            Self.jpeg(Self.jumbf), Self.png(Self.chunk("caBX", [1])), Self.webp("C2PA"),
            Self.boxes(Self.uuid),
        ] {
            for length in 0..<bytes.count {
                _ = ContentCredentials.areIn(try folder.write(bytes.prefix(length), to: "picture"))
            }
        }
        #expect(!ContentCredentials.areIn(folder.path + "/nowhere"))
    }
}
