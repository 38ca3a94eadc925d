internal import Database
internal import Essentials
internal import ForageCore

/// The one connection of a process that writes.
struct StoreWriter: ~Copyable {
    let settings: StoreSettings
    var database: Connection
    /// What files will give back that were dropped in this transaction.
    var condemnedByteCount = 0

    /// Opens a store, and makes one where there is none.
    init(_ settings: StoreSettings) throws(DatabaseFault) {
        database = try Self.open(settings)
        self.settings = settings
    }

    private static func open(_ settings: StoreSettings) throws(DatabaseFault) -> Connection {
        settings.folder.create()
        var database = try connect(settings)
        if try StoreSchema.version(of: &database) < StoreSchema.steps.count {
            try database.migrate(StoreSchema.steps)
        }
        try database.forgoDurability()
        database.foldLog(atPages: settings.budget.foldingPageCount)
        database.leaveLog()
        return database
    }

    /// Opens the file, made if there is none. Between the two steps another process may move it out of the way.
    private static func connect(_ settings: StoreSettings) throws(DatabaseFault) -> Connection {
        for _ in 0..<3 {
            try make(settings)
            do throws(DatabaseFault) {
                return try Connection(settings.folder.database.path, .writing)
            } catch .unreachable {
                continue
            }
        }
        throw .unreachable
    }

    private static func make(_ settings: StoreSettings) throws(DatabaseFault) {
        try settings.folder.database.make { (database) throws(DatabaseFault) in
            try database.layOut(pageByteCount: StoreSchema.pageByteCount)
            try database.migrate(StoreSchema.steps)
            // Files that a database left behind which is gone.
            settings.folder.removeObjects()
        }
    }

    /// Does several things or none of them.
    mutating func transaction<Result>(
        _ work: (inout StoreWriter) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result {
        try database.begin()
        condemnedByteCount = 0
        do {
            let result = try work(&self)
            try database.commit()
            return result
        } catch {
            database.rollBack()
            throw error
        }
    }

    /// Replaces what is known of an answer whose body stays.
    ///
    /// One that came after the new one was asked for is another answer, with another body.
    mutating func update(_ response: StoredResponse) throws(DatabaseFault) {
        try transaction { (writer) throws(DatabaseFault) in
            let time = writer.settings.time
            let known = try writer.database.first(
                """
                SELECT entry.id, sum FROM entry JOIN blob ON blob.id = entry.blob
                WHERE key = ? AND variant = ? AND entry.byte_count = ? AND (received <= ? OR received > ?)
                """, response.key.text, response.storedVariant, response.byteCount,
                response.requested.timeIntervalSinceReferenceDate, time
            ) { (entry: $0.int(0), sum: $0.int(1)) }
            if let known { try writer.describe(known.entry, response, sum: known.sum) }
        }
    }

    private mutating func describe(
        _ entry: Int, _ response: StoredResponse, sum: Int
    ) throws(DatabaseFault) {
        let part = response.storedPart
        try database.run(
            """
            UPDATE entry SET provider = ?, media_type = ?, status = ?, headers = ?, requested = ?, received = ?,
            part_start = ?, part_end = ?, part_total = ?, expires = ?, used = ?, note = NULL WHERE id = ?
            """, response.provider.name, response.mediaType, response.status,
            response.storedHeaders(withBody: sum), response.requested.timeIntervalSinceReferenceDate,
            response.received.timeIntervalSinceReferenceDate, part.start, part.end, part.total,
            settings.expiry(response)?.timeIntervalSinceReferenceDate, settings.time, entry)
    }

    /// Drops every answer of a key.
    mutating func removeResponses(for key: CacheKey) throws(DatabaseFault) {
        try transaction { (writer) throws(DatabaseFault) in
            _ = try writer.drop("SELECT id, blob FROM entry WHERE key = ?", key.text)
        }
        try removeDroppedFiles()
    }

    /// Drops a body that is not what was stored, with every answer that has it.
    mutating func removeBody(_ blob: Int) throws(DatabaseFault) {
        try transaction { (writer) throws(DatabaseFault) in
            try writer.drop("SELECT id, blob FROM entry WHERE blob = ?", blob)
            // Without an entry it would not be found again.
            try writer.dropBody(blob)
        }
        try removeDroppedFiles()
    }

    /// Notes that answers were used.
    mutating func noteUse(of entries: [Int]) throws(DatabaseFault) {
        let time = settings.time
        try transaction { (writer) throws(DatabaseFault) in
            for entry in entries {
                try writer.database.run("UPDATE entry SET used = ? WHERE id = ?", time, entry)
            }
        }
    }
}

extension DiskStore.WriterState {
    /// Lets something be done with the writer, opened if it is not.
    mutating func use<Result>(
        _ settings: StoreSettings, _ work: (inout StoreWriter) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result? {
        if try writer?.database.isReplaced(at: settings.folder.database) == true { writer = nil }
        if writer == nil {
            writer = try StoreWriter(settings)
            try writer?.removeLeftovers()
        }
        return try writer?.perform(work)
    }
}

extension StoreWriter {
    fileprivate mutating func perform<Result>(
        _ work: (inout StoreWriter) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result { try work(&self) }
}
