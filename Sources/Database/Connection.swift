internal import CSQLite

/// An open database.
///
/// ```swift
/// var database = try Connection("owls.sqlite")
/// try database.run("INSERT INTO owl (name, wings) VALUES (?, ?)", "Barn owl", 2)
/// let names = try database.rows("SELECT name FROM owl WHERE wings = ?", 2) { $0.text(0) }
/// ```
///
/// Each statement is prepared once and kept by its text, so pass values that vary as arguments.
///
/// This type is `Sendable` although SQLite's handle is not thread-safe: a connection cannot be copied, and every use
/// mutates it, so only its owner or the holder of the lock around it can use it.
package struct Connection: ~Copyable, @unchecked Sendable {
    let handle: OpaquePointer
    let patience: Duration
    let access: Access
    private var statements: [String: PreparedStatement] = [:]

    /// The ways in which a connection may use its file.
    package enum Access: Hashable, Sendable {
        /// Creates the file if there is none; only its owner may read and write it.
        case creating
        /// Reads and writes an existing file.
        case writing
        /// Only reads an existing file.
        case reading
        /// Only reads a file that does not change meanwhile, without a log: for a folder in which no file can be
        /// created.
        case unchanging
    }

    /// Indicates whether changes that other processes make to the file may go unnoticed by this connection.
    package var mayChangeUnseen: Bool { access == .unchanging }

    /// Opens a file. Nothing is read yet, so a fault in the file shows only with the first statement.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - access: The permitted use of the file.
    ///   - patience: The longest time to wait for other processes.
    /// - Throws: ``DatabaseError/unreachable`` if the file cannot be opened.
    package init(
        _ path: String, _ access: Access = .creating, patience: Duration = .seconds(5)
    ) throws(DatabaseError) {
        if let reason = csqlite_load() { throw .missing(DatabaseError.sqlite, reason) }
        if access == .creating { DatabaseFile(path).create() }
        var handle: OpaquePointer?
        let code = csqlite_open_v2(access.name(of: path), &handle, access.flags | SQLITE_OPEN_NOMUTEX)
        guard code == SQLITE_OK, let handle else {
            csqlite_close_v2(handle)
            throw DatabaseError(code, nil)
        }
        self.handle = handle
        self.patience = patience
        self.access = access
        wait(patience)
    }

    // The connection closes when its last statement is finalized, right after this.
    deinit { csqlite_close_v2(handle) }

    /// Runs a statement whose result, if any, is ignored.
    package mutating func run(_ statement: String, _ values: any Bindable...) throws(DatabaseError) {
        try run(statement, with: values)
    }

    /// Runs a statement with a list of values.
    package mutating func run(_ statement: String, with values: [any Bindable]) throws(DatabaseError) {
        try each(statement, values) { _ in false }
    }

    /// Returns every row of the result.
    package mutating func rows<Element>(
        _ statement: String, _ values: any Bindable..., read: (borrowing Row) -> Element
    ) throws(DatabaseError) -> [Element] {
        var elements: [Element] = []
        try each(statement, values) {
            elements.append(read($0))
            return true
        }
        return elements
    }

    /// Returns the first row of the result, or nil if there is none.
    package mutating func first<Element>(
        _ statement: String, _ values: any Bindable..., read: (borrowing Row) -> Element
    ) throws(DatabaseError) -> Element? {
        var element: Element?
        try each(statement, values) {
            element = read($0)
            return false
        }
        return element
    }

    /// Calls `look` with the rows of the result one by one, as long as it returns true.
    package mutating func each(
        _ statement: String, _ values: [any Bindable], look: (borrowing Row) -> Bool
    ) throws(DatabaseError) {
        let statement = try prepared(statement)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step(), look(Row(of: statement.handle)) {}
    }

    /// Runs several statements that are needed only once, in order.
    package mutating func execute(_ script: String) throws(DatabaseError) {
        let code = csqlite_exec(handle, script)
        guard code == SQLITE_OK else { throw DatabaseError(code, handle) }
    }

    /// Returns the number of rows that the last statement changed.
    package mutating func changedRowCount() -> Int { Int(csqlite_changes64(handle)) }

    /// Returns the ID of the last row that was added.
    package mutating func lastRowID() -> Int { Int(csqlite_last_insert_rowid(handle)) }

    /// Sets the longest time to wait for other processes.
    func wait(_ patience: Duration) { csqlite_busy_timeout(handle, CInt(patience / .milliseconds(1))) }

    private mutating func prepared(_ text: String) throws(DatabaseError) -> PreparedStatement {
        if let statement = statements[text] { return statement }
        let statement = try PreparedStatement(text, of: handle)
        statements[text] = statement
        return statement
    }
}

