internal import Database
internal import Hashing

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

    /// The bytes, if they are those that were stored.
    func bytes(in folder: StoreFolder) -> [UInt8]? {
        guard byteCount >= 0,
            let bytes = inRow ?? folder.read(StoreFolder.name(of: digest), byteCount: byteCount),
            bytes.count == byteCount, Checksum.of(bytes) == sum
        else { return nil }
        return bytes
    }

    /// Whether the bytes are what their name says.
    func isWhole(in folder: StoreFolder) throws(NoDigest) -> Bool {
        guard let bytes = bytes(in: folder) else { return false }
        return try Digest.sha256.of(bytes) == digest
    }
}
