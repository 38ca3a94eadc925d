internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

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
