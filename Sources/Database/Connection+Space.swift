internal import CSQLite

extension Connection {
    /// How many pages the file has, those of the log counted and those that are free as well.
    package mutating func pageCount() throws(DatabaseFault) -> Int {
        try first("PRAGMA page_count") { $0.int(0) } ?? 0
    }

    /// How many pages hold nothing.
    package mutating func freePageCount() throws(DatabaseFault) -> Int {
        try first("PRAGMA freelist_count") { $0.int(0) } ?? 0
    }

    /// Gives free pages back; the file is shorter once the log is folded in.
    package mutating func releaseFreePages(_ count: Int) throws(DatabaseFault) {
        // It frees one page for each row that is asked for.
        try each("PRAGMA incremental_vacuum(\(max(count, 1)))", []) { _ in true }
    }

    /// Folds the log in by itself once it has so many pages; with 0, never.
    package mutating func foldLog(atPages count: Int) {
        csqlite_wal_autocheckpoint(handle, CInt(clamping: count))
    }

    /// Folds the log into the file now and empties it.
    ///
    /// - Parameter patience: How long to wait for readers and writers that are in the way.
    /// - Returns: Whether it is empty.
    /// - Throws: ``DatabaseFault`` when the files cannot be written.
    @discardableResult
    package mutating func emptyLog(patience: Duration) throws(DatabaseFault) -> Bool {
        wait(patience)
        defer { wait(self.patience) }
        switch csqlite_wal_truncate(handle) {
        case SQLITE_OK: return true
        case SQLITE_BUSY, SQLITE_LOCKED: return false
        case let code: throw DatabaseFault(code, handle)
        }
    }

    /// Leaves the log to the next who opens the file, instead of folding it in when this connection, if it is
    /// the last, goes.
    package mutating func leaveLog() { _ = csqlite_keep_wal_on_close(handle) }

    /// Holds the file to so many pages: more is as if the disk were full.
    package mutating func limit(pages count: Int) throws(DatabaseFault) {
        try execute("PRAGMA max_page_count = \(count)")
    }

    /// Whether the file is no longer where it was opened.
    package mutating func hasMoved() -> Bool {
        csqlite_has_moved(handle) != 0
    }
}
