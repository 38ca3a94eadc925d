internal import Database
internal import ForageCore
internal import Platform

/// A process's only connection that writes.
struct StoreWriter: ~Copyable {
    let settings: StoreSettings
    var database: Connection
    /// The size of the files that were deleted in this transaction.
    var condemnedByteCount = 0

    /// Opens a store and creates it if it does not exist.
    init(_ settings: StoreSettings) throws(DatabaseError) {
        database = try Self.open(settings)
        self.settings = settings
    }

    private static func open(_ settings: StoreSettings) throws(DatabaseError) -> Connection {
        settings.folder.create()
        var database = try connect(settings)
        if try StoreSchema.version(of: &database) < StoreSchema.steps.count {
            try database.migrate(StoreSchema.steps)
        }
        try database.disableDurability()
        database.foldLog(atPages: settings.budget.foldingPageCount)
        database.leaveLog()
        return database
    }

    /// Opens the file after creating it if necessary. Between the two steps, another process may move it away.
    private static func connect(_ settings: StoreSettings) throws(DatabaseError) -> Connection {
        for _ in 0..<3 {
            try make(settings)
            do throws(DatabaseError) {
                return try Connection(settings.folder.database.path, .writing)
            } catch .unreachable {
                continue
            }
        }
        throw .unreachable
    }

    private static func make(_ settings: StoreSettings) throws(DatabaseError) {
        try settings.folder.database.make { (database) throws(DatabaseError) in
            try database.layOut(pageByteCount: StoreSchema.pageByteCount)
            try database.migrate(StoreSchema.steps)
            // These are files of a former database that is gone.
            settings.folder.removeObjects()
        }
    }

