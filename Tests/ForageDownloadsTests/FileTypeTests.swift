import ForageCore
import TestPlaces
import Testing

@testable import ForageDownloads

@Suite("Detecting file types")
struct FileTypeTests {
    @Test(
        "the type is detected by the first bytes",
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47], "png"), ([0xFF, 0xD8, 0xFF], "jpg"), (Array("GIF89a".utf8), "gif"),
            (Array("RIFF....WEBPVP8 ".utf8), "webp"), ([0, 0, 0, 1] + Array("ftypavif".utf8), "avif"),
            ([0x49, 0x49, 0x2A, 0x00], "tiff"), ([0, 0, 1, 0], "ico"),
            ([0, 0, 0, 24] + Array("ftypmif1....mif1avif".utf8), "avif"),
            ([0, 0, 0, 1] + Array("ftypheic".utf8), "heic"),
            ([0, 0, 0, 24] + Array("ftypmif1....mif1heic".utf8), "heic"),
            ([0xFF, 0x0A], "jxl"),
            (Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>".utf8), "svg"),
            (
                Array(
                    "\u{FEFF}<?xml version=\"1.0\"?><!-- <svg> --><svg xmlns=\"http://www.w3.org/2000/svg\"/>"
                        .utf8), "svg"
            ),
        ] as [([UInt8], String)])
    func known(bytes: [UInt8], expected: String) {
        guard case .known(let type) = FileType.find(bytes, isWhole: true) else {
            Issue.record("not known")
            return
        }
        #expect(type.fileExtension == expected && FileType.extensions.contains(expected))
    }

    @Test(
        "films and sounds are detected by the first bytes, and are no pictures",
        arguments: [
            (Array("ID3\u{4}\0".utf8), "mp3"), ([0xFF, 0xFB, 0x90, 0x64], "mp3"),
            ([0xFF, 0xF1, 0x50], "aac"),
            (Array("fLaC\0".utf8), "flac"), (Array("RIFF....WAVEfmt ".utf8), "wav"),
            (Array("OggS....................vorbis".utf8), "ogg"), (Array("OggS....OpusHead".utf8), "opus"),
            (Array("OggS....\u{1}theora".utf8), "ogv"), ([0, 0, 0, 24] + Array("ftypisom".utf8), "mp4"),
            ([0, 0, 0, 24] + Array("ftypM4A ".utf8), "m4a"), ([0, 0, 0, 24] + Array("ftypqt  ".utf8), "mov"),
            ([0x1A, 0x45, 0xDF, 0xA3] + Array("....webm".utf8), "webm"),
            ([0x1A, 0x45, 0xDF, 0xA3] + Array("....matroska".utf8), "mkv"),
        ] as [([UInt8], String)])
    func medium(bytes: [UInt8], expected: String) {
        guard case .known(let type) = FileType.find(bytes, isWhole: true) else {
            Issue.record("not known")
            return
        }
        #expect(type.fileExtension == expected && !type.isPicture && !type.isConvertible)
        #expect(FileType(named: "owl.\(expected)") == type && FileType.endings.contains(".\(expected)"))
        #expect(FileType(ofFile: bytes) == nil && !FileType.isPictureName("owl.\(expected)"))
    }

    @Test(
        "pages, texts and empty files are not pictures",
        arguments: [
            "", "hello", "<!DOCTYPE html><p>", " \n<HTML>", "<p>x</p>", "{\"errors\": []}",
            "%PDF-1.7 0123456789",
        ])
    func unfit(text: String) {
        guard case .unfit = FileType.find(Array(text.utf8), isWhole: true) else {
            Issue.record("taken for a picture")
            return
        }
    }

    /// The first bytes of files, and the expected types.
    enum Beginning: String, CaseIterable, CustomTestStringConvertible {
        case drawing = "a drawing after a comment"
        case lateDrawing = "a drawing after a long comment"
        case tooLateDrawing = "a drawing after more than is read"
        case page = "a web page"
        case indentedDrawing = "a drawing after spaces"
        case avif = "AVIF"

        var testDescription: String { rawValue }

        var bytes: [UInt8] {
            switch self {
            case .drawing: Self.drawing(behind: 70_000)
            case .lateDrawing: Self.drawing(behind: 500_000)
            case .tooLateDrawing: Self.drawing(behind: 2_000_000)
            case .page: [UInt8](repeating: 0x20, count: 600) + Array("<html><p>x</p></html>".utf8)
            case .indentedDrawing: [UInt8](repeating: 0x20, count: 20) + Self.drawing(behind: 10)
            case .avif:
                [0, 0, 0, 24] + Array("ftypmif1....mif1avif".utf8) + [UInt8](repeating: 1, count: 3_000)
            }
        }

        var kind: String {
            switch self {
            case .drawing, .lateDrawing, .indentedDrawing: "svg"
            case .tooLateDrawing: "it exceeds a limit before its root element's tag ends: too many bytes"
            case .page: "a web page"
            case .avif: "avif"
            }
        }

        private static func drawing(behind count: Int) -> [UInt8] {
            Array(
                ("<!--" + String(repeating: "a", count: count)
                    + "--><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect/></svg>").utf8)
        }
    }

    // The bytes themselves are not the argument, because megabytes would be printed with each case.
    @Test(
        "the type is the same for all piece sizes",
        arguments: Beginning.allCases, [7, 16, 8_000, 128 * 1024, .max])
    func pieces(beginning: Beginning, count: Int) throws {
        let (bytes, expected) = (beginning.bytes, beginning.kind)
        let count = bytes.count > 100_000 ? max(count, 1_000) : count
        let folder = try TemporaryFolder()
        var part = try PartFile.open(folder.path + "/a")
        part.begin(
            PartRecord(
                key: FileKey(id: try #require(ItemID("a:b")), size: "full", format: nil),
                url: "https://a.example/", validator: nil, byteCount: bytes.count))
        var finding = FileType.Finding.needsMore
        var rest = bytes[...]
        while finding == .needsMore, !rest.isEmpty {
            try part.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
            finding = part.findType(isWhole: rest.isEmpty)
        }
        switch finding {
        case .known(let type): #expect(type.fileExtension == expected)
        case .unfit(let reason): #expect(reason.contains(expected))
        case .needsMore: Issue.record("nothing was found")
        }
    }

    @Test(
        "more bytes are requested while the type is unclear",
        arguments: ["", "RIFF", "<?xml version=\"1.0\"?><!-- a lo"])
    func needsMore(text: String) {
        #expect(FileType.find(Array(text.utf8), isWhole: false) == .needsMore)
    }
}
