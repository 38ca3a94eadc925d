internal import CSQLite

extension Connection {
    /// Chooses how a file that holds no table yet is laid out: with a log, so that readers and a writer are not
    /// in each other's way, and able to shrink.
    ///
    /// Nobody else may have it open; ``DatabaseFile/make(_:)`` takes care of that.
    package mutating func layOut(pageByteCount: Int) throws(DatabaseFault) {
        try execute("PRAGMA page_size = \(pageByteCount)")
        try execute("PRAGMA auto_vacuum = INCREMENTAL")
        try execute("PRAGMA journal_mode = WAL")
    }

    /// Waits for the disk only when the log is folded in. What was committed may be lost with the power, but
    /// never in part.
    package mutating func relaxDurability() throws(DatabaseFault) {
        try execute("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = OFF")
    }

    /// Never waits for the disk. The end of a process does no harm at any moment; after the power was lost the
    /// file may be damaged, so this is for what can be had again and proves itself when it is read.
    package mutating func forgoDurability() throws(DatabaseFault) {
        try execute("PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF")
    }

    /// Reads so many bytes of the file as memory instead of copying them first.
    package mutating func map(byteCount: Int) throws(DatabaseFault) {
        // Nothing keeps others from cutting the file off, and memory that is gone ends the program.
        if access == .unchanging { return }
        try execute("PRAGMA mmap_size = \(byteCount)")
    }

    /// Whether SQLite brings full-text search.
    package static var hasFullTextSearch: Bool {
        csqlite_load() == nil && csqlite_compileoption_used("ENABLE_FTS5") != 0
    }
}
