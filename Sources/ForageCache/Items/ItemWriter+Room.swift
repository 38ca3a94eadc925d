internal import Database
internal import ForageCore

extension ItemWriter {
    /// Drops the oldest items once the file is nearly full, or when it turned out to be full.
    mutating func makeRoom(isFull: Bool) throws(DatabaseFault) {
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
    mutating func prune() throws(DatabaseFault) -> Int {
        let time = settings.time
        return try inSteps { (database) throws(DatabaseFault) in
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
    mutating func clear() throws(DatabaseFault) -> Int {
        let count = try database.transaction { (database) throws(DatabaseFault) in
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
    mutating func clear(_ provider: ProviderID) throws(DatabaseFault) -> Int {
        let count = try inSteps { (database) throws(DatabaseFault) in
            try database.drop(
                """
                number IN (SELECT item.number FROM item JOIN provider ON provider.number = item.provider
                WHERE name = ? LIMIT \(Self.stepCount))
                """, provider.name)
        }
        try database.releaseFreePages(database.freePageCount())
        return count
    }

    private mutating func dropOldest(_ count: Int) throws(DatabaseFault) {
        var rest = count
        _ = try inSteps { (database) throws(DatabaseFault) in
            let step = min(rest, Self.stepCount)
            rest -= step
            return try database.drop("number IN (SELECT number FROM item ORDER BY met LIMIT ?)", step)
        }
    }

    /// Each step is a transaction of its own, so that neither the log grows nor anyone waits for long.
    private mutating func inSteps(
        _ step: (inout Connection) throws(DatabaseFault) -> Int
    ) throws(DatabaseFault) -> Int {
        var total = 0
        while true {
            let count = try database.transaction(step)
            total += count
            if count == 0 { return total }
        }
    }

    private mutating func joinIndexes() throws(DatabaseFault) {
        for table in ItemSchema.indexes {
            var isFirst = true
            while try database.joinPieces(of: table, isFirst: isFirst) { isFirst = false }
        }
    }

    private mutating func usedPageCount() throws(DatabaseFault) -> Int {
        try database.pageCount() - database.freePageCount()
    }

    private static let stepCount = 128
}
