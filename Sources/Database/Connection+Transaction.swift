internal import CSQLite

extension Connection {
    /// Does several things or none of them, alone among all who write.
    package mutating func transaction<Result>(
        _ work: (inout Connection) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result {
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
    package mutating func begin() throws(DatabaseFault) { try run("BEGIN IMMEDIATE") }

    /// Keeps what was done since ``begin()``.
    package mutating func commit() throws(DatabaseFault) { try run("COMMIT") }

    /// Forgets what was done since ``begin()``.
    package mutating func rollBack() {
        // After some faults, such as a full disk, SQLite has already gone back by itself.
        if csqlite_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
    }
}
