internal import Database
internal import Essentials
internal import ForageCore

/// The one connection of a process that writes kept items.
struct ItemWriter: ~Copyable {
    let settings: ItemSettings
    var database: Connection

    /// Opens the file, and makes one where there is none.
    init(_ settings: ItemSettings) throws(DatabaseFault) {
        database = try Self.open(settings)
        self.settings = settings
    }

    private static func open(_ settings: ItemSettings) throws(DatabaseFault) -> Connection {
        settings.createFolder()
        var database = try Connection(settings.file.path)
        if try database.schemaVersion() != ItemSchema.steps.count {
            try settings.file.locked { () throws(DatabaseFault) in try build(&database) }
        }
        try database.relaxDurability()
        database.foldLog(atPages: settings.budget.foldingPageCount)
        // Folding it in waits for the disk, which no search has to do after its last line.
        database.leaveLog()
        try database.limit(pages: settings.budget.pageCount)
        return database
    }

    private static func build(_ database: inout Connection) throws(DatabaseFault) {
        if try database.schemaVersion() == 0 { try database.layOut(pageByteCount: ItemSchema.pageByteCount) }
        try database.migrate(ItemSchema.steps)
    }

    /// Keeps what was met at one time, all of it or nothing.
    ///
    /// - Returns: Whether there was room.
    mutating func keep(_ batch: ItemBatch) throws(DatabaseFault) -> Bool {
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
    /// - Throws: ``Database/DatabaseFault`` when the file cannot be written.
    mutating func indexAll(by deadline: ContinuousClock.Instant?) throws(DatabaseFault) {
        while deadline.map({ ContinuousClock.now < $0 }) ?? true, try hasLogRoom(),
            try indexNext(Self.indexStepCount) > 0
        {}
    }

    @discardableResult
    private mutating func indexNext(_ count: Int) throws(DatabaseFault) -> Int {
        for isFull in [false, true, true, true] {
            do throws(DatabaseFault) {
                try makeRoom(isFull: isFull)
                return try database.transaction { (database) throws(DatabaseFault) in
                    try database.indexNext(count)
                }
            } catch .full {
                continue
            }
        }
        return 0
    }

    private mutating func unindexedCount() throws(DatabaseFault) -> Int {
        try database.first("SELECT count(*) FROM unindexed") { $0.int(0) } ?? 0
    }

    /// So many take about a second to index, which the first search that needs them waits for.
    static let greatestUnindexedCount = 4_000
    private static let indexStepCount = 128

    private mutating func write(_ batch: ItemBatch) throws(DatabaseFault) {
        // Made ready before, so that nobody waits for it.
        let greatest = settings.budget.greatestItemByteCount
        let items = batch.items.map { NewItem($0, from: batch) }.filter { $0.written.count <= greatest }
        try database.transaction { (database) throws(DatabaseFault) in
            for (provider, items) in Dictionary(grouping: items, by: \.id.provider) {
                try database.keep(items, of: provider)
            }
        }
    }

    /// Whether the log is within its share; readers may have kept it from being folded in.
    private mutating func hasLogRoom() throws(DatabaseFault) -> Bool {
        if settings.file.logByteCount <= settings.budget.logByteCount / 2 { return true }
        return try database.emptyLog(patience: .milliseconds(100))
    }
}

/// Items that were met at the same time.
struct ItemBatch: Sendable {
    let items: [Item]
    let metAt: Date
    /// When they must be gone.
    let end: Date?
}
