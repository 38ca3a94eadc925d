internal import Database
internal import ForageCore
internal import Platform

/// A process's only connection that writes items.
struct ItemWriter: ~Copyable {
    let settings: ItemSettings
    var database: Connection

    /// Opens the file and creates it if it does not exist.
    init(_ settings: ItemSettings) throws(DatabaseError) {
        database = try Self.open(settings)
        self.settings = settings
    }

    private static func open(_ settings: ItemSettings) throws(DatabaseError) -> Connection {
        settings.createFolder()
        var database = try Connection(settings.file.path)
        if try database.schemaVersion() != ItemSchema.steps.count {
            try settings.file.locked { () throws(DatabaseError) in try build(&database) }
        }
        try database.relaxDurability()
        database.foldLog(atPages: settings.budget.foldingPageCount)
        // Emptying the log waits for the disk, and the end of a search should not wait for that.
        database.leaveLog()
        try database.limit(pages: settings.budget.pageCount)
        return database
    }

    private static func build(_ database: inout Connection) throws(DatabaseError) {
        if try database.schemaVersion() == 0 { try database.layOut(pageByteCount: ItemSchema.pageByteCount) }
        try database.migrate(ItemSchema.steps)
    }

    /// Stores a batch of items completely or not at all.
    ///
    /// - Returns: False if there was no room.
    mutating func keep(_ batch: ItemBatch) throws(DatabaseError) -> Bool {
        guard try hasLogRoom() else { return false }
        do {
            try makeRoom(isFull: false)
            try write(batch)
        } catch .full {
            try makeRoom(isFull: true)
            try write(batch)
        }
        if try unindexedCount() > Self.greatestUnindexedCount { try indexNext(batch.items.count * 2) }
        return true
    }

    /// Indexes all items in steps, each of which is saved.
    ///
    /// - Parameter deadline: The time at which to stop; nil for none.
    /// - Throws: ``Database/DatabaseError`` if the file cannot be written.
    mutating func indexAll(by deadline: ContinuousClock.Instant?) throws(DatabaseError) {
        while deadline.map({ ContinuousClock.now < $0 }) ?? true, try hasLogRoom(),
            try indexNext(Self.indexStepCount) > 0
        {}
    }

    @discardableResult
    private mutating func indexNext(_ count: Int) throws(DatabaseError) -> Int {
        for isFull in [false, true, true, true] {
            do throws(DatabaseError) {
                try makeRoom(isFull: isFull)
                return try database.transaction { (database) throws(DatabaseError) in
                    try database.indexNext(count)
                }
            } catch .full {
                continue
            }
        }
        return 0
    }

    private mutating func unindexedCount() throws(DatabaseError) -> Int {
        try database.first("SELECT count(*) FROM unindexed") { $0.int(0) } ?? 0
    }

    /// The number of items that can be indexed in about a second, for which the first search that needs them waits.
    static let greatestUnindexedCount = 4_000
    private static let indexStepCount = 128

    private mutating func write(_ batch: ItemBatch) throws(DatabaseError) {
        // This happens before the transaction, so that other processes do not wait for it.
        let greatest = settings.budget.greatestItemByteCount
        let items = batch.items.map { NewItem($0, from: batch) }.filter { $0.written.count <= greatest }
        try database.transaction { (database) throws(DatabaseError) in
            for (provider, items) in Dictionary(grouping: items, by: \.id.provider) {
                try database.keep(items, of: provider)
            }
        }
    }

    /// Returns true if the log is within its limit; readers may have prevented it from being emptied.
    mutating func hasLogRoom() throws(DatabaseError) -> Bool {
        if settings.file.logByteCount <= settings.budget.logByteCount / 2 { return true }
        return try database.emptyLog(patience: .milliseconds(100))
    }
}

extension ItemWriter {
    /// Deletes the oldest items if the file is nearly full or turned out to be full.
    mutating func makeRoom(isFull: Bool) throws(DatabaseError) {
        if !isFull, try usedPageCount() <= settings.budget.fullPageCount { return }
        let count = try database.first("SELECT count(*) FROM item") { $0.int(0) } ?? 0
        try dropOldest(count / 5 + 1)
        try database.dropPicturesWithoutItem()
        try joinIndexes()
        // The index may contain too many removed items to purge in a reasonable time.
        if try usedPageCount() > settings.budget.fullPageCount { try clear() }
    }

    /// Deletes expired items.
    ///
    /// - Returns: The number of items.
    mutating func prune() throws(DatabaseError) -> Int {
        let time = settings.time
        let count = try inSteps { (database) throws(DatabaseError) in
            // A time in the future comes from a wrong clock, so the expiry is unknown.
            try database.drop(
                """
                number IN (SELECT number FROM item WHERE expires IS NOT NULL AND (expires <= ? OR met > ?)
                LIMIT \(Self.stepCount))
                """, time, time)
        }
        try database.dropPicturesWithoutItem()
        return count
    }

