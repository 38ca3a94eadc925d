internal import Database
package import ForageCore
package import Platform

extension DiskStore {
    /// What there is.
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
        let batch = read { (reader) throws(DatabaseError) in
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
        while let step = write({ (writer) throws(DatabaseError) in try writer.pruneStep(to: share) }),
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
        while let step = write({ (writer) throws(DatabaseError) in try writer.clearStep(provider) }), step > 0
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
    /// Tries both: what can be opened may still be on a disk that is full, or be locked.
    package func condition() async -> StoreCondition {
        let isWritable = write { (writer) throws(DatabaseError) in try writer.touch() } != nil
        guard obstacle == nil else { return .unreadable }
        return isWritable ? .usable : .unwritable
    }

    /// Why what is there cannot be read, if so.
    package var obstacle: ReadingObstacle? {
        ReadingObstacle(to: settings.folder.database) { () throws(DatabaseError) in
            try reading { (reader) throws(DatabaseError) in try reader.touch() }
        }
    }
}

/// Whether a store can be used now.
package enum StoreCondition: String, Hashable, Sendable, CaseIterable {
    /// Answers are found and kept.
    case usable
    /// What is there is found; new answers cannot be kept.
    case unwritable
    /// What is there cannot be read.
    case unreadable
}

/// Why what is kept cannot be read.
package enum ReadingObstacle: Hashable, Sendable {
    /// Another process has it for itself, and will be done.
    case inUse
    /// The disk is full, and even reading takes a little room.
    case noRoom
    /// It is damaged in a way that nobody mends, or not this person's to read.
    case unreadable

    /// What keeps a database from being read, if anything does.
    ///
    /// - Parameters:
    ///   - file: The database. One that is damaged is moved out of the way as it is read, and then nothing is there.
    ///   - read: Reads something of it; nil where nothing came of that.
    init?(to file: DatabaseFile, _ read: () throws(DatabaseError) -> Void?) {
        do throws(DatabaseError) {
            if try read() != nil { return nil }
        } catch {
            switch error {
            case .busy:
                self = .inUse
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

    /// A clause for a person.
    package func clause(on folder: String) -> String {
        switch self {
        case .inUse: "What is kept in \(folder) is in use by another process; try again when that has ended"
        case .noRoom: "The disk is full, and even to read what is kept in \(folder) takes a little room on it"
        case .unreadable: "What is kept in \(folder) cannot be read"
        }
    }
}

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

/// What looking at every body of a store found.
package struct StoreVerification: Hashable, Sendable {
    /// How many bodies were looked at.
    package internal(set) var checkedCount = 0
    /// How many were not what had been stored; they are gone now, with the answers that had them.
    package internal(set) var damagedCount = 0
    /// The keys of those answers.
    package internal(set) var damagedKeys: [CacheKey] = []
    /// How many could not be read, and are left as they are.
    package internal(set) var unreadableCount = 0
    /// How many files belonged to no answer; they are gone now.
    package internal(set) var unusedFileCount = 0

    package init() {}
}

extension StoreWriter {
    /// Writes what is there already.
    fileprivate mutating func touch() throws(DatabaseError) {
        try database.run("UPDATE tally SET file_byte_count = file_byte_count")
    }
}

extension StoreReader {
    fileprivate mutating func touch() throws(DatabaseError) {
        _ = try database.first("SELECT file_byte_count FROM tally") { _ in true }
    }
}
