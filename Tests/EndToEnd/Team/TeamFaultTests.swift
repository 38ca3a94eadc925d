import Database
import JSON
import Platform
import TestPlaces
import TestWording
import Testing

/// A fault of the database, or of the network on the way to it.
enum StoreFault: String, CaseIterable, Sendable {
    case restarted, killed, paused, silent, reset, exhausted
}

/// A server with few connections behind a network that can fail.
private final class FaultyServer: Sendable {
    static let shared = Result { try FaultyServer() }

    let place: PostgresPlace
    let network: SocketForwarder
    private static let connectionCount = 12

    private init() throws {
        place = try PostgresPlace(connectionCount: Self.connectionCount)
        network = try SocketForwarder(to: place.socket)
    }

    /// Runs work during a fault.
    func during(_ fault: StoreFault, _ work: () async throws -> Void) async throws {
        switch fault {
        case .restarted:
            try place.restart()
            try await work()
        case .killed:
            place.kill()
            try await work()
            try place.start()
        case .paused:
            place.freeze()
            try await work()
            place.thaw()
        case .silent, .reset:
            network.set(fault == .silent ? .silent : .resetting)
            try await work()
            network.set(.forwarding)
        case .exhausted:
            let others = try takeAllConnections()
            try await work()
            withExtendedLifetime(others) {}
        }
    }

    private final class Held {
        var connection: PostgresConnection

        init(_ address: PostgresAddress) throws(DatabaseError) {
            connection = try PostgresConnection(address, within: .seconds(5))
        }
    }

