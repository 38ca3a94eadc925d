internal import Database
package import ForageCore
package import Platform
internal import Synchronization

/// A user's archive of downloaded files: a small database that all of their programs share. Each note is one
/// transaction.
///
/// If there are too many entries, the oldest are deleted.
package final class SQLiteFileArchive: KeptFileArchive {
    private let database: StateDatabase
    private let greatestCount: Int
    private let now: @Sendable () -> Date
    private let unnotedCount = Mutex(0)

    /// - Parameters:
    ///   - folder: The folder of the database, which is created if missing.
    ///   - greatestCount: The maximum number of files to remember.
    ///   - now: The clock.
    ///   - warn: Receives a warning if the database cannot be used or had to be moved.
    package init(
        in folder: String, upTo greatestCount: Int = 1_000_000,
        now: @escaping @Sendable () -> Date = { Date() },
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let file = StateFile(
            folder: folder, name: "archive", steps: Self.steps,
            lament: "and the archive of files starts empty.")
        database = StateDatabase(file, lament: "The archive of files cannot be used.", warn: warn)
        self.greatestCount = greatestCount
        self.now = now
    }

    private static let steps = [
        """
        CREATE TABLE had (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            size TEXT NOT NULL,
            date REAL NOT NULL,
            UNIQUE (id, size)
        )
        """
    ]

    package func open() -> Bool { database.use(ifBusy: nil) { _ in true } ?? false }

    package func has(_ id: ItemID, size: String) throws(FileArchiveError) -> Bool {
        let isHad = database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            let query = "SELECT 1 FROM had WHERE id = ? AND size = ?"
            return try database.first(query, id.description, size) { _ in true } ?? false
        }
        guard let isHad else { throw trouble(database.fault) }
        return isHad
    }

    package func note(_ id: ItemID, size: String) {
        let date = now().timeIntervalSinceReferenceDate
        let isNoted: Void? = database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.transaction { (database) throws(DatabaseError) in
                try database.run(
                    "INSERT OR IGNORE INTO had (id, size, date) VALUES (?, ?, ?)", id.description, size, date)
                try database.run(
                    "DELETE FROM had WHERE number <= (SELECT max(number) FROM had) - ?", greatestCount)
            }
        }
        if isNoted == nil { unnotedCount.withLock { $0 += 1 } }
    }

    package var trouble: FileArchiveError? { database.fault.map(trouble) }

    private func trouble(_ fault: DatabaseError?) -> FileArchiveError {
        FileArchiveError(
            fault == .busy ? "the archive is in use by another program" : "the archive cannot be used",
            unnotedCount: unnotedCount.withLock(\.self))
    }

    @discardableResult
    package func each(_ show: (ArchiveEntry) -> Void) -> Bool {
        guard database.exists else { return true }
        return database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.each("SELECT id, size, date FROM had ORDER BY number", []) { row in
                let date = Date(timeIntervalSinceReferenceDate: row.double(2))
                show(ArchiveEntry(id: row.text(0), size: row.text(1), date: date))
                return true
            }
            return true
        } ?? false
    }

    package func forget(_ id: ItemID) -> Int? { delete("DELETE FROM had WHERE id = ?", [id.description]) }

    package func clear() -> Int? { delete("DELETE FROM had", []) }

    private func delete(_ statement: String, _ values: [String]) -> Int? {
        guard database.exists else { return 0 }
        return database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.each(statement, values) { _ in false }
            return database.changedRowCount()
        }
    }
}
