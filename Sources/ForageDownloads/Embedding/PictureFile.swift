internal import ForageCore
internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A picture file with random access.
struct PictureFile {
    private let file: OpenFile

    init(_ path: String) throws(DownloadError) {
        do throws(FileError) {
            file = try OpenFile(path, followsLinks: false)
        } catch {
            throw .unfit(error.description)
        }
    }

    var byteCount: Int { file.byteCount }

    /// The bytes of a range, all of which must exist.
    func bytes(_ range: Range<Int>) throws(EmbeddingError) -> [UInt8] {
        guard range.upperBound <= byteCount, let bytes = some(range), bytes.count == range.count else {
            throw .cutOff
        }
        return bytes
    }

    /// The bytes of a range, as many as exist.
    func start(of range: Range<Int>) throws(EmbeddingError) -> [UInt8] {
        try bytes(range.clamped(to: 0..<byteCount))
    }

    /// As many bytes as the system returns at once; nil if it returns none.
    func some(_ range: Range<Int>) -> [UInt8]? {
        let bytes = try? file.read(from: range.lowerBound, upTo: range.count)
        return bytes?.isEmpty == true && !range.isEmpty ? nil : bytes
    }
}

extension PictureFile {
    /// Indicates whether the file contains the address of the page, as every embedded credit does, even after other
    /// programs rewrote it.
    func names(_ page: WebURL) -> Bool {
        // The characters after these may be escaped in several ways.
        let address = Array(page.text.prefix { !"&<>\"'".contains($0) }.utf8)
        return holds(address) || PNGCredit.texts(in: self).contains { $0.firstRange(of: address) != nil }
    }

    /// Indicates whether some bytes occur anywhere in the file.
    func holds(_ bytes: [UInt8]) -> Bool {
        var (seen, place): ([UInt8], Int) = ([], 0)
        while let piece = some(place..<place + Self.pieceByteCount) {
            seen += piece
            if seen.firstRange(of: bytes) != nil { return true }
            // They may extend across two pieces.
            seen = Array(seen.suffix(bytes.count - 1))
            place += piece.count
        }
        return false
    }

    private static let pieceByteCount = 256 * 1024
}

extension PictureFile {
    /// Indicates whether the file ends before the picture does, for the types in which credits are embedded. A picture
    /// without an end is cut off, whatever other faults it has.
    func isCutOff(as type: FileType) -> Bool {
        do throws(EmbeddingError) {
            switch type.fileExtension {
            case "jpg": try JPEGCredit.checkEnd(of: self)
            case "png": try PNGCredit.checkEnd(of: self)
            case "webp": try WebPCredit.checkEnd(of: self)
            default: break
            }
            return false
        } catch {
            return true
        }
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] {
        stride(from: bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}

extension Sequence<UInt8> {
    /// The number in the bytes, most significant byte first.
    var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}

/// Changes a few places of a file, and preserves every other byte.
struct BytePatch: Hashable, Sendable {
    private var edits: [Edit] = []

    private struct Edit: Hashable, Comparable {
        let range: Range<Int>
        let bytes: [UInt8]

        /// An insertion comes before a removal at the same place.
        static func < (one: Edit, other: Edit) -> Bool {
            (one.range.lowerBound, one.range.upperBound) < (other.range.lowerBound, other.range.upperBound)
        }
    }

    /// Replaces bytes. The places must not overlap.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        edits.append(Edit(range: range, bytes: bytes))
    }

    mutating func insert(_ bytes: [UInt8], at place: Int) { replace(place..<place, with: bytes) }

    mutating func remove(_ range: Range<Int>) { replace(range, with: []) }

    /// Removes the XMP packet of the file, if it has one.
    ///
    /// - Parameters:
    ///   - places: The places of all packets.
    ///   - read: Reads the text of a packet.
    /// - Returns: The text; nil for a file without a packet.
    /// - Throws: ``EmbeddingError`` if there are several packets or the packet is too long.
    mutating func removePacket(
        at places: [Range<Int>], reading read: (Range<Int>) throws(EmbeddingError) -> [UInt8]
    ) throws(EmbeddingError) -> [UInt8]? {
        guard places.count < 2 else { throw .severalPackets }
        guard let place = places.first else { return nil }
        guard place.count <= XMPDocument.greatestByteCount else { throw .tooLong }
        remove(place)
        return try read(place)
    }

    /// The number of bytes by which the new file is longer.
    var growth: Int { edits.reduce(0) { $0 + $1.bytes.count - $1.range.count } }

    private static let pieceByteCount = 256 * 1024

    /// Writes the new file.
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
