internal import Database
package import ForageCore
package import Platform

extension DiskStore {
    /// Returns statistics of the store.
    package func statistics() async -> StoreStatistics {
        var statistics = StoreStatistics(limit: settings.budget.byteCount)
        let file = settings.folder.database
        statistics.databaseByteCount = file.byteCount
        statistics.logByteCount = file.logByteCount
        let facts = read { (reader) throws(DatabaseError) in
            (files: try reader.fileByteCount(), oldest: try reader.oldest(), shares: try reader.shares())
        }
        guard let facts else { return statistics }
        statistics.fileByteCount = facts.files
        statistics.oldest = facts.oldest.map(Date.init(timeIntervalSinceReferenceDate:))
        statistics.shares = facts.shares
        return statistics
    }

    /// Returns true if a folder contains a store.
    package static func exists(in folder: String) -> Bool { StoreFolder(path: folder).database.exists }

    /// Returns a batch of answers, for iteration over all of them.
    ///
    /// - Parameters:
    ///   - place: The end of the batch before; 0 at first.
    ///   - provider: The provider of the answers; nil for all.
    /// - Returns: The answers and the end of the batch; nil if there are no more.
    package func responses(
        after place: Int, of provider: ProviderID? = nil
    ) async -> (responses: [StoredResponse], place: Int)? {
        let batch = read { (reader) throws(DatabaseError) in
            try reader.responses(after: place, count: 256, of: provider)
        }
        guard let batch, let last = batch.last else { return nil }
        return (batch.compactMap(\.response), last.place)
    }

    /// Deletes expired answers and, if that does not suffice, the least recently used ones, and returns the space to
    /// the disk.
    ///
    /// - Parameter limit: The size to keep; nil for nine tenths of the store's own limit.
    /// - Returns: The number of deleted answers.
    @discardableResult
    package func prune(to limit: Int? = nil) async -> Int {
        guard settings.folder.database.exists else { return 0 }
        let share = limit ?? settings.budget.trimmedShare
        var count = 0
        while let step = write({ (writer) throws(DatabaseError) in try writer.pruneStep(to: share) }),
            step > 0
        {
            count += step
        }
        shrink()
        return count
    }

    /// Deletes all answers, or those of one provider, and returns the space to the disk.
    ///
    /// - Returns: The number of deleted answers.
    @discardableResult
    package func clear(_ provider: ProviderID? = nil) async -> Int {
        guard settings.folder.database.exists else { return 0 }
        var count = 0
        while let step = write({ (writer) throws(DatabaseError) in try writer.clearStep(provider) }), step > 0
        {
            count += step
        }
        shrink()
        return count
    }

    /// Checks every body, deletes damaged ones, and removes files that belong to no answer.
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
                let keys = read { (reader) throws(DatabaseError) in try reader.keys(ofBody: blob) }
                verification.damagedKeys += keys ?? []
                write { (writer) throws(DatabaseError) in try writer.removeBody(blob) }
            }
            place = last.place
        }
        verification.unusedFileCount =
            write { (writer) throws(DatabaseError) in try writer.removeUnusedFiles() } ?? 0
        return verification
    }

    private func bodies(after place: Int) -> [(place: Int, body: StoredBody)]? {
        read { (reader) throws(DatabaseError) in try reader.bodies(after: place, count: 16) }
    }

    private func shrink() {
        while write({ (writer) throws(DatabaseError) in try writer.shrinkStep() }) == true {}
    }
}

extension DiskStore {
    /// Tries both reading and writing, because a file that can be opened may still be locked or on a full disk.
    package func condition() async -> StoreCondition {
        let isWritable = write { (writer) throws(DatabaseError) in try writer.touch() } != nil
        guard obstacle == nil else { return .unreadable }
        return isWritable ? .usable : .unwritable
    }

    /// The reason why the store cannot be read; nil if there is none.
    package var obstacle: ReadFailure? {
        ReadFailure(to: settings.folder.database) { () throws(DatabaseError) in
            try reading { (reader) throws(DatabaseError) in try reader.touch() }
        }
    }
}

