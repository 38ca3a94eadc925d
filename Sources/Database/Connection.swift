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
    /// - Throws: ``DatabaseFault/unreachable`` where nothing can be opened.
    package init(
        _ path: String, _ access: Access = .creating, patience: Duration = .seconds(5)
    ) throws(DatabaseFault) {
        if let words = csqlite_load() { throw .other(String(cString: words)) }
        if access == .creating { DatabaseFile(path).create() }
        var handle: OpaquePointer?
        let code = csqlite_open_v2(access.name(of: path), &handle, access.flags | SQLITE_OPEN_NOMUTEX)
        guard code == SQLITE_OK, let handle else {
            csqlite_close_v2(handle)
            throw DatabaseFault(code, nil)
        }
        self.handle = handle
        self.patience = patience
        self.access = access
        wait(patience)
    }

    // The last statement to go, right after this, takes the connection with it.
    deinit { csqlite_close_v2(handle) }

    /// Runs a statement that has no answer, or one that does not matter.
    package mutating func run(_ statement: String, _ values: any Bindable...) throws(DatabaseFault) {
        try each(statement, values) { _ in false }
    }

    /// Every row of an answer.
    package mutating func rows<Element>(
        _ statement: String, _ values: any Bindable..., read: (borrowing Row) -> Element
    ) throws(DatabaseFault) -> [Element] {
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
    ) throws(DatabaseFault) -> Element? {
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
    ) throws(DatabaseFault) {
        let statement = try prepared(statement)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step(), look(Row(of: statement.handle)) {}
    }

    /// Runs statements that are needed once, one after the other.
    package mutating func execute(_ script: String) throws(DatabaseFault) {
        let code = csqlite_exec(handle, script)
        guard code == SQLITE_OK else { throw DatabaseFault(code, handle) }
    }

    /// How many rows the last statement changed.
    package mutating func changedRowCount() -> Int { Int(csqlite_changes64(handle)) }

    /// The number of the last row that was added.
    package mutating func lastRowID() -> Int { Int(csqlite_last_insert_rowid(handle)) }

    /// Says how long to wait for other processes.
    func wait(_ patience: Duration) { csqlite_busy_timeout(handle, CInt(patience / .milliseconds(1))) }

    private mutating func prepared(_ text: String) throws(DatabaseFault) -> PreparedStatement {
        if let statement = statements[text] { return statement }
        let statement = try PreparedStatement(text, of: handle)
        statements[text] = statement
        return statement
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
