internal import Database
package import ForageCore
internal import Platform
internal import Synchronization

/// An archive of downloaded files that several machines share.
package final class PostgresFileArchive: KeptFileArchive {
    private let server: PostgresServer
    private let unnotedCount = Mutex(0)

    package init(on server: PostgresServer) { self.server = server }

    package func open() -> Bool {
        server.readNow { (server) throws(DatabaseError) in
            try server.first("SELECT count(*) FROM forage.had WHERE false") { $0.int(0) }
        } != nil
    }

    package func has(_ id: ItemID, size: String) throws(FileArchiveError) -> Bool {
        let isHad = server.readNow { (server) throws(DatabaseError) in
            let query = "SELECT 1 FROM forage.had WHERE id = $1 AND size = $2"
            return try server.first(query, Self.name(of: id), size) { _ in true } ?? false
        }
        guard let isHad else { throw unusable }
        return isHad
    }

    package func note(_ id: ItemID, size: String) {
        let isNoted = server.readNow { (server) throws(DatabaseError) in
            try server.run(
                "INSERT INTO forage.had VALUES ($1, $2, \(PostgresSchema.now)) ON CONFLICT DO NOTHING",
                Self.name(of: id), size)
        }
        if isNoted == nil { unnotedCount.withLock { $0 += 1 } }
    }

    package var trouble: FileArchiveError? { unnotedCount.withLock(\.self) > 0 ? unusable : nil }

    @discardableResult
    package func each(_ show: (ArchiveEntry) -> Void) -> Bool {
        let entries = server.readNow { (server) throws(DatabaseError) in
            try server.rows("SELECT id, size, date FROM forage.had ORDER BY date, id") { row in
                ArchiveEntry(
                    id: row.text(0), size: row.text(1),
                    date: Date(timeIntervalSinceReferenceDate: row.double(2)))
            }
        }
        entries?.forEach(show)
        return entries != nil
    }

    package func forget(_ id: ItemID) -> Int? {
        server.readNow { (server) throws(DatabaseError) in
            try server.run("DELETE FROM forage.had WHERE id = $1", Self.name(of: id))
        }
    }

    package func clear() -> Int? {
        server.readNow { (server) throws(DatabaseError) in try server.run("DELETE FROM forage.had") }
    }

    /// Stores entries with their dates, such as those of another archive.
    ///
    /// - Returns: The number of new entries; nil if the archive could not be used.
    package func add(_ entries: [ArchiveEntry]) -> Int? {
        server.readNow { (server) throws(DatabaseError) in
            try server.transaction { (server) throws(DatabaseError) in
                var count = 0
                for entry in entries {
                    count += try server.run(
                        "INSERT INTO forage.had VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                        Array(entry.id.utf8), entry.size, entry.date.timeIntervalSinceReferenceDate)
                }
                return count
            }
        }
    }

    private static func name(of id: ItemID) -> [UInt8] { Array(id.description.utf8) }

    private var unusable: FileArchiveError {
        FileArchiveError("the archive cannot be used", unnotedCount: unnotedCount.withLock(\.self))
    }
}