/// The usability of a store.
package enum StoreCondition: String, Hashable, Sendable, CaseIterable {
    /// Answers can be found and stored.
    case usable
    /// Answers can be found; new ones cannot be stored.
    case unwritable
    /// Answers cannot be read.
    case unreadable
    /// The store that several machines share cannot be used; this machine uses its own files.
    case unreachable
}

/// A reason why a database cannot be read.
package enum ReadFailure: Hashable, Sendable {
    /// Another process is using the database exclusively, and will finish.
    case inUse
    /// The disk is full, and even reading needs some space.
    case noRoom
    /// A later version of the program created the database.
    case newer
    /// The database is damaged beyond repair, or may not be read by this user.
    case unreadable

    /// Creates the reason why a database cannot be read; nil if it can be read.
    ///
    /// - Parameters:
    ///   - file: The database. A damaged one is moved away by the read, and then does not exist.
    ///   - read: Reads from the database; returns nil if that failed.
    init?(to file: DatabaseFile, _ read: () throws(DatabaseError) -> Void?) {
        do throws(DatabaseError) {
            if try read() != nil { return nil }
        } catch {
            switch error {
            case .busy:
                self = .inUse
                return
            case .newer:
                self = .newer
                return
            case .full where file.exists:
                self = .noRoom
                return
            default: break
            }
        }
        guard file.exists else { return nil }
        self = .unreadable
    }

    /// Returns a clause for a message.
    package func clause(on folder: String) -> String {
        switch self {
        case .inUse:
            "The cache in \(folder) is in use by another process; try again when that process has ended"
        case .noRoom: "The disk is full, and reading the cache in \(folder) needs a little free space"
        case .newer: "The cache in \(folder) was created by a later version of this program"
        case .unreadable: "The cache in \(folder) cannot be read"
        }
    }
}

/// Statistics of a store.
package struct StoreStatistics: Hashable, Sendable {
    /// The maximum size on disk.
    package var limit: Int
    /// The size of the database file.
    package var databaseByteCount = 0
    /// The size of the log.
    package var logByteCount = 0
    /// The size of the files of large bodies.
    package var fileByteCount = 0
    /// The time of the oldest answer.
    package var oldest: Date?
    /// The answers by provider and media type, in this order.
    package var shares: [Share] = []

    /// The size on disk.
    package var byteCount: Int { databaseByteCount + logByteCount + fileByteCount }

    /// The number of answers.
    package var count: Int { shares.reduce(0) { $0 + $1.count } }

    /// The answers of one provider and media type.
    package struct Share: Hashable, Sendable {
        package let provider: ProviderID
        /// The media type, such as `image/png`; empty if the service did not state one.
        package let mediaType: String
        package let count: Int
        /// The total size of their bodies; a shared body counts for each answer.
        package let byteCount: Int
    }
}

/// The result of a verification of all bodies.
package struct StoreVerification: Hashable, Sendable {
    /// The number of bodies that were checked.
    package internal(set) var checkedCount = 0
    /// The number of damaged bodies, which were deleted together with their answers.
    package internal(set) var damagedCount = 0
    /// The keys of those answers.
    package internal(set) var damagedKeys: [CacheKey] = []
    /// The number of bodies that could not be read; they remain in the store.
    package internal(set) var unreadableCount = 0
    /// The number of files that belonged to no answer, which were deleted.
    package internal(set) var unusedFileCount = 0

    package init() {}
}

extension StoreWriter {
    /// Writes an existing value again.
    fileprivate mutating func touch() throws(DatabaseError) {
        try database.run("UPDATE tally SET file_byte_count = file_byte_count")
    }
}

extension StoreReader {
    fileprivate mutating func touch() throws(DatabaseError) {
        _ = try database.first("SELECT file_byte_count FROM tally") { _ in true }
    }
}
