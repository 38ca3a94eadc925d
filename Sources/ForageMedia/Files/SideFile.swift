internal import Files
internal import JSON

/// The small JSON files that lie beside pictures and parts. Whoever writes one holds the part.
enum SideFile {
    private static let greatestByteCount = 1 << 20

    /// What stands in one.
    static func read(_ path: String) throws(SideFileFault) -> JSONValue {
        let file: LocalFile
        do throws(LocalFileFault) {
            file = try LocalFile(path, upTo: greatestByteCount, pipes: false, followsLinks: false)
        } catch {
            throw error.isMissing ? .missing : .unreadable(error.reason)
        }
        guard file.isWhole else { throw .unreadable("it has more than a mebibyte") }
        do throws(JSONFault) {
            return try JSONDocument(file.bytes, mode: .strict).root
        } catch {
            throw .unreadable("\(error.reason)")
        }
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

/// Why a file beside another says nothing.
enum SideFileFault: Error, Hashable {
    /// It is not there.
    case missing
    /// It is, and says nothing of use: why, in a clause.
    case unreadable(String)
}
