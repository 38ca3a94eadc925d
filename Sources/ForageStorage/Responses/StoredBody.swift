internal import Database
internal import Platform

/// A body as it is kept, in its row or in a file.
struct StoredBody {
    let digest: [UInt8]
    let sum: Int
    private let byteCount: Int
    private let inRow: [UInt8]?

    /// Reads the columns `digest, sum, byte_count, body` from the first of them on.
    init(_ row: borrowing Row, from column: Int) {
        digest = row.bytes(column)
        sum = row.int(column + 1)
        byteCount = row.int(column + 2)
        inRow = row.isNull(column + 3) ? nil : row.bytes(column + 3)
    }

    /// What reading it comes to.
    enum Reading {
        case whole([UInt8])
        /// It is not what was stored, or not there.
        case damaged
        /// It cannot be read now, which says nothing of what it is.
        case unreadable
    }

    /// Reads the bytes and sees that they are those that were stored.
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

    /// Reads the bytes and sees that they are what their name says.
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

    /// Whether it gets a file of its own.
    var isLarge: Bool { bytes.count > StoreSchema.largestBodyInRow }

    /// How many pages a body in a row takes at most, its entry, the indexes and what splits counted.
    var pageCount: Int { isLarge ? 12 : bytes.count / (StoreSchema.pageByteCount - 4) + 14 }

    /// What its file takes on the disk.
    var fileByteCount: Int { isLarge ? StoreFolder.diskByteCount(of: bytes.count) : 0 }
}
