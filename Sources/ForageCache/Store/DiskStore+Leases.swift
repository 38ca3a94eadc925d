internal import Database
package import ForageCore

extension DiskStore: Leases {
    /// Where nothing can be written down, everyone asks for himself.
    package func lease(_ key: CacheKey, for duration: Duration) async -> Bool {
        let seconds = min(duration / .seconds(1), StoreWriter.longestLease)
        let isMine = write { (writer) throws(DatabaseFault) in
            try writer.lease(key, owner: owner, seconds: seconds)
        }
        return isMine ?? true
    }

    package func release(_ key: CacheKey) async {
        write { (writer) throws(DatabaseFault) in try writer.release(key, owner: owner) }
    }
}

extension StoreWriter {
    /// In seconds. An end further away was written by a clock that was wrong.
    static let longestLease = 60.0

    fileprivate mutating func lease(
        _ key: CacheKey, owner: Int, seconds: Double
    ) throws(DatabaseFault) -> Bool {
        let time = settings.time
        try database.run("DELETE FROM lease WHERE until <= ? OR until > ?", time, time + Self.longestLease)
        try database.run("INSERT OR IGNORE INTO lease VALUES (?, ?, ?)", key.text, owner, time + seconds)
        return database.changedRowCount() == 1
    }

    fileprivate mutating func release(_ key: CacheKey, owner: Int) throws(DatabaseFault) {
        try database.run("DELETE FROM lease WHERE key = ? AND owner = ?", key.text, owner)
    }
}
