package import Database

/// The contents of a store that several machines share.
package struct SharedStoreState: Hashable, Sendable {
    /// The version of PostgreSQL.
    package let server: String
    /// The version of the tables; 0 if there are none.
    package let version: Int
    package var answers = Share()
    package var items = Share()
    package var fileCount = 0
    package var serviceCount = 0
    /// The ages of the keys of cursors in days, the newest first.
    package var keyAges: [Double] = []

    /// The version of the tables that this program needs.
    package static let newestVersion = PostgresSchema.steps.count

    /// A number of entries and their size.
    package struct Share: Hashable, Sendable {
        package var count = 0
        package var byteCount = 0
    }
}

extension PostgresServer {
    /// Returns the contents of the store.
    package func storeState() throws(DatabaseError) -> SharedStoreState {
        try attempt { (server) throws(DatabaseError) in try server.storeState() }
    }

    /// Creates or migrates the tables, if that is needed.
    ///
    /// - Returns: The versions before and afterwards; 0 if there were none.
    package func prepare() throws(DatabaseError) -> (before: Int, after: Int) {
        try attempt { (server) throws(DatabaseError) in
            let encoding = try server.first("SHOW server_encoding") { $0.text(0) }
            guard encoding == "UTF8" else {
                throw .other("its encoding is \(encoding ?? "unknown"); create one with the encoding UTF8")
            }
            let before = try server.storeVersion()
            try server.prepareStore()
            return (before, try server.storeVersion())
        }
    }
}

extension PostgresConnection {
    fileprivate mutating func storeState() throws(DatabaseError) -> SharedStoreState {
        let server = try first("SHOW server_version") { $0.text(0) } ?? ""
        let version = try storeVersion()
        var state = SharedStoreState(server: server, version: version)
        guard version == SharedStoreState.newestVersion else { return state }
        let row = try first(
            """
            SELECT (SELECT count(*) FROM forage.answer),
                coalesce((SELECT byte_count FROM forage.room WHERE id = 1), 0), item_count, byte_count,
                (SELECT count(*) FROM forage.had), (SELECT count(*) FROM forage.provider)
            FROM forage.item_total WHERE id = 1
            """
        ) { row in (0..<6).map { row.int($0) } }
        if let row {
            state.answers = .init(count: row[0], byteCount: row[1])
            state.items = .init(count: row[2], byteCount: row[3])
            (state.fileCount, state.serviceCount) = (row[4], row[5])
        }
        state.keyAges = try rows(
            "SELECT (\(PostgresSchema.now) - created) / 86400 FROM forage.seal_key ORDER BY created DESC"
        ) { $0.double(0) }
        return state
    }
}
