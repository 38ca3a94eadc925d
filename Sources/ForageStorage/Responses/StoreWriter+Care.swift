internal import Database
internal import ForageCore
internal import Platform

extension StoreWriter {
    private static let patience = Duration.seconds(1)

    /// Deletes a few answers that have expired or exceed the size.
    ///
    /// - Returns: The number of answers; 0 once there is nothing more to delete.
    mutating func pruneStep(to share: Int) throws(DatabaseError) -> Int {
        let count = settings.budget.stepCount
        try emptyLogIfLarge()
        let dropped = try transaction { (writer) throws(DatabaseError) in
            let expired = try writer.drop(
                "SELECT id, blob FROM entry WHERE expires < ? ORDER BY expires LIMIT ?", writer.settings.time,
                count)
            let space = try writer.space()
            if expired > 0 || space.usedByteCount <= share { return expired }
            return try writer.drop("SELECT id, blob FROM entry ORDER BY used LIMIT ?", count)
        }
        try removeDroppedFiles()
        return dropped
    }

    /// Deletes a few entries, of one provider or any.
    ///
    /// - Returns: The number of entries; 0 once there are none.
    mutating func clearStep(_ provider: ProviderID?) throws(DatabaseError) -> Int {
        let count = settings.budget.stepCount
        try emptyLogIfLarge()
        let dropped = try transaction { (writer) throws(DatabaseError) in
            guard let provider else { return try writer.drop("SELECT id, blob FROM entry LIMIT ?", count) }
            return try writer.drop(
                "SELECT id, blob FROM entry WHERE provider = ? LIMIT ?", provider.name, count)
        }
        try removeDroppedFiles()
        return dropped
    }

    /// Removes a few free pages from the file.
    ///
    /// - Returns: True if there may be more.
    mutating func shrinkStep() throws(DatabaseError) -> Bool {
        let count = try database.freePageCount()
        if count > 0 { try database.releaseFreePages(min(count, settings.budget.shrinkingPageCount)) }
        return try database.emptyLog(patience: Self.patience) && count > 0
    }

    private mutating func emptyLogIfLarge() throws(DatabaseError) {
        guard settings.folder.database.logByteCount > settings.budget.logByteCount / 2 else { return }
        try database.emptyLog(patience: Self.patience)
    }

    /// Removes files without a row, which remain if an older database is restored, for example.
    mutating func removeUnusedFiles() throws(DatabaseError) -> Int {
        try removeLeftovers()
        return try transaction { (writer) throws(DatabaseError) in
            var count = 0
            for (name, digest) in writer.settings.folder.objects() {
                let isKnown = try writer.database.first(
                    "SELECT 1 FROM blob WHERE digest = ? UNION SELECT 1 FROM stray WHERE digest = ?", digest,
                    digest
                ) { _ in true }
                guard isKnown == nil else { continue }
                writer.settings.folder.remove(name)
                count += 1
            }
            try writer.recountFiles()
            return count
        }
    }

    private mutating func recountFiles() throws(DatabaseError) {
        try database.run(
            """
            UPDATE tally SET file_byte_count =
            (SELECT total((byte_count + 4095) / 4096 * 4096 + 4096) FROM blob WHERE body IS NULL)
            + (SELECT total(disk_byte_count) FROM stray)
            """)
    }
}

// A stray is recorded before its file is created, and until the file is removed. Files get their digest as a name, and
// are removed, only within a transaction, so that no process removes a file that another is about to use.
extension StoreWriter {
    static var process: Int { Int(getpid()) }

    mutating func addStray(_ name: String, _ digest: [UInt8], diskByteCount: Int) throws(DatabaseError) {
        try database.run(
            "INSERT INTO stray VALUES (?, ?, ?, ?, ?)", name, digest, diskByteCount, Self.process,
            settings.time)
    }

    /// Deletes the record of a stray, because the file is now in use, or its body was stored again.
    ///
    /// - Returns: The number of bytes that were counted for it.
    mutating func forgetStray(_ name: String) throws(DatabaseError) -> Int {
        try database.first("DELETE FROM stray WHERE name = ? RETURNING disk_byte_count", name) { $0.int(0) }
            ?? 0
    }

    mutating func countFiles(_ diskByteCount: Int) throws(DatabaseError) {
        try database.run("UPDATE tally SET file_byte_count = max(file_byte_count + ?, 0)", diskByteCount)
    }

    /// Removes a file that was not needed.
    mutating func removeStray(_ name: String) throws(DatabaseError) {
        try removeStrays("name = ?", name)
    }

    /// Removes the files of bodies that this process deleted.
    mutating func removeDroppedFiles() throws(DatabaseError) {
        try removeStrays("owner = ? AND name LIKE 'objects/__/%'", Self.process)
    }

    /// Removes files that killed processes left, and files that are too old to be still in use.
    mutating func removeLeftovers() throws(DatabaseError) {
        let owners = try database.rows("SELECT DISTINCT owner FROM stray") { $0.int(0) }
        for owner in owners where Self.isDead(owner) { try removeStrays("owner = ?", owner) }
        let hour = 3600.0
        if !owners.isEmpty { try removeStrays("since < ?", settings.time - hour) }
    }

    private static func isDead(_ process: Int) -> Bool {
        kill(pid_t(truncatingIfNeeded: process), 0) != 0 && errno == ESRCH
    }

    private mutating func removeStrays(_ which: String, _ value: any Bindable) throws(DatabaseError) {
        // A read comes first, because there is rarely a stray and a transaction is expensive.
        let isAny = try database.first("SELECT 1 FROM stray WHERE \(which)", value) { _ in true }
        guard isAny != nil else { return }
        try transaction { (writer) throws(DatabaseError) in
            let strays = try writer.database.rows("SELECT name, digest FROM stray WHERE \(which)", value) {
                (name: $0.text(0), digest: $0.bytes(1))
            }
            for stray in strays { try writer.remove(stray.name, stray.digest) }
        }
    }

    private mutating func remove(_ name: String, _ digest: [UInt8]) throws(DatabaseError) {
        let isUsed = try database.first("SELECT 1 FROM blob WHERE digest = ?", digest) { _ in true } ?? false
        let final = StoreFolder.name(of: digest)
        if name != final { settings.folder.remove(name) }
        if !isUsed { settings.folder.remove(final) }
        try countFiles(-forgetStray(name))
    }
}
