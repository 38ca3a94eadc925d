internal import CSQLite

extension Connection {
    /// Does several things or none of them, alone among all who write.
    package mutating func transaction<Result>(
        _ work: (inout Connection) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try work(&self)
            try run("COMMIT")
            return result
        } catch {
            // After some faults, such as a full disk, SQLite has already gone back by itself.
            if csqlite_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }
}