    /// Runs several statements as one transaction.
    mutating func transaction<Result>(
        _ work: (inout StoreWriter) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
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

    /// Replaces the header of an answer and retains its body.
    ///
    /// A stored answer that arrived after the request for the new one is a different answer, with a different body, and
    /// is not replaced.
    mutating func update(_ response: StoredResponse) throws(DatabaseError) {
        try transaction { (writer) throws(DatabaseError) in
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
    ) throws(DatabaseError) {
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

    /// Deletes all answers of a key.
    mutating func removeResponses(for key: CacheKey) throws(DatabaseError) {
        try transaction { (writer) throws(DatabaseError) in
            _ = try writer.drop("SELECT id, blob FROM entry WHERE key = ?", key.text)
        }
        try removeDroppedFiles()
    }

    /// Deletes a damaged body, together with all answers that have it.
    mutating func removeBody(_ blob: Int) throws(DatabaseError) {
        try transaction { (writer) throws(DatabaseError) in
            try writer.drop("SELECT id, blob FROM entry WHERE blob = ?", blob)
            // Without an entry, the body would never be found again.
            try writer.dropBody(blob)
        }
        try removeDroppedFiles()
    }

    /// Records the use of answers.
    mutating func noteUse(of entries: [Int]) throws(DatabaseError) {
        let time = settings.time
        try transaction { (writer) throws(DatabaseError) in
            for entry in entries {
                try writer.database.run("UPDATE entry SET used = ? WHERE id = ?", time, entry)
            }
        }
    }
}

extension StoreWriter {
    fileprivate mutating func perform<Result>(
        _ work: (inout StoreWriter) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result { try work(&self) }
}

extension StoreWriter {
    /// Stores an answer in place of the one with the same key and variant, if there is enough space. A large body has
    /// already been written to a file.
    mutating func store(
        _ response: StoredResponse, _ body: NewBody, file: String?
    ) throws(DatabaseError) {
        let isStored = try withRoom(Need(pageCount: body.pageCount)) { (writer) throws(DatabaseError) in
            let blob = try writer.keep(body, file: file)
            try writer.put(response, in: blob, sum: body.sum)
        }
        if !isStored, let file { try removeStray(file) }
    }

    /// Records that a file for a large body is about to be written.
    ///
    /// - Returns: Its name; nil if there is not enough space.
    mutating func announceFile(of body: NewBody) throws(DatabaseError) -> String? {
        let name = "objects/\(Self.process)-\(UInt64.random(in: 0...UInt64.max))"
        let need = Need(pageCount: body.pageCount, fileByteCount: body.fileByteCount)
        let isAnnounced = try withRoom(need) { (writer) throws(DatabaseError) in
            try writer.addStray(name, body.digest, diskByteCount: need.fileByteCount)
            try writer.countFiles(need.fileByteCount)
        }
        return isAnnounced ? name : nil
    }

    /// Returns the row of a body, either a new one or the shared one.
    private mutating func keep(_ body: NewBody, file: String?) throws(DatabaseError) -> Int {
        let known = try database.first(
            "UPDATE blob SET uses = uses + 1 WHERE digest = ? RETURNING id", body.digest
        ) { $0.int(0) }
        if let file { try adopt(file, of: body, isKnown: known != nil) }
        if let known { return known }
        try database.run(
            "INSERT INTO blob (digest, byte_count, sum, uses, body) VALUES (?, ?, ?, 1, ?)",
            body.digest, body.bytes.count, body.sum, body.isLarge ? nil : body.bytes)
        return database.lastRowID()
    }

    private mutating func adopt(_ file: String, of body: NewBody, isKnown: Bool) throws(DatabaseError) {
        let name = StoreFolder.name(of: body.digest)
        try settings.folder.move(file, to: name)
        // Another database may have replaced the one that counted this file.
        let countedByteCount = try forgetStray(file)
        // If a file of that name already exists, it is already counted.
        let newByteCount = try isKnown ? 0 : body.fileByteCount - forgetStray(name)
        try countFiles(newByteCount - countedByteCount)
    }

    private mutating func put(_ response: StoredResponse, in blob: Int, sum: Int) throws(DatabaseError) {
        let variant = response.storedVariant
        try drop("SELECT id, blob FROM entry WHERE key = ? AND variant = ?", response.key.text, variant)
        let part = response.storedPart
        try database.run(
            """
            INSERT INTO entry (key, variant, provider, media_type, status, headers, requested, received,
            part_start, part_end, part_total, byte_count, expires, used, blob)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, response.key.text, variant, response.provider.name, response.mediaType, response.status,
            response.storedHeaders(withBody: sum), response.requested.timeIntervalSinceReferenceDate,
            response.received.timeIntervalSinceReferenceDate, part.start, part.end, part.total,
            response.byteCount, settings.expiry(response)?.timeIntervalSinceReferenceDate, settings.time, blob
        )
    }
}

extension StoreWriter {
    /// Deletes the entries that a statement selects, each with its body; requires a transaction.
    ///
    /// - Returns: The number of entries.
    @discardableResult
    mutating func drop(_ statement: String, _ values: any Bindable...) throws(DatabaseError) -> Int {
        var entries: [(id: Int, blob: Int)] = []
        try database.each(statement, values) { row in
            entries.append((row.int(0), row.int(1)))
            return true
        }
        for entry in entries {
            try database.run("DELETE FROM entry WHERE id = ?", entry.id)
            let uses = try database.first(
                "UPDATE blob SET uses = uses - 1 WHERE id = ? RETURNING uses", entry.blob
            ) { $0.int(0) }
            if let uses, uses <= 0 { try dropBody(entry.blob) }
        }
        return entries.count
    }

    /// Deletes a body. Its file is only marked for removal: if it were removed before the transaction is committed, a
    /// row could remain without its bytes.
    mutating func dropBody(_ blob: Int) throws(DatabaseError) {
        let dropped = try database.first(
            "DELETE FROM blob WHERE id = ? RETURNING digest, byte_count, body IS NULL", blob
        ) { (digest: $0.bytes(0), byteCount: $0.int(1), isFile: $0.int(2) == 1) }
        guard let dropped, dropped.isFile else { return }
        let diskByteCount = StoreFolder.diskByteCount(of: dropped.byteCount)
        try addStray(StoreFolder.name(of: dropped.digest), dropped.digest, diskByteCount: diskByteCount)
        condemnedByteCount += diskByteCount
    }
}

extension DiskStore.WriterState {
    /// Runs work with the writer, which is opened if necessary.
    mutating func use<Result>(
        _ settings: StoreSettings, _ work: (inout StoreWriter) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        if try writer?.database.isReplaced(at: settings.folder.database) == true { writer = nil }
        if writer == nil {
            writer = try StoreWriter(settings)
            try writer?.removeLeftovers()
        }
        return try writer?.perform(work)
    }
}
