import Database
import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageStorage

@Suite("The ledger on a server", .enabled(if: PostgresPlace.shared != nil, "PostgreSQL is not installed"))
struct PostgresLedgerTests {
    private let database: SharedDatabase
    private let ten = RequestLimits(quota: Quota(10, per: .seconds(3600)), pace: nil)

    init() throws { database = try SharedDatabase() }

    @Test("a hundred simultaneous requests of ten machines stay within the quota")
    func quota() async {
        let granted = await withTaskGroup(of: Bool.self) { group in
            for machine in 0..<10 {
                // The clock of one machine is an hour ahead.
                let ledger = database.ledger(now: { Date() + (machine == 0 ? 3600 : 0) })
                for _ in 0..<10 {
                    group.addTask {
                        let admission = await ledger.take(from: "owls", within: ten, by: .distantFuture)
                        return if case .granted = admission { true } else { false }
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(granted == 10)
        #expect(await database.ledger().states()["owls"]?.quota?.remaining == 0)
        #expect(database.errors.isEmpty)
    }

    @Test("a pause that one machine learned holds for the others, by their own clocks")
    func pause() async throws {
        let end = Date() + 600
        await database.ledger().note(.init(.deferred(Pause(until: end, "it asked for it"))), of: "owls")
        let late = database.ledger(now: { Date() - 3600 })
        let admission = await late.take(from: "owls", within: ten, by: .distantFuture)
        guard case .refused(let pause) = admission else { return #expect(Bool(false), "it was granted") }
        #expect(abs(pause.end.timeIntervalSince(end - 3600)) < 1800)
        #expect(await late.reset("owls"))
        #expect(await database.ledger().states().isEmpty)
    }

    @Test("the state of a provider reads back on another machine")
    func roundTrip() async throws {
        let notice = QuotaNotice(limit: 50, remaining: 7, reset: Date() + 60)
        await database.ledger().note(.init(.answered("answered 200"), quota: notice), of: "owls")
        await database.ledger().note(.init(.failed("it failed — \"é\"")), of: "owls")
        let state = try #require(await database.ledger().states()["owls"])
        #expect(state.quota?.remaining == 7)
        #expect(state.breaker.failureCount == 1)
        #expect(state.last?.words == "it failed — \"é\"")
    }
}

@Suite("A server that cannot be reached")
struct UnreachableServerTests {
    private let server: PostgresServer

    init() throws {
        server = try PostgresServer(PostgresAddress("postgresql:///owls?host=/nonexistent"))
    }

    @Test("a tenth of the quota is granted without it")
    func share() async {
        let ledger = PostgresLedger(on: server, orElse: MemoryLedger())
        let limits = RequestLimits(quota: Quota(30, per: .seconds(3600)), pace: nil)
        var granted = 0
        for _ in 0..<10 {
            if case .granted = await ledger.take(from: "owls", within: limits, by: .distantFuture) {
                granted += 1
            }
        }
        #expect(granted == 30 / PostgresLedger.share)
    }

    @Test("no request is granted a minute after a program of this machine missed it first")
    func closed() async throws {
        let place = try StorePlace()
        let limits = RequestLimits(quota: Quota(30, per: .seconds(3600)), pace: nil)
        #expect(await isGranted(by: server, within: limits, in: place, after: 0))
        #expect(await isGranted(by: server, within: limits, in: place, after: 50))
        #expect(await !isGranted(by: server, within: limits, in: place, after: 70))
    }

    @Test(
        "the minute ends when the count can be had again",
        .enabled(if: PostgresPlace.shared != nil, "PostgreSQL is not installed"))
    func again() async throws {
        let (place, database) = (try StorePlace(), try SharedDatabase())
        let limits = RequestLimits(quota: Quota(30, per: .seconds(3600)), pace: nil)
        #expect(await isGranted(by: server, within: limits, in: place, after: 0))
        #expect(await isGranted(by: database.server(), within: limits, in: place, after: 70))
        #expect(await isGranted(by: server, within: limits, in: place, after: 0))
    }

    /// Asks as a program that starts so many seconds later.
    private func isGranted(
        by server: PostgresServer, within limits: RequestLimits, in place: StorePlace,
        after seconds: TimeInterval
    ) async -> Bool {
        let ledger = PostgresLedger(on: server, orElse: MemoryLedger(), in: place.root) { Date() + seconds }
        let admission = await ledger.take(from: "owls", within: limits, by: .distantFuture)
        return if case .granted = admission { true } else { false }
    }

    @Test("answers go to the local store")
    func local() async throws {
        let place = try StorePlace()
        let store = PostgresStore(on: server, before: place.store(), limit: 1 << 20)
        let response = StoredResponse.sample(byteCount: 3)
        await store.store(response, body: bytes(3))
        #expect(await store.responses(for: response.key).count == 1)
        #expect(await place.store().responses(for: response.key).count == 1)
        #expect(await store.lease(response.key, for: .seconds(5)))
    }

    @Test(
        "an address with a password is refused",
        arguments: [
            "postgresql://owl:secret@host/db", "host=h password=secret", "postgresql://h/db?password=secret",
        ])
    func password(address: String) throws {
        let error = #expect(throws: DatabaseError.self) { try PostgresAddress(address) }
        #expect(!"\(try #require(error))".contains("secret"))
    }
}
