internal import Hashing

/// A body that is about to be stored.
struct NewBody: Sendable {
    let bytes: [UInt8]
    let digest: [UInt8]
    let sum: Int

    init(_ bytes: [UInt8]) throws(NoDigest) {
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
