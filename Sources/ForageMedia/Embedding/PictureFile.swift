internal import Files

/// A picture on the disk, of which any place can be read.
struct PictureFile {
    private let file: OpenFile

    init(_ path: String) throws(DownloadFailure) {
        do throws(LocalFileFault) {
            file = try OpenFile(path, followsLinks: false)
        } catch {
            throw .unfit(error.description)
        }
    }

    var byteCount: Int { file.byteCount }

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
        let bytes = try? file.read(from: range.lowerBound, upTo: range.count)
        return bytes?.isEmpty == true && !range.isEmpty ? nil : bytes
    }
}
