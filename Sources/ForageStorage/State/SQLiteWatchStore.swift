internal import Database
package import ForageCore
package import Platform

/// The saved searches of a person: a small database that all of their programs share. Each change is one transaction.
package final class SQLiteWatchStore: WatchStore {
    private let database: StateDatabase

    /// The greatest number of entries of a feed, and of keys by which a search recognizes results. The oldest are
    /// deleted; a key is as old as the last run in which it was found.
    private let limits: (entries: Int, keys: Int)

    /// - Parameters:
    ///   - folder: The folder of the database, which is created if missing.
    ///   - limits: The greatest numbers of entries and keys of a search.
    ///   - warn: Receives a warning if the database cannot be used or had to be moved.
    package init(
        in folder: String, limits: (entries: Int, keys: Int) = (500, 100_000),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let file = StateFile(
            folder: folder, name: "watches", steps: Self.steps, lament: "and there are no saved searches.")
        database = StateDatabase(file, lament: "The saved searches cannot be used.", warn: warn)
        self.limits = limits
    }

    private static let steps = [
        """
        CREATE TABLE watch (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            query TEXT NOT NULL,
            is_strict INTEGER NOT NULL,
            greatest_count INTEGER NOT NULL,
            feed TEXT NOT NULL,
            added REAL NOT NULL,
            ran REAL,
            found_count INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE entry (
            number INTEGER PRIMARY KEY,
            watch INTEGER NOT NULL,
            date REAL NOT NULL,
            entry BLOB NOT NULL
        );
        CREATE INDEX entry_of_watch ON entry (watch, number);
        CREATE TABLE seen (
            watch INTEGER NOT NULL,
            key TEXT NOT NULL,
            date REAL NOT NULL,
            PRIMARY KEY (watch, key)
        ) WITHOUT ROWID
        """
    ]

    package func add(_ watch: Watch) -> Bool? {
        database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.run(
                """
                INSERT OR IGNORE INTO watch (name, query, is_strict, greatest_count, feed, added)
                VALUES (?, ?, ?, ?, ?, ?)
                """, watch.name, watch.query, watch.isStrict ? 1 : 0, watch.limit, watch.feedID,
                watch.addedAt.timeIntervalSinceReferenceDate)
            return database.changedRowCount() > 0
        }
    }

    package func remove(_ name: String) -> Bool? {
        guard database.exists else { return false }
        return database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.transaction { (database) throws(DatabaseError) in
                guard let number = try database.watch(named: name) else { return false }
                try database.run("DELETE FROM seen WHERE watch = ?", number)
                try database.run("DELETE FROM entry WHERE watch = ?", number)
                try database.run("DELETE FROM watch WHERE number = ?", number)
                return true
            }
        }
    }

    package func watches() -> [Watch]? {
        // A query does not create a database.
        guard database.exists else { return [] }
        return database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            let query = """
                SELECT name, query, is_strict, greatest_count, feed, added, ran, found_count FROM watch ORDER BY name
                """
            return try database.rows(query) { row in
                Watch(
                    name: row.text(0), query: row.text(1), isStrict: row.int(2) == 1, limit: row.int(3),
                    feedID: row.text(4), addedAt: Date(timeIntervalSinceReferenceDate: row.double(5)),
                    ranAt: row.isNull(6) ? nil : Date(timeIntervalSinceReferenceDate: row.double(6)),
                    foundCount: row.int(7))
            }
        }
    }

    package func areNew(_ keys: [[String]], for name: String) -> [Bool]? {
        database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            guard let number = try database.watch(named: name) else { return keys.map { _ in true } }
            var areNew: [Bool] = []
            for keys in keys { areNew.append(try database.isNew(keys, for: number)) }
            return areNew
        }
    }

    package func note(
        _ new: [WatchedResult], others: [[String]], for name: String, at date: Date
    ) -> Bool? {
        database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.transaction { (database) throws(DatabaseError) in
                guard let number = try database.watch(named: name) else { return false }
                let time = date.timeIntervalSinceReferenceDate
                var count = 0
                // The latest entry comes first in a feed, so the best of a run is added last.
                for result in new.reversed() {
                    guard try database.isNew(result.keys, for: number) else { continue }
                    try database.run(
                        "INSERT INTO entry (watch, date, entry) VALUES (?, ?, ?)", number, time, result.entry)
                    count += 1
                }
                for key in (new.map(\.keys) + others).joined() {
                    try database.run(
                        "INSERT OR REPLACE INTO seen (watch, key, date) VALUES (?, ?, ?)", number, key, time)
                }
                try database.run(
                    "UPDATE watch SET ran = ?, found_count = found_count + ? WHERE number = ?", time, count,
                    number)
                try database.trim(number, limits)
                return true
            }
        }
    }

    package func entries(of name: String, upTo count: Int) -> [(date: Date, entry: [UInt8])]? {
        guard database.exists else { return [] }
        return database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            let query = """
                SELECT date, entry FROM entry WHERE watch = (SELECT number FROM watch WHERE name = ?)
                ORDER BY number DESC LIMIT ?
                """
            return try database.rows(query, name, count) {
                (date: Date(timeIntervalSinceReferenceDate: $0.double(0)), entry: $0.bytes(1))
            }
        }
    }
}

extension Connection {
    fileprivate mutating func watch(named name: String) throws(DatabaseError) -> Int? {
        try first("SELECT number FROM watch WHERE name = ?", name) { $0.int(0) }
    }

    fileprivate mutating func isNew(_ keys: [String], for watch: Int) throws(DatabaseError) -> Bool {
        for key in keys {
            let query = "SELECT 1 FROM seen WHERE watch = ? AND key = ?"
            if try first(query, watch, key, read: { _ in true }) != nil { return false }
        }
        return true
    }

    /// Deletes the oldest entries and keys of a search if there are too many.
    fileprivate mutating func trim(
        _ watch: Int, _ limits: (entries: Int, keys: Int)
    ) throws(DatabaseError) {
        try run(
            """
            DELETE FROM entry WHERE watch = ?1 AND number <= (
                SELECT number FROM entry WHERE watch = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """, watch, limits.entries)
        let count = try first("SELECT count(*) FROM seen WHERE watch = ?", watch) { $0.int(0) } ?? 0
        guard count > limits.keys else { return }
        try run(
            """
            DELETE FROM seen WHERE watch = ?1 AND key IN (
                SELECT key FROM seen WHERE watch = ?1 ORDER BY date, key LIMIT ?2)
            """, watch, count - limits.keys)
    }
}
