internal import Database
package import ForageCore

extension SQLiteItemIndex {
    /// What there is, by provider and kind.
    @concurrent
    package func shares() async -> [KeptShare] {
        read { (reader) throws(DatabaseFault) in try reader.shares() } ?? []
    }

    /// Why what is there cannot be read, if so.
    package var obstacle: ReadingObstacle? {
        ReadingObstacle(to: settings.file) { () throws(DatabaseFault) in
            try reading { (reader) throws(DatabaseFault) in _ = try reader.database.schemaVersion() }
        }
    }

    /// How many bytes it takes on the disk, its log counted.
    package var byteCount: Int {
        settings.file.byteCount + settings.file.logByteCount
    }

    /// Hands out every item, one after the other, in the order in which each provider's were met.
    ///
    /// Only a few of them are in memory at once, and whoever writes meanwhile need not wait.
    package func each<Failure: Error>(
        _ look: (KeptItem) async throws(Failure) -> Void
    ) async throws(Failure) {
        var number = 0
        while true {
            let batch = await batch(after: number)
            guard let last = batch.last else { return }
            for case let item? in batch.map(\.item) { try await look(item) }
            number = last.number
        }
    }

    /// Drops what must be gone by the terms of its service.
    ///
    /// - Returns: How many items.
    @concurrent
    package func prune() async -> Int {
        guard settings.file.exists else { return 0 }
        return keeper.write { (writer) throws(DatabaseFault) in try writer.prune() } ?? 0
    }

    /// Drops everything, or everything of one provider.
    ///
    /// - Returns: How many items.
    @concurrent
    package func clear(_ provider: ProviderID? = nil) async -> Int {
        guard settings.file.exists else { return 0 }
        return keeper.write { (writer) throws(DatabaseFault) in
            if let provider { try writer.clear(provider) } else { try writer.clear() }
        } ?? 0
    }

    /// Reads everything, and drops what is not what was written.
    @concurrent
    package func verify() async -> KeptVerification {
        guard settings.file.exists else { return KeptVerification() }
        return keeper.write { (writer) throws(DatabaseFault) in try writer.verify() } ?? KeptVerification()
    }

    @concurrent
    private func batch(after number: Int) async -> [(number: Int, item: KeptItem?)] {
        read { (reader) throws(DatabaseFault) in try reader.items(after: number, count: 256) } ?? []
    }
}

/// What there is of one provider and kind.
package struct KeptShare: Hashable, Sendable {
    package let provider: ProviderID
    package let kind: Kind
    package let count: Int
    /// How many bytes the items take as they are written, without the index.
    package let byteCount: Int
}

/// What came out when everything was read.
package struct KeptVerification: Hashable, Sendable {
    /// How many items there were.
    package var count: Int
    /// How many of them were not what was written, and were dropped.
    package var damagedCount: Int
    /// Whether the index agrees with itself.
    package var isIndexSound: Bool

    package init(count: Int = 0, damagedCount: Int = 0, isIndexSound: Bool = true) {
        self.count = count
        self.damagedCount = damagedCount
        self.isIndexSound = isIndexSound
    }
}
