internal import CSQLite

/// An open database.
///
/// ```swift
/// var database = try Connection("owls.sqlite")
/// try database.run("INSERT INTO owl (name, wings) VALUES (?, ?)", "Barn owl", 2)
/// let names = try database.rows("SELECT name FROM owl WHERE wings = ?", 2) { $0.text(0) }
/// ```
///
/// Statements are read once and kept by their text, so what varies is handed over as a value.
///
/// Sendable although SQLite's handle is not: it cannot be copied and everything changes it, so whoever uses it is
/// alone with it, be it by owning it or by holding the lock around it.
package struct Connection: ~Copyable, @unchecked Sendable {
    let handle: OpaquePointer
    let patience: Duration
    let access: Access
    private var statements: [String: PreparedStatement] = [:]

    /// What a connection may do with its file.
    package enum Access: Hashable, Sendable {
        /// Make the file if there is none; it is its owner's alone.
        case creating
        /// Read and write one that is there.
        case writing
        /// Only read one that is there.
        case reading
        /// Only read one that nobody changes meanwhile, without a log: for a folder in which no file can be made.
        case unchanging
    }

    /// Whether another process may have changed the file since it was opened, and this does not see it.
    package var mayChangeUnseen: Bool { access == .unchanging }

    /// Opens a file. Nothing of it is read yet, so what is wrong with it shows with the first statement.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - access: What may be done with it.
    ///   - patience: How long to wait for other processes.
    /// - Throws: ``DatabaseError/unreachable`` where nothing can be opened.
    package init(
        _ path: String, _ access: Access = .creating, patience: Duration = .seconds(5)
    ) throws(DatabaseError) {
        if let words = csqlite_load() { throw .other(String(cString: words)) }
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

    // The last statement to go, right after this, takes the connection with it.
    deinit { csqlite_close_v2(handle) }

    /// Runs a statement that has no answer, or one that does not matter.
    package mutating func run(_ statement: String, _ values: any Bindable...) throws(DatabaseError) {
        try each(statement, values) { _ in false }
    }

    /// Every row of an answer.
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

    /// The first row of an answer.
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

    /// Looks at the rows of an answer one by one, for as long as `look` says true.
    package mutating func each(
        _ statement: String, _ values: [any Bindable], look: (borrowing Row) -> Bool
    ) throws(DatabaseError) {
        let statement = try prepared(statement)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step(), look(Row(of: statement.handle)) {}
    }

    /// Runs statements that are needed once, one after the other.
    package mutating func execute(_ script: String) throws(DatabaseError) {
        let code = csqlite_exec(handle, script)
        guard code == SQLITE_OK else { throw DatabaseError(code, handle) }
    }

    /// How many rows the last statement changed.
    package mutating func changedRowCount() -> Int { Int(csqlite_changes64(handle)) }

    /// The number of the last row that was added.
    package mutating func lastRowID() -> Int { Int(csqlite_last_insert_rowid(handle)) }

    /// Says how long to wait for other processes.
    func wait(_ patience: Duration) { csqlite_busy_timeout(handle, CInt(patience / .milliseconds(1))) }

    private mutating func prepared(_ text: String) throws(DatabaseError) -> PreparedStatement {
        if let statement = statements[text] { return statement }
        let statement = try PreparedStatement(text, of: handle)
        statements[text] = statement
        return statement
    }
}

extension Connection {
    /// Does several things or none of them, alone among all who write.
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

    /// Starts what ends with ``commit()`` or ``rollBack()``, for an owner that changes with it.
    package mutating func begin() throws(DatabaseError) { try run("BEGIN IMMEDIATE") }

    /// Keeps what was done since ``begin()``.
    package mutating func commit() throws(DatabaseError) { try run("COMMIT") }

    /// Forgets what was done since ``begin()``.
    package mutating func rollBack() {
        // After some faults, such as a full disk, SQLite has already gone back by itself.
        if csqlite_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
    }
}

extension Connection {
    /// The version that the tables have.
    package mutating func schemaVersion() throws(DatabaseError) -> Int {
        try first("PRAGMA user_version") { $0.int(0) } ?? 0
    }

    /// Brings the tables to the version of this program.
    ///
    /// - Parameter steps: Scripts; the first makes version 1 of nothing, each other the next version of the one
    ///   before. Steps that were ever released stay as they are.
    /// - Throws: ``DatabaseError/newer(version:)`` when there were more steps than these.
    package mutating func migrate(_ steps: [String]) throws(DatabaseError) {
        if try isCurrent(steps) { return }
        try transaction { (database) throws(DatabaseError) in
            // Another process may have been quicker.
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
    /// Chooses how a file that holds no table yet is laid out: with a log, so that readers and a writer are not
    /// in each other's way, and able to shrink.
    ///
    /// Nobody else may have it open; ``DatabaseFile/make(_:)`` takes care of that.
    package mutating func layOut(pageByteCount: Int) throws(DatabaseError) {
        try execute("PRAGMA page_size = \(pageByteCount)")
        try execute("PRAGMA auto_vacuum = INCREMENTAL")
        try execute("PRAGMA journal_mode = WAL")
    }

    /// Waits for the disk only when the log is folded in. What was committed may be lost with the power, but
    /// never in part.
    package mutating func relaxDurability() throws(DatabaseError) {
        try execute("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = OFF")
    }

    /// Never waits for the disk. The end of a process does no harm at any moment; after the power was lost the
    /// file may be damaged, so this is for what can be had again and proves itself when it is read.
    package mutating func forgoDurability() throws(DatabaseError) {
        try execute("PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF")
    }

    /// Reads so many bytes of the file as memory instead of copying them first.
    package mutating func map(byteCount: Int) throws(DatabaseError) {
        // Nothing keeps others from cutting the file off, and memory that is gone ends the program.
        if access == .unchanging { return }
        try execute("PRAGMA mmap_size = \(byteCount)")
    }

    /// Whether SQLite brings full-text search.
    package static var hasFullTextSearch: Bool {
        csqlite_load() == nil && csqlite_compileoption_used("ENABLE_FTS5") != 0
    }
}

extension Connection {
    /// How many pages the file has, those of the log counted and those that are free as well.
    package mutating func pageCount() throws(DatabaseError) -> Int {
        try first("PRAGMA page_count") { $0.int(0) } ?? 0
    }

    /// How many pages hold nothing.
    package mutating func freePageCount() throws(DatabaseError) -> Int {
        try first("PRAGMA freelist_count") { $0.int(0) } ?? 0
    }

    /// Gives free pages back; the file is shorter once the log is folded in.
    package mutating func releaseFreePages(_ count: Int) throws(DatabaseError) {
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
    /// - Throws: ``DatabaseError`` when the files cannot be written.
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

    /// Leaves the log to the next who opens the file, instead of folding it in when this connection, if it is
    /// the last, goes.
    package mutating func leaveLog() { _ = csqlite_keep_wal_on_close(handle) }

    /// Holds the file to so many pages: more is as if the disk were full.
    package mutating func limit(pages count: Int) throws(DatabaseError) {
        try execute("PRAGMA max_page_count = \(count)")
    }

    /// Whether the file is no longer where it was opened.
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

    /// What SQLite calls the file.
    fileprivate func name(of path: String) -> String {
        guard self == .unchanging else { return path }
        // By bytes: what combines with such a sign would hide it.
        let escaped = path.utf8.flatMap { byte in
            "%?#".utf8.contains(byte) ? Array("%\(String(byte, radix: 16))".utf8) : [byte]
        }
        return "file:\(String(decoding: escaped, as: UTF8.self))?immutable=1"
    }
}
