import Database
import ForageCore
import Platform
import Synchronization
import TestPlaces
import Testing

@testable import ForageStorage

/// A new database that several stores share as several machines would.
final class SharedDatabase: Sendable {
    let address: PostgresAddress
    private let place: StorePlace
    private let warnings = Mutex<[DatabaseError]>([])

    init() throws {
        place = try StorePlace()
        let server = try #require(PostgresPlace.shared)
        // A schema is made sooner than a database.
        address = try PostgresAddress(server.address, schema: server.freshName())
    }

    var errors: [DatabaseError] { warnings.withLock(\.self) }

    func server() -> PostgresServer {
        // One connection, and much time, because many tests run at once.
        PostgresServer(address, connectionCount: 1, patience: .seconds(30)) { [self] error in
            warnings.withLock { $0.append(error) }
        }
    }

    /// A store as another machine would open it.
    func store(limit: Int = 64 << 20, now: @escaping @Sendable () -> Date = { Date() }) -> PostgresStore {
        PostgresStore(on: server(), before: MemoryOnlyStore(), limit: limit, now: now)
    }

    /// A store of a machine that has one of its own.
    func localStore() -> PostgresStore { PostgresStore(on: server(), before: place.store(), limit: 64 << 20) }

    func ledger(now: @escaping @Sendable () -> Date = { Date() }) -> PostgresLedger {
        PostgresLedger(on: server(), orElse: MemoryLedger(now: now), now: now)
    }

    func connection() throws -> PostgresConnection {
        try PostgresConnection(address, within: .seconds(10), patience: .seconds(30))
    }
}

/// A local store that holds nothing and counts what it received.
final class MemoryOnlyStore: SharedStore {
    func responses(for key: CacheKey) async -> [StoredResponse] { [] }
    func body(of response: StoredResponse) async -> [UInt8]? { response.body }
    func store(_ response: StoredResponse, body: [UInt8]) async {}
    func update(_ response: StoredResponse) async {}
    func removeResponses(for key: CacheKey) async {}
    func lease(_ key: CacheKey, for duration: Duration) async -> Bool { true }
    func state(of key: CacheKey) async -> LeaseState { .free }
    func release(_ key: CacheKey) async {}
}
