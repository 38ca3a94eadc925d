internal import Database
internal import ForageCore
internal import Platform

/// The one connection of a process that writes kept items.
struct ItemWriter: ~Copyable {
    let settings: ItemSettings
    var database: Connection

    /// Opens the file, and makes one where there is none.
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
        // Folding it in waits for the disk, which no search has to do after its last line.
        database.leaveLog()
        try database.limit(pages: settings.budget.pageCount)
        return database
    }

    private static func build(_ database: inout Connection) throws(DatabaseError) {
        if try database.schemaVersion() == 0 { try database.layOut(pageByteCount: ItemSchema.pageByteCount) }
        try database.migrate(ItemSchema.steps)
    }

    /// Keeps what was met at one time, all of it or nothing.
    ///
    /// - Returns: Whether there was room.
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

    /// Puts all items into the index, in steps of which each is kept.
    ///
    /// - Parameter deadline: When it is of no more use; nil for no time.
    /// - Throws: ``Database/DatabaseError`` when the file cannot be written.
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

    /// So many take about a second to index, which the first search that needs them waits for.
    static let greatestUnindexedCount = 4_000
    private static let indexStepCount = 128

    private mutating func write(_ batch: ItemBatch) throws(DatabaseError) {
        // Made ready before, so that nobody waits for it.
        let greatest = settings.budget.greatestItemByteCount
        let items = batch.items.map { NewItem($0, from: batch) }.filter { $0.written.count <= greatest }
        try database.transaction { (database) throws(DatabaseError) in
            for (provider, items) in Dictionary(grouping: items, by: \.id.provider) {
                try database.keep(items, of: provider)
            }
        }
    }

    /// Whether the log is within its share; readers may have kept it from being folded in.
    private mutating func hasLogRoom() throws(DatabaseError) -> Bool {
        if settings.file.logByteCount <= settings.budget.logByteCount / 2 { return true }
        return try database.emptyLog(patience: .milliseconds(100))
    }
}

extension ItemWriter {
    /// Drops the oldest items once the file is nearly full, or when it turned out to be full.
    mutating func makeRoom(isFull: Bool) throws(DatabaseError) {
        if !isFull, try usedPageCount() <= settings.budget.fullPageCount { return }
        let count = try database.first("SELECT count(*) FROM item") { $0.int(0) } ?? 0
        try dropOldest(count / 5 + 1)
        try joinIndexes()
        // The index may hold more of what is gone than one can wait for.
        if try usedPageCount() > settings.budget.fullPageCount { try clear() }
    }

    /// Drops what must be gone.
    ///
    /// - Returns: How many items.
    mutating func prune() throws(DatabaseError) -> Int {
        let time = settings.time
        return try inSteps { (database) throws(DatabaseError) in
            // What comes of the future was met by a clock that was wrong, and nobody knows when.
            try database.drop(
                """
                number IN (SELECT number FROM item WHERE expires IS NOT NULL AND (expires <= ? OR met > ?)
                LIMIT \(Self.stepCount))
                """, time, time)
        }
    }

    /// Drops everything.
    ///
    /// - Returns: How many items.
    @discardableResult
    mutating func clear() throws(DatabaseError) -> Int {
        let count = try database.transaction { (database) throws(DatabaseError) in
            try database.removeIndex()
            try database.run("DELETE FROM unindexed")
            try database.run("DELETE FROM item")
            return database.changedRowCount()
        }
        try database.releaseFreePages(database.freePageCount())
        try database.emptyLog(patience: .milliseconds(100))
        return count
    }

    /// Drops everything of one provider.
    ///
    /// - Returns: How many items.
    mutating func clear(_ provider: ProviderID) throws(DatabaseError) -> Int {
        let count = try inSteps { (database) throws(DatabaseError) in
            try database.drop(
                """
                number IN (SELECT item.number FROM item JOIN provider ON provider.number = item.provider
                WHERE name = ? LIMIT \(Self.stepCount))
                """, provider.name)
        }
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

    /// Each step is a transaction of its own, so that neither the log grows nor anyone waits for long.
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
    /// Reads everything, and drops what is not what was written.
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

/// Items that were met at the same time.
struct ItemBatch: Sendable {
    let items: [Item]
    let metAt: Date
    /// When they must be gone.
    let end: Date?
}

/// An item that is about to be kept.
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

/// How many bytes kept items may take on the disk, and how they are shared out.
struct ItemBudget: Hashable, Sendable {
    let byteCount: Int

    init(byteCount: Int) { self.byteCount = max(byteCount, Self.least) }

    /// What the log may take.
    var logByteCount: Int { min(byteCount / 4, 16 << 20) }

    /// At how many pages the log is folded in: so many that few searches wait for the disk, and no more than is read
    /// in no time by whoever opens the file next.
    var foldingPageCount: Int { min(logByteCount / 4 / ItemSchema.pageByteCount, 512) }

    /// How many pages the file may have; the index of the log and the lock take a little as well.
    var pageCount: Int { (byteCount - logByteCount - (64 << 10)) / ItemSchema.pageByteCount }

    /// From how many pages in use on the oldest items go. Taking them out of the index needs some room first.
    var fullPageCount: Int { pageCount / 10 * 9 }

    /// An item that is larger was not made for a list, or would cost too many others.
    var greatestItemByteCount: Int { min(byteCount / 256, 256 << 10) }

    /// Less could not hold a log and a few pages of results.
    static let least = 4 << 20
}