    /// Ends the connections of all others and keeps as many as there can be.
    private func takeAllConnections() throws -> [Held] {
        let address = try PostgresAddress(place.address)
        var held = [try Held(address)]
        while held.count < Self.connectionCount {
            try held[0].connection.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname <> 'postgres' AND backend_type = 'client backend'
                """)
            if let next = try? Held(address) { held.append(next) }
        }
        return held
    }
}

@Suite(
    "Faults of a shared store", .serialized,
    .enabled(if: PostgresPlace.shared != nil, "PostgreSQL is not installed"))
struct TeamFaultTests {
    @Test(
        "it delays no search of a gallery or a program, and is used again afterwards",
        arguments: StoreFault.allCases)
    func faults(_ fault: StoreFault) async throws {
        let server = try FaultyServer.shared.get()
        let team = try Team(
            on: server.place, at: { "postgresql://forage@127.0.0.1:\(server.network.port)/\($0)" })
        let gallery = try await team.gallery(on: 0)
        let before = try await gallery.items("lighthouse")
        #expect(!before.isEmpty)
        try await server.during(fault) {
            #expect(try await gallery.items("lighthouse") == before)
            #expect(try await !gallery.items("owl").isEmpty)
            if fault != .restarted { #expect(try await gallery.condition() == "unreachable") }
            let alone = try await team.search("lighthouse", on: 1).ending()
            #expect(alone.code == 0)
            #expect(try alone.json["items"].list.map { $0["id"].string } == before)
            #expect(
                alone.messages.contains(Wording.Storage.sharedStoreIsUnusable) == (fault != .restarted))
        }
        try await gallery.wait(until: "usable")
        #expect(try await !gallery.items("harbour").isEmpty)
        let other = try await team.search("harbour", on: 2).ending()
        #expect(try other.json["outcomes"].list.allSatisfy { $0["origin"].string == "cached" })
        #expect(!other.messages.contains(Wording.Storage.sharedStoreIsUnusable))
        #expect(try await gallery.end().code == 0)
    }

    @Test(
        "if its disk is full, searches are answered, and nothing is lost",
        .enabled(if: PostgresPlace.canHaveDisk, "Only root can mount a small disk"))
    func fullDisk() async throws {
        let server = try PostgresPlace(diskSize: "24m")
        var admin = try PostgresConnection(
            PostgresAddress(server.address), within: .seconds(5), patience: .seconds(30))
        try admin.run("CREATE TABLESPACE small LOCATION '\(server.disk)'")
        let team = try Team(on: server, in: "small")
        let gallery = try await team.gallery(on: 0)
        #expect(try await !gallery.items("owl").isEmpty)
        var connection = try team.connection()
        try connection.run("CREATE TABLE filler (text text)")
        for count in [4_096, 256, 16, 1] {
            #expect(throws: DatabaseError.full) {
                while true {
                    try connection.run(
                        """
                        INSERT INTO filler SELECT string_agg(md5(random()::text), '')
                        FROM generate_series(1, 40), generate_series(1, \(count)) AS line GROUP BY line
                        """)
                }
            }
        }
        let words = ["lighthouse", "river", "mountain", "harbour", "bridge", "castle", "island", "fox"]
        for word in words { #expect(try await !gallery.items(word).isEmpty, "\(word)") }
        #expect(try await gallery.condition() == "usable")
        try connection.run("DROP TABLE filler")
        #expect(try await !gallery.items("heron").isEmpty)
        let other = try await team.search("heron", on: 1).ending()
        #expect(try other.json["outcomes"].list.allSatisfy { $0["origin"].string == "cached" })
        let ending = try await gallery.end()
        #expect(ending.code == 0)
        #expect(ending.messages.contains("\(DatabaseError.full)"))
    }

    @Test("a running gallery says that a later program has changed the tables, and uses its own files")
    func laterTables() async throws {
        let team = try Team(on: #require(PostgresPlace.shared))
        let gallery = try await team.gallery(on: 0)
        #expect(try await !gallery.items("owl").isEmpty)
        var connection = try team.connection()
        try connection.run("ALTER TABLE forage.answer RENAME COLUMN body TO content")
        try connection.run("CREATE TABLE kept_version AS SELECT number FROM forage.version")
        try connection.run("UPDATE forage.version SET number = 99")
        for word in ["lighthouse", "harbour"] { #expect(try await !gallery.items(word).isEmpty) }
        #expect(try await gallery.condition() == "unreachable")
        try connection.run("ALTER TABLE forage.answer RENAME COLUMN content TO body")
        try connection.run("UPDATE forage.version SET number = (SELECT number FROM kept_version)")
        try await gallery.wait(until: "usable")
        let ending = try await gallery.end()
        #expect(ending.messages.contains("\(DatabaseError.newer(version: 99))"))
    }

    @Test("a gallery creates the tables again if they were deleted")
    func deletedTables() async throws {
        let team = try Team(on: #require(PostgresPlace.shared))
        let gallery = try await team.gallery(on: 0)
        #expect(try await !gallery.items("owl").isEmpty)
        var connection = try team.connection()
        try connection.run("DROP SCHEMA forage_sandbox CASCADE")
        for word in ["lighthouse", "harbour"] { #expect(try await !gallery.items(word).isEmpty) }
        let other = try await team.search("harbour", on: 1).ending()
        #expect(try other.json["outcomes"].list.allSatisfy { $0["origin"].string == "cached" })
        #expect(try await gallery.end().code == 0)
    }
}

@Suite(
    "A shared store through a pooler",
    .enabled(
        if: PostgresPlace.shared != nil && PoolerPlace.isInstalled, "PostgreSQL or pgbouncer is not installed"
    ))
struct PoolerTests {
    @Test("answers are shared, equal searches send one request, and the quota holds")
    func pooler() async throws {
        let server = try #require(PostgresPlace.shared)
        var pooler: PoolerPlace?
        let team = try Team(
            on: server,
            at: {
                let place = try PoolerPlace(before: server, $0)
                pooler = place
                return place.address
            })
        let gallery = try await team.gallery(on: 0)
        let before = try await gallery.items("lighthouse")
        let other = try await team.search("lighthouse", on: 1).ending()
        #expect(try other.json["items"].list.map { $0["id"].string } == before)
        #expect(try other.json["outcomes"].list.allSatisfy { $0["origin"].string == "cached" })
        let words = "pooled \"fault:delay=1000\""
        let searches = try (0..<8).map { try team.search(words, on: $0 % 4) }
        for ending in try await endings(of: searches) {
            #expect(ending.code == 0)
            #expect(!ending.messages.contains(Wording.Storage.sharedStoreIsUnusable))
        }
        #expect(try await SharedSandbox.requestCount(about: words) == 1)
        let limits = ["FORAGE_PROVIDERS_DUCKDUCKGO_REQUESTS_PER_HOUR": "5", "FORAGE_CACHE_DISK": "0"]
        let limited = try (0..<12).map { try team.search("pooledquota", on: $0 % 4, limits) }
        #expect(try await endings(of: limited).count { $0.code == 0 } == 5)
        #expect(try await gallery.end().code == 0)
        withExtendedLifetime(pooler) {}
    }
}
