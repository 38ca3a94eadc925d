internal import Files

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A picture on the disk, of which any place can be read.
struct PictureFile: ~Copyable {
    let byteCount: Int
    private let path: String
    private let descriptor: CInt

    init(_ path: String) throws(DownloadFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            throw DownloadFailure(CannotWriteFile(path, errno))
        }
        self.path = path
        self.descriptor = descriptor
        byteCount = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes of a place, all of which must be there.
    func bytes(_ range: Range<Int>) throws(EmbeddingRefusal) -> [UInt8] {
        guard range.upperBound <= byteCount, let bytes = some(range), bytes.count == range.count else {
            throw .cutOff
        }
        return bytes
    }

    /// The bytes of a place, as many as there are.
    func start(of range: Range<Int>) throws(EmbeddingRefusal) -> [UInt8] {
        try bytes(range.clamped(to: 0..<byteCount))
    }

    /// As many bytes as the system hands over at once; nil where it hands over none.
    func some(_ range: Range<Int>) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, written in
            repeat {
                count = pread(descriptor, buffer.baseAddress, range.count, off_t(range.lowerBound))
            } while count < 0 && errno == EINTR
            written = max(0, count)
        }
        return count <= 0 && !range.isEmpty ? nil : bytes
    }
}
