internal import Database
internal import Essentials
package import ForageCore

extension DiskStore {
    /// What there is.
    package func statistics() async -> StoreStatistics {
        var statistics = StoreStatistics(limit: settings.budget.byteCount)
        let file = settings.folder.database
        statistics.databaseByteCount = file.byteCount
        statistics.logByteCount = file.logByteCount
        let facts = read { (reader) throws(DatabaseFault) in
            (files: try reader.fileByteCount(), oldest: try reader.oldest(), shares: try reader.shares())
        }
        guard let facts else { return statistics }
        statistics.fileByteCount = facts.files
        statistics.oldest = facts.oldest.map(Date.init(timeIntervalSinceReferenceDate:))
        statistics.shares = facts.shares
        return statistics
    }

    /// Whether there is a store in a folder.
    package static func exists(in folder: String) -> Bool { StoreFolder(path: folder).database.exists }

    /// A batch of answers, for those who want to see all of them.
    ///
    /// - Parameters:
    ///   - place: Where the batch before ended; 0 at first.
    ///   - provider: Whose answers; nil for all.
    /// - Returns: The answers and where the batch ends; nil when there are no more.
    package func responses(
        after place: Int, of provider: ProviderID? = nil
    ) async -> (responses: [StoredResponse], place: Int)? {
        let batch = read { (reader) throws(DatabaseFault) in
            try reader.responses(after: place, count: 256, of: provider)
        }
        guard let batch, let last = batch.last else { return nil }
        return (batch.compactMap(\.response), last.place)
    }

    /// Drops what is past its time and, where that is not enough, what was not used for longest, and gives the
    /// room back to the disk.
    ///
    /// - Parameter limit: How much may stay; nil for nine tenths of the store's own limit.
    /// - Returns: How many answers were dropped.
    @discardableResult
    package func prune(to limit: Int? = nil) async -> Int {
        guard settings.folder.database.exists else { return 0 }
        let share = limit ?? settings.budget.trimmedShare
        var count = 0
        while let step = write({ (writer) throws(DatabaseFault) in try writer.pruneStep(to: share) }),
            step > 0
        {
            count += step
        }
        shrink()
        return count
    }

    /// Drops everything, or everything of one provider, and gives the room back to the disk.
    ///
    /// - Returns: How many answers were dropped.
    @discardableResult
    package func clear(_ provider: ProviderID? = nil) async -> Int {
        guard settings.folder.database.exists else { return 0 }
        var count = 0
        while let step = write({ (writer) throws(DatabaseFault) in try writer.clearStep(provider) }), step > 0
        {
            count += step
        }
        shrink()
        return count
    }

    /// Looks at every body, drops those that are not what was stored, and removes files that no answer has.
    package func verify() async -> StoreVerification {
        var verification = StoreVerification()
        guard settings.folder.database.exists else { return verification }
        var place = 0
        while let batch = bodies(after: place), let last = batch.last {
            for (blob, body) in batch {
                verification.checkedCount += 1
                switch try? body.verify(in: settings.folder) {
                case .whole, nil: continue
                case .unreadable:
                    verification.unreadableCount += 1
                    continue
                case .damaged: verification.damagedCount += 1
                }
                let keys = read { (reader) throws(DatabaseFault) in try reader.keys(ofBody: blob) }
                verification.damagedKeys += keys ?? []
                write { (writer) throws(DatabaseFault) in try writer.removeBody(blob) }
            }
            place = last.place
        }
        verification.unusedFileCount =
            write { (writer) throws(DatabaseFault) in try writer.removeUnusedFiles() } ?? 0
        return verification
    }

    private func bodies(after place: Int) -> [(place: Int, body: StoredBody)]? {
        read { (reader) throws(DatabaseFault) in try reader.bodies(after: place, count: 16) }
    }

    private func shrink() {
        while write({ (writer) throws(DatabaseFault) in try writer.shrinkStep() }) == true {}
    }
}
