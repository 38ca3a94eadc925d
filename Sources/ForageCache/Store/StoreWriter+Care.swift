internal import Database
internal import ForageCore

extension StoreWriter {
    private static let patience = Duration.seconds(1)

    /// Drops a few of what is past its time or too much.
    ///
    /// - Returns: How many; 0 once there is no more to do.
    mutating func pruneStep(to share: Int) throws(DatabaseFault) -> Int {
        let count = settings.budget.stepCount
        try emptyLogIfLarge()
        let dropped = try transaction { (writer) throws(DatabaseFault) in
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

    /// Drops a few entries, those of one provider or any.
    ///
    /// - Returns: How many; 0 once there are none.
    mutating func clearStep(_ provider: ProviderID?) throws(DatabaseFault) -> Int {
        let count = settings.budget.stepCount
        try emptyLogIfLarge()
        let dropped = try transaction { (writer) throws(DatabaseFault) in
            guard let provider else { return try writer.drop("SELECT id, blob FROM entry LIMIT ?", count) }
            return try writer.drop(
                "SELECT id, blob FROM entry WHERE provider = ? LIMIT ?", provider.name, count)
        }
        try removeDroppedFiles()
        return dropped
    }

    /// Gives a few free pages back.
    ///
    /// - Returns: Whether there may be more.
    mutating func shrinkStep() throws(DatabaseFault) -> Bool {
        let count = try database.freePageCount()
        if count > 0 { try database.releaseFreePages(min(count, settings.budget.shrinkingPageCount)) }
        return try database.emptyLog(patience: Self.patience) && count > 0
    }

    private mutating func emptyLogIfLarge() throws(DatabaseFault) {
        guard settings.folder.database.logByteCount > settings.budget.logByteCount / 2 else { return }
        try database.emptyLog(patience: Self.patience)
    }

    /// Removes files of which no row knows, such as a restored older database leaves behind.
    mutating func removeUnusedFiles() throws(DatabaseFault) -> Int {
        try removeLeftovers()
        return try transaction { (writer) throws(DatabaseFault) in
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

    private mutating func recountFiles() throws(DatabaseFault) {
        try database.run(
            """
            UPDATE tally SET file_byte_count =
            (SELECT total((byte_count + 4095) / 4096 * 4096 + 4096) FROM blob WHERE body IS NULL)
            + (SELECT total(disk_byte_count) FROM stray)
            """)
    }
}
