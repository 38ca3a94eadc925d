internal import Platform

/// Content Credentials (C2PA): a signed manifest inside a picture, which any change of the file makes invalid.
package enum ContentCredentials {
    /// Indicates whether a file contains a manifest. A file that cannot be read, or whose structure is damaged, has
    /// none that could be preserved.
    package static func areIn(_ path: String) -> Bool {
        guard let file = try? PictureFile(path), let start = try? file.start(of: 0..<startByteCount) else {
            return false
        }
        guard let type = FileType(ofBeginning: start) else { return false }
        return switch type.fileExtension {
        case "jpg": (try? JPEGCredit.isSigned(file)) ?? false
        case "png": (try? PNGCredit.isSigned(file)) ?? false
        case "webp": (try? WebPCredit.isSigned(file)) ?? false
        case "gif": file.holds(gifMark)
        case "svg": file.holds(drawingMark)
        case "avif", "heic": hasBox(file)
        default: false
        }
    }

    /// The number of bytes from which the type is determined.
    private static let startByteCount = 64 * 1024
    /// The name of the application extension that holds a manifest in a GIF file, with its introduction.
    private static let gifMark = [0x21, 0xFF, 0x0B] + Array("C2PA_GIF".utf8)
    /// The namespace of the element that holds a manifest in an SVG drawing.
    private static let drawingMark = Array("http://c2pa.org/manifest".utf8)
    /// The kind of the box that holds a manifest in AVIF and HEIC files.
    private static let boxKind: [UInt8] = [
        0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ]
    private static let greatestBoxCount = 4_096

    private static func hasBox(_ file: PictureFile) -> Bool {
        var place = 0
        for _ in 0..<greatestBoxCount where place + 8 <= file.byteCount {
            guard let head = try? file.start(of: place..<place + 24), head.count >= 8 else { return false }
            if head[4..<8].elementsEqual("uuid".utf8), head[8...].elementsEqual(boxKind) { return true }
            var length = head[..<4].bigEndianNumber
            if length == 1 {
                guard head.count >= 16, head[8] & 0x80 == 0 else { return false }
                length = head[8..<16].bigEndianNumber
            }
            // A length of 0 means that the box extends to the end.
            guard length >= 8, length <= file.byteCount - place else { return false }
            place += length
        }
        return false
    }
}
