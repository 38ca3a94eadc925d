internal import Database

extension StoreWriter {
    /// Whether there is room.
    private enum Room {
        case there
        /// Once dropped files are removed and the database's own is shorter, perhaps.
        case soon
        case none
    }

    /// Does something in a transaction that has room for it.
    ///
    /// - Returns: Whether it was done.
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

    /// Whether a transaction can be written without the log outgrowing its share.
    private mutating func hasLogRoom(for need: Need) throws(DatabaseError) -> Bool {
        let budget = settings.budget
        let most = budget.logByteCount - budget.logByteCount(forPages: need.pageCount)
        if settings.folder.database.logByteCount <= most { return true }
        return try database.emptyLog(patience: Self.patience)
    }

    /// Drops as much as has to go. While the store is being trimmed two answers go for each that comes, so
    /// that none has to wait for many.
    private mutating func room(for need: Need) throws(DatabaseError) -> Room {
        let share = settings.budget.share
        let wanted = try updateTrimming(besides: need) ? 2 : 0
        for dropped in 0..<settings.budget.stepCount {
            let space = try space()
            let shortage = space.shortage(of: need, within: share)
            if dropped >= wanted {
                if shortage <= 0 { return .there }
                if shortage <= space.reclaimableByteCount(besides: need) {
                    return try reclaim(shortage, in: space)
                }
            }
            guard try dropLeastUseful() else { return shortage <= 0 ? .there : .none }
        }
        return .soon
    }

    /// Begins to trim when the store is full, and ends when a tenth is free.
    ///
    /// - Returns: Whether it is being trimmed.
    private mutating func updateTrimming(besides need: Need) throws(DatabaseError) -> Bool {
        let wasTrimming = try database.first("SELECT is_trimming FROM tally") { $0.int(0) } == 1
        let used = try space().usedByteCount
        let isFull = used + need.byteCount > settings.budget.share
        let isTrimming = isFull || wasTrimming && used > settings.budget.trimmedShare
        if isTrimming != wasTrimming {
            try database.run("UPDATE tally SET is_trimming = ?", isTrimming ? 1 : 0)
        }
        return isTrimming
    }

    /// Makes the file shorter where removing dropped files alone does not do.
    private mutating func reclaim(_ shortage: Int, in space: Space) throws(DatabaseError) -> Room {
        let rest = shortage - space.condemnedByteCount
        if rest > 0 {
            let pageCount = (rest + StoreSchema.pageByteCount - 1) / StoreSchema.pageByteCount
            // More than is needed, so that the next one need not wait for it again.
            try database.releaseFreePages(min(max(pageCount, 256), settings.budget.shrinkingPageCount))
        }
        return .soon
    }

    /// Drops what is past its time, or else what was not used for longest.
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

/// What something to be stored takes.
struct Need {
    let pageCount: Int
    var fileByteCount = 0

    var byteCount: Int { pageCount * StoreSchema.pageByteCount + fileByteCount }
}

/// What a store takes on the disk, the log set apart.
struct Space {
    let pageCount: Int
    let freePageCount: Int
    /// The database's file as it is now, which is longer than its pages until the log is folded in.
    let databaseByteCount: Int
    /// What the files of bodies take, those dropped a moment ago included.
    let fileByteCount: Int
    /// What files give back that were dropped a moment ago.
    let condemnedByteCount: Int

    /// What holds something that is needed.
    var usedByteCount: Int {
        (pageCount - freePageCount) * StoreSchema.pageByteCount + fileByteCount - condemnedByteCount
    }

    /// How many bytes too much it would be on the disk.
    func shortage(of need: Need, within share: Int) -> Int {
        let growth = max(need.pageCount - freePageCount, 0) * StoreSchema.pageByteCount
        let pages = max(databaseByteCount, pageCount * StoreSchema.pageByteCount + growth)
        return pages + fileByteCount + need.fileByteCount - share
    }

    /// How many bytes can be given back without dropping more.
    func reclaimableByteCount(besides need: Need) -> Int {
        let onDisk = max(databaseByteCount, pageCount * StoreSchema.pageByteCount)
        let needed = (pageCount - freePageCount + need.pageCount) * StoreSchema.pageByteCount
        return condemnedByteCount + max(onDisk - needed, 0)
    }
}
