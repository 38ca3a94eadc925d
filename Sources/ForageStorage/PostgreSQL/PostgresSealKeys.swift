internal import Database
internal import ForageCore
internal import Platform
internal import Synchronization

/// The keys of cursors and of addresses in the gallery, which several machines share.
///
/// There are two: a new key is stored every month and makes seals once every machine knows it; the one before remains
/// valid for another month.
package final class PostgresSealKeys: SealKeys {
    private let server: PostgresServer
    private let spare: [UInt8]
    private let state = Mutex(State())

    private struct State {
        var keys: [[UInt8]] = []
        var nextLook = ContinuousClock.now
    }

    private static let lifetime = 30.0 * 86_400
    /// The time until every machine has looked again.
    private static let secondsUntilKnown = 120.0
    private static let pause = Duration.seconds(30)

    /// - Parameters:
    ///   - server: The server.
    ///   - spare: The key until the server can be reached for the first time.
    package init(on server: PostgresServer, spare: [UInt8]) {
        self.server = server
        self.spare = spare
    }

    /// The valid keys, the first of which makes seals.
    package var keys: [[UInt8]] {
        let (kept, isDue) = state.withLock { state in
            let isDue = .now >= state.nextLook
            if isDue { state.nextLook = .now + Self.pause }
            return (state.keys, isDue)
        }
        guard isDue || kept.isEmpty else { return kept }
        guard let keys = read(), !keys.isEmpty else { return kept.isEmpty ? [spare] : kept }
        state.withLock { $0.keys = keys }
        return keys
    }

    private func read() -> [[UInt8]]? {
        var random = SystemRandomNumberGenerator()
        let key = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return server.readNow { (server) throws(DatabaseError) in
            if let keys = try server.sealKeys(), (keys.last?.age ?? .infinity) < Self.lifetime {
                return Self.ordered(keys)
            }
            try server.addSealKey(key, ifOlderThan: Self.lifetime)
            return Self.ordered(try server.sealKeys() ?? [])
        }
    }

    private static func ordered(_ keys: [(key: [UInt8], age: Double)]) -> [[UInt8]] {
        // If the newest is not known everywhere yet, the one before still makes the seals.
        guard let newest = keys.last, keys.count > 1, newest.age < secondsUntilKnown else {
            return keys.reversed().map(\.key)
        }
        return keys.dropLast().reversed().map(\.key) + [newest.key]
    }
}

extension PostgresConnection {
    /// Returns the keys with their ages in seconds, the oldest first; nil if there is none.
    fileprivate mutating func sealKeys() throws(DatabaseError) -> [(key: [UInt8], age: Double)]? {
        let keys = try rows(
            "SELECT key, \(PostgresSchema.now) - created FROM forage.seal_key ORDER BY created"
        ) { ($0.bytes(0), $0.double(1)) }
        return keys.isEmpty ? nil : keys
    }

    /// Stores a new key, unless another program has done so, and deletes all but the two newest.
    fileprivate mutating func addSealKey(
        _ key: [UInt8], ifOlderThan lifetime: Double
    ) throws(DatabaseError) {
        try transaction { (server) throws(DatabaseError) in
            try server.run("LOCK TABLE forage.seal_key IN SHARE ROW EXCLUSIVE MODE")
            try server.run(
                """
                INSERT INTO forage.seal_key SELECT \(PostgresSchema.now), $1::bytea WHERE NOT EXISTS (
                    SELECT FROM forage.seal_key WHERE created > \(PostgresSchema.now) - $2::float8)
                """, key, lifetime)
            try server.run(
                """
                DELETE FROM forage.seal_key WHERE created NOT IN (
                    SELECT created FROM forage.seal_key ORDER BY created DESC LIMIT 2)
                """)
        }
    }
}