    /// Deletes everything.
    ///
    /// - Returns: The number of items.
    @discardableResult
    mutating func clear() throws(DatabaseError) -> Int {
        let count = try database.transaction { (database) throws(DatabaseError) in
            try database.removeIndex()
            try database.run("DELETE FROM unindexed")
            try database.run("DELETE FROM picture")
            try database.run("DELETE FROM item")
            return database.changedRowCount()
        }
        try database.releaseFreePages(database.freePageCount())
        try database.emptyLog(patience: .milliseconds(100))
        return count
    }

    /// Deletes all items of one provider.
    ///
    /// - Returns: The number of items.
    mutating func clear(_ provider: ProviderID) throws(DatabaseError) -> Int {
        let count = try inSteps { (database) throws(DatabaseError) in
            try database.drop(
                """
                number IN (SELECT item.number FROM item JOIN provider ON provider.number = item.provider
                WHERE name = ? LIMIT \(Self.stepCount))
                """, provider.name)
        }
        try database.dropPicturesWithoutItem()
        try database.releaseFreePages(database.freePageCount())
        return count
    }

    private mutating func dropOldest(_ count: Int) throws(DatabaseError) {
        var rest = count
        _ = try inSteps { (database) throws(DatabaseError) in
            let step = min(rest, Self.stepCount)
            rest -= step
            return try database.drop("number IN (SELECT number FROM item ORDER BY met LIMIT ?)", step)
        }
    }

    /// Runs each step in its own transaction, which limits both the log and the wait of others.
    private mutating func inSteps(
        _ step: (inout Connection) throws(DatabaseError) -> Int
    ) throws(DatabaseError) -> Int {
        var total = 0
        while true {
            let count = try database.transaction(step)
            total += count
            if count == 0 { return total }
        }
    }

    private mutating func joinIndexes() throws(DatabaseError) {
        for table in ItemSchema.indexes {
            var isFirst = true
            while try database.joinPieces(of: table, isFirst: isFirst) { isFirst = false }
        }
    }

    private mutating func usedPageCount() throws(DatabaseError) -> Int {
        try database.pageCount() - database.freePageCount()
    }

    private static let stepCount = 128
}

extension ItemWriter {
    /// Reads all items and deletes damaged ones.
    mutating func verify() throws(DatabaseError) -> IndexVerification {
        var verification = IndexVerification()
        var last = 0
        while case let rows = try rows(after: last), let end = rows.last {
            last = end.number
            verification.count += rows.count
            for row in rows where !row.isWhole {
                verification.damagedCount += try database.drop("number = ?", row.number)
            }
        }
        for table in ItemSchema.indexes where try !database.isIndexSound(table) {
            verification.isIndexSound = false
        }
        return verification
    }

    private mutating func rows(after number: Int) throws(DatabaseError) -> [(number: Int, isWhole: Bool)] {
        try database.rows(
            """
            SELECT item.number, name, local_id, written FROM item
            LEFT JOIN provider ON provider.number = item.provider
            WHERE item.number > ? ORDER BY item.number LIMIT 256
            """, number
        ) { row in
            (row.int(0), row.item(at: 1) != nil)
        }
    }
}

/// Items that were found at the same time.
struct ItemBatch: Sendable {
    let items: [Item]
    let metAt: Date
    /// The time at which they must be deleted.
    let end: Date?
}

/// An item that is about to be stored.
struct NewItem {
    let id: ItemID
    let kind: Kind
    let written: [UInt8]
    let met: Double
    let expires: Double?

    init(_ item: Item, from batch: ItemBatch) {
        id = item.id
        kind = item.kind
        written = item.document
        met = batch.metAt.timeIntervalSinceReferenceDate
        expires = batch.end?.timeIntervalSinceReferenceDate
    }
}

/// The maximum size of the stored items on disk, and its distribution.
struct ItemBudget: Hashable, Sendable {
    let byteCount: Int

    init(byteCount: Int) { self.byteCount = max(byteCount, Self.least) }

    /// The maximum size of the log.
    var logByteCount: Int { min(byteCount / 4, 16 << 20) }

    /// The number of pages at which the log is copied into the file: enough that few searches wait for the disk, and
    /// few enough that the next process reads the log quickly.
    var foldingPageCount: Int { min(logByteCount / 4 / ItemSchema.pageByteCount, 512) }

    /// The maximum number of pages in the file, which leaves some room for the log's index and the lock.
    var pageCount: Int { (byteCount - logByteCount - (64 << 10)) / ItemSchema.pageByteCount }

    /// The number of used pages above which the oldest items are deleted. Their removal from the index needs some room
    /// first.
    var fullPageCount: Int { pageCount / 10 * 9 }

    /// The maximum size of an item; a larger one would displace too many others.
    var greatestItemByteCount: Int { min(byteCount / 256, 256 << 10) }

    /// The minimum size, which a log and a few pages of results need.
    static let least = 4 << 20
}
