package import ForageCore
internal import ForageDownloads
internal import ForageSearch
package import Platform

/// The properties of a picture file's bytes.
package struct PictureFacts: Hashable, Sendable {
    /// The SHA-256, in hex.
    package let sha256: String
    /// The SHA-1, in hex, which some formats and services require; nil if it is unknown.
    package var sha1: String?
    package let byteCount: Int
    package var mediaType: String?
    package var size: PixelSize?
    package var look: PictureLook?
    package var blurHash: BlurHash?
    /// Indicates whether the file contains Content Credentials.
    package var hasManifest = false

    package init(sha256: String, byteCount: Int) {
        self.sha256 = sha256
        self.byteCount = byteCount
    }

    /// Reads a file.
    ///
    /// - Throws: ``Platform/FileError``, also for a link and for anything other than a file.
    package init(ofFile path: String) throws(FileError) {
        let file = try OpenFile(path, followsLinks: false)
        guard file.isOrdinary else { throw .unreadable(path, .isNoOrdinaryFile) }
        var (start, count): ([UInt8], Int) = ([], 0)
        guard var digest = try? RunningDigest() else {
            throw .unreadable(path, .system(ENOSYS))
        }
        var second = try? RunningDigest(.sha1)
        while true {
            let piece = try file.read(upTo: 256 * 1024)
            if piece.isEmpty { break }
            digest.add(piece)
            second?.add(piece)
            count += piece.count
            if start.count < PictureStart.greatestByteCount { start += piece }
        }
        self.init(sha256: digest.finish().hex, byteCount: count)
        sha1 = second?.finish().hex
        mediaType = FileType(ofFile: start)?.mediaType
        if case .size(let size) = PictureStart.read(start, isWhole: start.count == count) { self.size = size }
        hasManifest = ContentCredentials.areIn(path)
    }
}

extension UInt8 {
    /// Indicates whether it is a digit or a lower-case letter from a to f.
    var isHexDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
