internal import Files
internal import JSON

/// The small JSON files that lie beside pictures and parts. Whoever writes one holds the part.
enum SideFile {
    private static let greatestByteCount = 1 << 20

    /// What stands in one; nil where that is nothing of use.
    static func read(_ path: String) -> JSONValue? {
        guard
            let file = try? LocalFile(
                path, upTo: greatestByteCount, pipes: false, followsLinks: false),
            file.isWhole
        else { return nil }
        return try? JSONDocument(file.bytes, mode: .strict).root
    }

    /// Puts bytes in its place, whole or not at all. What nobody could read again is not written.
    static func write(_ bytes: [UInt8], to path: String) throws(DownloadFailure) {
        guard bytes.count <= greatestByteCount else {
            throw .unfit("what is to be noted beside it is too long")
        }
        do throws(CannotWriteFile) {
            try LocalFile.replace(path, with: bytes, isPrecious: false, by: ".new")
        } catch {
            throw DownloadFailure(error)
        }
    }
}
