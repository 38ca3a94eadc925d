internal import CSQLite

/// Why a database did not do what it was asked.
package enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process held it for longer than one waits.
    case busy
    /// The disk, or what a file may hold, is full.
    case full
    /// It may not be written.
    case readOnly
    /// It is no database, or its pages contradict each other.
    case damaged
    /// A later version of the program made it.
    case newer(version: Int)
    /// It is not there, or not reachable.
    case unreachable
    /// It was removed or moved while it was open.
    case moved
    /// SQLite's own words on anything else.
    case other(String)

    package var description: String {
        switch self {
        case .busy: "The database is in use by another process and did not become free."
        case .full: "The disk is full."
        case .readOnly: "The database may not be written."
        case .damaged: "The database is damaged."
        case .newer(let version): "The database is of a later version (\(version)) of this program."
        case .unreachable: "The database cannot be opened."
        case .moved: "The database is no longer where it was."
        case .other(let words): "The database failed: \(words)."
        }
    }

    /// There was no room to make the index of the log, without which nothing is read (SQLITE_IOERR_SHMSIZE).
    private static let noRoomForIndex = SQLITE_IOERR | 19 << 8

    /// Translates a result code; the words are those of the connection, if there is one.
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

/// The library beneath, which is loaded when it is needed.
package enum DatabaseLibrary {
    /// What SQLite says it is.
    ///
    /// - Throws: ``DatabaseError`` when it cannot be loaded, or was built without full-text search.
    package static func version() throws(DatabaseError) -> String {
        if let words = csqlite_load() { throw .other(String(cString: words)) }
        guard Connection.hasFullTextSearch else {
            throw .other("SQLite was built without FTS5, its full-text search")
        }
        return String(cString: csqlite_version())
    }
}