extension Connection {
    /// Runs several statements as one transaction, which excludes other writers: all of them take effect, or none.
    package mutating func transaction<Result>(
        _ work: (inout Connection) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try begin()
        do {
            let result = try work(&self)
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Begins a transaction that ends with ``commit()`` or ``rollBack()``, for an owner that changes with it.
    package mutating func begin() throws(DatabaseError) { try run("BEGIN IMMEDIATE") }

    /// Saves the changes since ``begin()``.
    package mutating func commit() throws(DatabaseError) { try run("COMMIT") }

    /// Discards the changes since ``begin()``.
    package mutating func rollBack() {
        // After some errors, such as a full disk, SQLite has already rolled back by itself.
        if csqlite_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
    }
}

extension Connection {
    /// Returns the version of the schema in the file.
    package mutating func schemaVersion() throws(DatabaseError) -> Int {
        try first("PRAGMA user_version") { $0.int(0) } ?? 0
    }

    /// Migrates the schema to the version of this program.
    ///
    /// - Parameter steps: Scripts; the first creates version 1, and each other one turns the version before into the
    ///   next. Never change a step that was released.
    /// - Throws: ``DatabaseError/newer(version:)`` if the file has a later version than these steps make.
    package mutating func migrate(_ steps: [String]) throws(DatabaseError) {
        if try isCurrent(steps) { return }
        try transaction { (database) throws(DatabaseError) in
            // Another process may have migrated the file in the meantime.
            if try database.isCurrent(steps) { return }
            for step in try steps[database.schemaVersion()...] { try database.execute(step) }
            try database.execute("PRAGMA user_version = \(steps.count)")
        }
    }

    private mutating func isCurrent(_ steps: [String]) throws(DatabaseError) -> Bool {
        let version = try schemaVersion()
        guard (0...steps.count).contains(version) else { throw .newer(version: version) }
        return version == steps.count
    }
}

extension Connection {
    /// Sets the format of a file that has no table yet: with a log, so that readers and a writer do not block each
    /// other, and able to shrink.
    ///
    /// No other connection may have the file open; ``DatabaseFile/make(_:)`` ensures that.
    package mutating func layOut(pageByteCount: Int) throws(DatabaseError) {
        try execute("PRAGMA page_size = \(pageByteCount)")
        try execute("PRAGMA auto_vacuum = INCREMENTAL")
        try execute("PRAGMA journal_mode = WAL")
    }

    /// Waits for the disk only when the log is copied into the file. A power failure may lose committed transactions,
    /// but never a part of one.
    package mutating func relaxDurability() throws(DatabaseError) {
        try execute("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = OFF")
    }

    /// Never waits for the disk. The end of a process does no harm, but a power failure may damage the file. Use this
    /// only for data that can be fetched again and is verified when it is read.
    package mutating func disableDurability() throws(DatabaseError) {
        try execute("PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF")
    }

    /// Maps up to this many bytes of the file into memory instead of copying them.
    package mutating func map(byteCount: Int) throws(DatabaseError) {
        // Another process could truncate the file, and access to memory that is gone ends the program.
        if access == .unchanging { return }
        try execute("PRAGMA mmap_size = \(byteCount)")
    }

    /// Indicates whether SQLite was built with full-text search.
    package static var hasFullTextSearch: Bool {
        csqlite_load() == nil && csqlite_compileoption_used("ENABLE_FTS5") != 0
    }
}

extension Connection {
    /// Returns the number of pages in the file, including those in the log and free ones.
    package mutating func pageCount() throws(DatabaseError) -> Int {
        try first("PRAGMA page_count") { $0.int(0) } ?? 0
    }

    /// Returns the number of free pages.
    package mutating func freePageCount() throws(DatabaseError) -> Int {
        try first("PRAGMA freelist_count") { $0.int(0) } ?? 0
    }

    /// Removes free pages from the file, which becomes shorter once the log is copied into it.
    package mutating func releaseFreePages(_ count: Int) throws(DatabaseError) {
        // SQLite frees one page for each row that is read.
        try each("PRAGMA incremental_vacuum(\(max(count, 1)))", []) { _ in true }
    }

    /// Copies the log into the file automatically once it has this many pages; never if 0.
    package mutating func foldLog(atPages count: Int) {
        csqlite_wal_autocheckpoint(handle, CInt(clamping: count))
    }

    /// Copies the log into the file now and empties it.
    ///
    /// - Parameter patience: The longest time to wait for other readers and writers.
    /// - Returns: True if the log is empty.
    /// - Throws: ``DatabaseError`` if the files cannot be written.
    @discardableResult
    package mutating func emptyLog(patience: Duration) throws(DatabaseError) -> Bool {
        wait(patience)
        defer { wait(self.patience) }
        switch csqlite_wal_truncate(handle) {
        case SQLITE_OK: return true
        case SQLITE_BUSY, SQLITE_LOCKED: return false
        case let code: throw DatabaseError(code, handle)
        }
    }

    /// Leaves the log as it is when the last connection closes; the next connection then copies it into the file.
    package mutating func leaveLog() { _ = csqlite_keep_wal_on_close(handle) }

    /// Limits the file to this many pages; beyond them, the disk counts as full.
    package mutating func limit(pages count: Int) throws(DatabaseError) {
        try execute("PRAGMA max_page_count = \(count)")
    }

    /// Returns true if the file is no longer at the path where it was opened.
    package mutating func hasMoved() -> Bool {
        csqlite_has_moved(handle) != 0
    }
}

extension Connection.Access {
    fileprivate var flags: CInt {
        switch self {
        case .creating, .writing: SQLITE_OPEN_READWRITE
        case .reading: SQLITE_OPEN_READONLY
        case .unchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        }
    }

    /// Returns the name under which SQLite opens the file.
    fileprivate func name(of path: String) -> String {
        guard self == .unchanging else { return path }
        // This compares bytes, because a combining character would make one of these signs a different `Character`.
        let escaped = path.utf8.flatMap { byte in
            "%?#".utf8.contains(byte) ? Array("%\(String(byte, radix: 16))".utf8) : [byte]
        }
        return "file:\(String(decoding: escaped, as: UTF8.self))?immutable=1"
    }
}
