internal import Database
internal import Platform

/// A stored body, in its row or in a file.
struct StoredBody {
    let digest: [UInt8]
    let sum: Int
    private let byteCount: Int
    private let inRow: [UInt8]?

    /// Reads the columns `digest, sum, byte_count, body`, beginning at the given column.
    init(_ row: borrowing Row, from column: Int) {
        digest = row.bytes(column)
        sum = row.int(column + 1)
        byteCount = row.int(column + 2)
        inRow = row.isNull(column + 3) ? nil : row.bytes(column + 3)
    }

    /// The result of reading a body.
    enum Reading {
        case whole([UInt8])
        /// The body is damaged or missing.
        case damaged
        /// The body cannot be read now and may be intact.
        case unreadable
    }

    /// Reads the bytes and compares their checksum.
    func read(in folder: StoreFolder) -> Reading {
        guard byteCount >= 0 else { return .damaged }
        do throws(FileError) {
            let bytes =
                if let inRow { inRow } else {
                    try folder.read(StoreFolder.name(of: digest), byteCount: byteCount)
                }
            guard let bytes, bytes.count == byteCount, Checksum.of(bytes) == sum else { return .damaged }
            return .whole(bytes)
        } catch {
            return .unreadable
        }
    }

    /// Reads the bytes and compares their digest with the name.
    func verify(in folder: StoreFolder) throws(MissingLibrary) -> Reading {
        let reading = read(in: folder)
        guard case .whole(let bytes) = reading else { return reading }
        return try Digest.sha256.of(bytes) == digest ? reading : .damaged
    }
}

/// A body that is about to be stored.
struct NewBody: Sendable {
    let bytes: [UInt8]
    let digest: [UInt8]
    let sum: Int

    init(_ bytes: [UInt8]) throws(MissingLibrary) {
        self.bytes = bytes
        digest = try Digest.sha256.of(bytes)
        sum = Checksum.of(bytes)
    }

    /// Indicates whether the body gets its own file.
    var isLarge: Bool { bytes.count > StoreSchema.largestBodyInRow }

    /// The maximum number of pages for a body in a row, including its entry, the indexes and page splits.
    var pageCount: Int { isLarge ? 12 : bytes.count / (StoreSchema.pageByteCount - 4) + 14 }

    /// The size of its file on disk.
    var fileByteCount: Int { isLarge ? StoreFolder.diskByteCount(of: bytes.count) : 0 }
}
