internal import Database

extension StoreWriter {
    /// The availability of space.
    private enum Room {
        case there
        /// There may be enough space once deleted files are removed and the database file is shorter.
        case soon
        case none
    }

    /// Runs work in a transaction that has enough space.
    ///
    /// - Returns: True if the work was done.
    mutating func withRoom(
        _ need: Need, do work: (inout StoreWriter) throws(DatabaseError) -> Void
    ) throws(DatabaseError) -> Bool {
        let mostSteps = 100
        for _ in 0..<mostSteps {
            guard try hasLogRoom(for: need) else { return false }
            let room = try transaction { (writer) throws(DatabaseError) in
                let room = try writer.room(for: need)
                if room == .there { try work(&writer) }
                return room
            }
            try removeDroppedFiles()
            if room != .soon { return room == .there }
            try database.emptyLog(patience: Self.patience)
        }
        return false
    }

    /// Returns true if a transaction fits into the log's limit.
    private mutating func hasLogRoom(for need: Need) throws(DatabaseError) -> Bool {
        let budget = settings.budget
        let most = budget.logByteCount - budget.logByteCount(forPages: need.pageCount)
        if settings.folder.database.logByteCount <= most { return true }
        return try database.emptyLog(patience: Self.patience)
    }

    /// Deletes as much as necessary. While the store is being trimmed, two answers are deleted for each new one, so
    /// that no single write takes long.
    private mutating func room(for need: Need) throws(DatabaseError) -> Room {
        let share = settings.budget.share
        let wanted = try updateTrimming(after: need) ? 2 : 0
        for dropped in 0..<settings.budget.stepCount {
            let space = try space()
            let shortage = space.shortage(of: need, within: share)
            if dropped >= wanted {
                if shortage <= 0 { return .there }
                if shortage <= space.reclaimableByteCount(after: need) {
                    return try reclaim(shortage, in: space)
                }
            }
            guard try dropLeastUseful() else { return shortage <= 0 ? .there : .none }
        }
        return .soon
    }

    /// Begins trimming when the store is full, and ends it when a tenth is free.
    ///
    /// - Returns: True while the store is being trimmed.
    private mutating func updateTrimming(after need: Need) throws(DatabaseError) -> Bool {
        let wasTrimming = try database.first("SELECT is_trimming FROM tally") { $0.int(0) } == 1
        let used = try space().usedByteCount
        let isFull = used + need.byteCount > settings.budget.share
        let isTrimming = isFull || wasTrimming && used > settings.budget.trimmedShare
        if isTrimming != wasTrimming {
            try database.run("UPDATE tally SET is_trimming = ?", isTrimming ? 1 : 0)
        }
        return isTrimming
    }

    /// Shrinks the database file if the removal of deleted files does not suffice.
    private mutating func reclaim(_ shortage: Int, in space: Space) throws(DatabaseError) -> Room {
        let rest = shortage - space.condemnedByteCount
        if rest > 0 {
            let pageCount = (rest + StoreSchema.pageByteCount - 1) / StoreSchema.pageByteCount
            // This frees more than necessary, so that the next write does not have to wait.
            try database.releaseFreePages(min(max(pageCount, 256), settings.budget.shrinkingPageCount))
        }
        return .soon
    }

    /// Deletes an expired answer, or else the least recently used one.
    private mutating func dropLeastUseful() throws(DatabaseError) -> Bool {
        let expired = try drop(
            "SELECT id, blob FROM entry WHERE expires < ? ORDER BY expires LIMIT 1", settings.time)
        if expired > 0 { return true }
        return try drop("SELECT id, blob FROM entry ORDER BY used LIMIT 1") > 0
    }

    private static let patience = Duration.seconds(1)
}

extension StoreWriter {
    mutating func space() throws(DatabaseError) -> Space {
        try Space(
            pageCount: database.pageCount(), freePageCount: database.freePageCount(),
            databaseByteCount: settings.folder.database.byteCount,
            fileByteCount: database.first("SELECT file_byte_count FROM tally") { $0.int(0) } ?? 0,
            condemnedByteCount: condemnedByteCount)
    }
}

/// The space that new data needs.
struct Need {
    let pageCount: Int
    var fileByteCount = 0

    var byteCount: Int { pageCount * StoreSchema.pageByteCount + fileByteCount }
}

/// The space that a store uses on disk, without the log.
struct Space {
    let pageCount: Int
    let freePageCount: Int
    /// The size of the database file, which exceeds that of its pages until the log is copied into it.
    let databaseByteCount: Int
    /// The size of the files of bodies, including those just deleted.
    let fileByteCount: Int
    /// The size of the files just deleted, which becomes free soon.
    let condemnedByteCount: Int

    /// The size of all data in use.
    var usedByteCount: Int {
        (pageCount - freePageCount) * StoreSchema.pageByteCount + fileByteCount - condemnedByteCount
    }

    /// Returns the number of bytes by which the limit would be exceeded.
    func shortage(of need: Need, within share: Int) -> Int {
        let growth = max(need.pageCount - freePageCount, 0) * StoreSchema.pageByteCount
        let pages = max(databaseByteCount, pageCount * StoreSchema.pageByteCount + growth)
        return pages + fileByteCount + need.fileByteCount - share
    }

    /// Returns the number of bytes that can be freed without deleting more answers.
    func reclaimableByteCount(after need: Need) -> Int {
        let onDisk = max(databaseByteCount, pageCount * StoreSchema.pageByteCount)
        let needed = (pageCount - freePageCount + need.pageCount) * StoreSchema.pageByteCount
        return condemnedByteCount + max(onDisk - needed, 0)
    }
}
