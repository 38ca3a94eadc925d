internal import CSQLite

/// The library beneath, which is loaded when it is needed.
package enum DatabaseLibrary {
    /// What SQLite says it is.
    ///
    /// - Throws: ``DatabaseFault`` when it cannot be loaded, or was built without full-text search.
    package static func version() throws(DatabaseFault) -> String {
        if let words = csqlite_load() { throw .other(String(cString: words)) }
        guard Connection.hasFullTextSearch else {
            throw .other("SQLite was built without FTS5, its full-text search")
        }
        return String(cString: csqlite_version())
    }
}
