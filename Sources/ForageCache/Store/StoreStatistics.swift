package import Essentials
package import ForageCore

/// What a store holds.
package struct StoreStatistics: Hashable, Sendable {
    /// What it may take on the disk.
    package var limit: Int
    /// The database's file.
    package var databaseByteCount = 0
    /// The log beside it.
    package var logByteCount = 0
    /// The files of large bodies.
    package var fileByteCount = 0
    /// When the oldest answer came.
    package var oldest: Date?
    /// The answers by provider and media type, in this order.
    package var shares: [Share] = []

    /// What it takes on the disk.
    package var byteCount: Int { databaseByteCount + logByteCount + fileByteCount }

    /// How many answers there are.
    package var count: Int { shares.reduce(0) { $0 + $1.count } }

    /// The answers of one provider and media type.
    package struct Share: Hashable, Sendable {
        package let provider: ProviderID
        /// Such as `image/png`; empty where the service did not say.
        package let mediaType: String
        package let count: Int
        /// How long their bodies are, those that several share counted each time.
        package let byteCount: Int
    }
}
