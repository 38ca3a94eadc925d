internal import Database
package import ForageCore
internal import Synchronization

extension DiskStore {
    /// Takes a lease; if nothing can be written, every process gets it.
    package func lease(_ key: CacheKey, for duration: Duration) async -> Bool {
        let seconds = min(duration / .seconds(1), StoreWriter.longestLease)
        let isMine = write { (writer) throws(DatabaseError) in
            try writer.lease(key, owner: owner, seconds: seconds)
        }
        return isMine ?? true
    }

    package func state(of key: CacheKey) async -> LeaseState {
        let time = settings.time
        let end = read { (reader) throws(DatabaseError) in try reader.endOfLease(key) } ?? nil
        guard let end else { return .free }
        return StoreWriter.hasEnded(end, at: time) ? .lapsed : .held
    }

    package func release(_ key: CacheKey) async {
        // The lease may have been taken before writing failed; otherwise there is none to release.
        if writer.withLock({ $0.pause.isOn }), await state(of: key) == .free { return }
        write(evenWhilePaused: true) { (writer) throws(DatabaseError) in
            try writer.release(key, owner: owner)
        }
    }
}

extension StoreWriter {
    /// The longest lease in seconds. A later end comes from a wrong clock.
    static let longestLease = 60.0

    static func hasEnded(_ end: Double, at time: Double) -> Bool {
        end <= time || end > time + longestLease
    }

    fileprivate mutating func lease(
        _ key: CacheKey, owner: Int, seconds: Double
    ) throws(DatabaseError) -> Bool {
        let time = settings.time
        return try transaction { (writer) throws(DatabaseError) in
            try writer.database.run(
                "DELETE FROM lease WHERE until <= ? OR until > ?", time, time + Self.longestLease)
            try writer.database.run(
                """
                INSERT INTO lease VALUES (?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE owner = excluded.owner
                """, key.text, owner, time + seconds)
            return writer.database.changedRowCount() == 1
        }
    }

    fileprivate mutating func release(_ key: CacheKey, owner: Int) throws(DatabaseError) {
        try database.run("DELETE FROM lease WHERE key = ? AND owner = ?", key.text, owner)
    }
}

extension StoreReader {
    fileprivate mutating func endOfLease(_ key: CacheKey) throws(DatabaseError) -> Double? {
        try database.first("SELECT until FROM lease WHERE key = ?", key.text) { $0.double(0) }
    }
}
