import ForageCore
import Testing

@testable import ForageMedia

@Suite("What a file is")
struct FileTypeTests {
    @Test(
        "is told by its first bytes",
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
        "is not a picture where it is a page, a text or nothing",
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

    @Test(
        "is waited for while it cannot be told", arguments: ["", "RIFF", "<?xml version=\"1.0\"?><!-- a lo"])
    func needsMore(text: String) {
        #expect(FileType.find(Array(text.utf8), isWhole: false) == .needsMore)
    }
}
