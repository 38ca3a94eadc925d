internal import CSQLite

/// A reason why a database operation failed.
package enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process held the database for longer than the time limit.
    case busy
    /// The disk is full, or the file has reached its size limit.
    case full
    /// The database may not be written.
    case readOnly
    /// The file is not a database, or its pages contradict each other.
    case damaged
    /// A later version of the program created the database.
    case newer(version: Int)
    /// The file does not exist or cannot be reached.
    case unreachable
    /// The file was removed or moved while it was open.
    case moved
    /// The connection to a server failed, with its own or libpq's message.
    case disconnected(String)
    /// The database's own message about any other error.
    case other(String)

    package var description: String {
        switch self {
        case .busy: "The database is in use by another process and did not become free."
        case .full: "The disk is full."
        case .readOnly: "The database is read-only."
        case .damaged: "The database is damaged."
        case .newer(let version):
            "The database was created by a later version of this program (database version \(version)): update this one."
        case .unreachable: "The database cannot be opened."
        case .moved: "The database was moved or removed."
        case .disconnected(let words): "The connection to the database failed: \(words)."
        case .other(let words): "The database failed: \(words)."
        }
    }

    /// The error if a library cannot be loaded.
    static func missing(_ library: String, _ reason: UnsafePointer<CChar>) -> DatabaseError {
        .other("\(library) is needed and cannot be loaded (\(String(cString: reason)))")
    }

    /// The oldest SQLite that can be used, for a message.
    static let sqlite = "SQLite 3.37 or later"

    /// There was no room for the index of the log, which SQLite needs even to read (SQLITE_IOERR_SHMSIZE).
    private static let noRoomForIndex = SQLITE_IOERR | 19 << 8

    /// Translates a result code; the message comes from the connection, if there is one.
    init(_ code: CInt, _ connection: OpaquePointer?) {
        self =
            switch code & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
            case SQLITE_FULL: .full
            case SQLITE_IOERR where connection.map(csqlite_extended_errcode) == Self.noRoomForIndex: .full
            case SQLITE_READONLY, SQLITE_PERM: .readOnly
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
            case SQLITE_CANTOPEN: .unreachable
            default: .other(String(cString: connection.map(csqlite_errmsg) ?? csqlite_errstr(code)))
            }
    }
}

/// The SQLite library, which is loaded when it is first needed.
package enum DatabaseLibrary {
    /// Returns SQLite's version.
    ///
    /// - Throws: ``DatabaseError`` if the library cannot be loaded, or was built without full-text search.
    package static func version() throws(DatabaseError) -> String {
        if let reason = csqlite_load() { throw .missing(DatabaseError.sqlite, reason) }
        guard Connection.hasFullTextSearch else {
            throw .other("SQLite was built without FTS5, its full-text search")
        }
        return String(cString: csqlite_version())
    }
}
