internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Puts the credit into pictures as an XMP packet, and leaves every byte of the picture itself as it came.
package struct CreditEmbedding: FinishingStep {
    static let usualMark = "credited"
    package let mark = usualMark

    package init() {}

    package func finish(
        _ file: WholeFile, into path: String
    ) async throws(DownloadError) -> FinishingResult {
        let picture = try PictureFile(file.path)
        let splice: Splice
        do throws(EmbeddingError) {
            splice = try Self.splice(of: picture, file.type, CreditPacket(file.item))
        } catch {
            return .left(because: "the credit is beside it and not in it: \(error.reason)")
        }
        try await splice.write(picture, to: path)
        return .made
    }

    private static func splice(
        of picture: PictureFile, _ type: FileType, _ packet: CreditPacket
    ) throws(EmbeddingError) -> Splice {
        switch type.fileExtension {
        case "jpg": try JPEGCredit.splice(picture, packet)
        case "png": try PNGCredit.splice(picture, packet)
        case "webp": try WebPCredit.splice(picture, packet)
        case "svg": try SVGCredit.splice(picture, packet)
        default: throw EmbeddingError("that cannot be done with \(type.fileExtension) files")
        }
    }
}

/// Why a credit is not put into a file, which then stays as it is.
struct EmbeddingError: Error, Hashable, Sendable {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let cutOff = EmbeddingError("the file ends too early")
    static let tooManyParts = EmbeddingError("the file has too many parts")
    static let notBuiltAsItShouldBe = EmbeddingError("its parts are not as they should be")
    static let severalPackets = EmbeddingError("what the file says of itself stands in several places")
    static let tooLong = EmbeddingError("what the file says of itself is too long")
    /// A signed C2PA manifest covers the file's bytes, so any change makes it invalid.
    static let signed = EmbeddingError("a change would make the file's Content Credentials invalid")
}

extension [Range<Int>] {
    /// Where the only packet of a file is, if it has one.
    func onlyOne() throws(EmbeddingError) -> Range<Int>? {
        guard count < 2 else { throw .severalPackets }
        return first
    }
}

/// Another file made of one: everything as it is, but for a few places.
struct Splice: Hashable, Sendable {
    private var edits: [Edit] = []

    private struct Edit: Hashable, Comparable {
        let range: Range<Int>
        let bytes: [UInt8]

        /// What is inserted stands in front of what is left out at the same place.
        static func < (one: Edit, other: Edit) -> Bool {
            (one.range.lowerBound, one.range.upperBound) < (other.range.lowerBound, other.range.upperBound)
        }
    }

    /// Puts bytes in the place of others; places do not overlap.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        edits.append(Edit(range: range, bytes: bytes))
    }

    mutating func insert(_ bytes: [UInt8], at place: Int) { replace(place..<place, with: bytes) }

    mutating func remove(_ range: Range<Int>) { replace(range, with: []) }

    /// By how much the other file is longer.
    var growth: Int { edits.reduce(0) { $0 + $1.bytes.count - $1.range.count } }

    private static let pieceByteCount = 256 * 1024

    /// Writes the other file.
    func write(_ file: PictureFile, to path: String) async throws(DownloadError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw DownloadError(FileError.unwritable(path, .system(errno))) }
        defer { close(descriptor) }
        var place = 0
        for edit in edits.sorted() {
            try copy(place..<edit.range.lowerBound, of: file, to: descriptor, path)
            guard Descriptor.write(edit.bytes, to: descriptor) else {
                throw DownloadError(FileError.unwritable(path, .system(errno)))
            }
            place = edit.range.upperBound
        }
        try copy(place..<file.byteCount, of: file, to: descriptor, path)
    }

    private func copy(
        _ range: Range<Int>, of file: PictureFile, to descriptor: CInt, _ path: String
    ) throws(DownloadError) {
        var place = range.lowerBound
        while place < range.upperBound {
            guard !Task.isCancelled else { throw .cancelled }
            let end = min(place + Self.pieceByteCount, range.upperBound)
            guard let bytes = file.some(place..<end), Descriptor.write(bytes, to: descriptor) else {
                throw DownloadError(FileError.unwritable(path, .system(errno)))
            }
            place += bytes.count
        }
    }
}
