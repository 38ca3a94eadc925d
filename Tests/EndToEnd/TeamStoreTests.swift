import Database
import JSON
import LoopbackClient
import Platform
import TestPlaces
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite(
    "Several machines with one store", .serialized,
    .enabled(if: PostgresPlace.shared != nil, "PostgreSQL is not installed"))
struct TeamStoreTests {
    private let address: String
    private let machines: [Place]

    init() throws {
        let server = try #require(PostgresPlace.shared)
        let name = server.freshName()
        var connection = try PostgresConnection(PostgresAddress(server.address), within: .seconds(30))
        try connection.run("CREATE DATABASE \(name)")
        address = server.address(of: name)
        machines = try (0..<4).map { _ in try Place() }
    }

    private func environment(_ others: [String: String] = [:]) throws -> [String: String] {
        let store = ["FORAGE_STORE": address, "FORAGE_SANDBOX": try SharedSandbox.address.get()]
        return store.merging(others) { $1 }
    }

    private func start(
        _ words: String..., on machine: Int, _ others: [String: String] = [:]
    ) throws -> RunningProgram {
        try RunningProgram(
            ["forage", "--sandbox"] + words, in: machines[machine], environment: environment(others))
    }

    private func search(
        _ words: String, on machine: Int, of provider: String = "duckduckgo", _ others: [String: String] = [:]
    ) throws -> RunningProgram {
        try start(
            "search", words, "-p", provider, "--no-measure", "-f", "json", on: machine,
            ["FORAGE_TIMEOUT": "60"].merging(others) { $1 })
    }

    private func endings(of programs: [RunningProgram]) async throws -> [RunningProgram.Ending] {
        var endings: [RunningProgram.Ending] = []
        for program in programs { endings.append(try await program.ending()) }
        return endings
    }

    @Test("an answer, its items and its cursor of one machine serve all others")
    func shared() async throws {
        let first = try await search("owl", on: 0, of: "unsplash").ending()
        let second = try await search("owl", on: 1, of: "unsplash").ending()
        func ids(_ ending: RunningProgram.Ending) throws -> [String?] {
            try ending.json["items"].list.map { $0["id"].string }
        }
        #expect(try ids(first) == ids(second))
        #expect(try second.json["outcomes"].list.allSatisfy { $0["origin"].string == "cached" })
        let cursor = try #require(first.json["next"].string)
        let next = try await start(
            "search", "owl", "-p", "unsplash", "--no-measure", "--cursor", cursor, on: 2
        ).ending()
        #expect(next.code == 0)
        let offline = try await start("search", "ow", "-p", "unsplash", "--offline", on: 3).ending()
        #expect(offline.code == 0, "\(offline.messages)")
    }

    @Test("equal searches on all machines at once send one request")
    func coalescing() async throws {
        let words = "teamwork \"fault:delay=1500\""
        let searches = try (0..<24).map { try search(words, on: $0 % 4) }
        let endings = try await endings(of: searches)
        #expect(endings.allSatisfy { $0.code == 0 })
        #expect(try await SharedSandbox.requestCount(about: words) == 1)
    }

    @Test("the searches of all machines stay within the quota, even if some are killed")
    func quota() async throws {
        let limits = ["FORAGE_PROVIDERS_DUCKDUCKGO_REQUESTS_PER_HOUR": "10", "FORAGE_CACHE_DISK": "0"]
        let searches = try (0..<40).map { try search("teamquota", on: $0 % 4, limits) }
        for search in searches.prefix(20) where search.process % 5 == 0 { kill(search.process, SIGKILL) }
        let endings = try await endings(of: searches)
        let killedCount = endings.count { $0.code == 137 }
        #expect(10 - killedCount...10 ~= endings.count { $0.code == 0 })
        let count = try await SharedSandbox.requestCount(about: "teamquota")
        #expect(10 - killedCount...10 ~= count)
    }

    @Test("a store that was killed, or hangs, delays no search, and is used again when it is back")
    func outages() async throws {
        let server = try PostgresPlace()
        let store = ["FORAGE_STORE": server.address]
        #expect(try await search("lighthouse", on: 0, store).ending().code == 0)
        let faults: [(begin: (PostgresPlace) -> Void, end: (PostgresPlace) throws -> Void)] = [
            ({ $0.kill() }, { try $0.start() }), ({ $0.freeze() }, { $0.thaw() }),
        ]
        for fault in faults {
            fault.begin(server)
            let alone = try await search("lighthouse", on: 0, store).ending()
            try fault.end(server)
            #expect(alone.code == 0)
            #expect(try !alone.json["items"].list.isEmpty)
            #expect(alone.messages.contains(Wording.Storage.sharedStoreIsUnusable))
            let again = try await search("lighthouse", on: 1, store).ending()
            #expect(again.code == 0)
            #expect(!again.messages.contains(Wording.Storage.sharedStoreIsUnusable))
        }
    }

    @Test("a picture address, a cursor and a cookie of one gallery are valid in all others")
    func galleries() async throws {
        try machines[0].write("tea-for-two-and-two-for-tea".utf8, to: "token", permissions: 0o600)
        let token = machines[0].folder + "/token"
        var galleries: [RunningProgram] = []
        for machine in 0..<2 {
            galleries.append(try start("serve", "--token=\(token)", "--no-measure", on: machine))
        }
        let ports = [try await galleries[0].port(), try await galleries[1].port()]
        let locked = try await LoopbackConnection.request("/", port: ports[0])
        #expect(locked?.status == 401)
        let opened = try await LoopbackConnection.request(
            "/?token=tea-for-two-and-two-for-tea", port: ports[0])
        let setCookie = try #require(opened?["Set-Cookie"])
        let cookie = String(setCookie.prefix { $0 != ";" })
        func get(_ path: String, from gallery: Int) async throws -> LoopbackReply? {
            try await LoopbackConnection.request(
                path, port: ports[gallery], headers: ["Cookie: \(cookie)"])
        }
        let list = try await get("/api/v1/search?q=owl", from: 0)
        let report = try JSONDocument(#require(list).body, mode: .strict).root
        let cursor = try #require(report["next"].string)
        #expect(try await get("/api/v1/search?q=owl&cursor=\(cursor)", from: 1)?.status == 200)
        let text = try #require(list?.text)
        let start = try #require(text.firstRange(of: "/images/"))
        let path = text[start.lowerBound...].prefix { $0 != "\"" && $0 != "?" }
        #expect(try await get(String(path), from: 1)?.status == 200)
        for gallery in galleries { kill(gallery.process, SIGTERM) }
        _ = try await endings(of: galleries)
    }

    @Test("a gallery says whether the store can be used")
    func health() async throws {
        let server = try PostgresPlace()
        let gallery = try start("serve", on: 0, ["FORAGE_STORE": server.address])
        let port = try await gallery.port()
        func condition() async throws -> String? {
            let reply = try await LoopbackConnection.request("/healthz", port: port)
            return try JSONDocument(#require(reply).body, mode: .strict).root["store"].string
        }
        #expect(try await condition() == "usable")
        server.kill()
        #expect(try await condition() == "unreachable")
        try server.start()
        while try await condition() != "usable" { try await Task.sleep(for: .milliseconds(50)) }
        kill(gallery.process, SIGTERM)
        #expect(try await gallery.ending().code == 0)
    }

    @Test("the files of one machine are imported, and exported for another")
    func copying() async throws {
        let own = try RunningProgram(
            ["forage", "--sandbox", "search", "owl", "-p", "duckduckgo", "--no-measure"], in: machines[0],
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()])
        #expect(try await own.ending().code == 0)
        let imported = try await start("store", "import", on: 0).ending()
        #expect(imported.code == 0, "\(imported.messages)")
        let folder = machines[1].folder + "/copy"
        let exported = try await start("store", "export", folder, on: 1).ending()
        #expect(exported.code == 0, "\(exported.messages)")
        #expect(
            exported.output.replacing("Exported", with: "Imported").split(separator: ",").first
                == imported.output.split(separator: ",").first)
        let offline = try await start("search", "owl", "-p", "duckduckgo", "--offline", on: 2).ending()
        #expect(offline.code == 0)
    }

    @Test("a password with any sign is used and never printed")
    func password() async throws {
        let password = "p'\\\"%&@:/?#[] ü"
        let locked = try PostgresPlace(password: password)
        func run(_ words: String..., password: String) async throws -> RunningProgram.Ending {
            try await RunningProgram(
                ["forage", "--sandbox", "store"] + words, in: machines[0],
                environment: environment(["FORAGE_STORE": locked.address, "PGPASSWORD": password])
            ).ending()
        }
        let created = try await run("init", password: password)
        #expect(created.code == 0, "\(created.messages)")
        let wrong = try await run("status", password: "wr0ng")
        #expect(wrong.code == 1)
        #expect(wrong.messages.contains("PGPASSWORD"))
        for ending in [created, wrong] {
            #expect(!(ending.output + ending.messages).contains("wr0ng"))
            #expect(!(ending.output + ending.messages).contains(password))
        }
    }

    @Test("tables of a later version are not touched")
    func later() async throws {
        #expect(try await start("store", "init", on: 0).ending().code == 0)
        var connection = try PostgresConnection(
            PostgresAddress(address, schema: "forage_sandbox"), within: .seconds(10))
        try connection.run("UPDATE forage.version SET number = 99")
        let status = try await start("store", "status", on: 0).ending()
        #expect(status.code == 3)
        let searched = try await search("owl", on: 1).ending()
        #expect(searched.code == 0)
        #expect(searched.messages.contains(Wording.Storage.sharedStoreIsUnusable))
        #expect(searched.messages.contains("99"))
    }

    @Test(
        "a store that cannot be used is refused with a sentence",
        arguments: [
            ("postgresql://owl:secret@h/db", 78), ("not an address", 78),
            ("postgresql:///db?host=/nowhere", 1),
        ] as [(String, Int32)])
    func refused(store: String, code: Int32) async throws {
        let ending = try await start("store", "status", on: 0, ["FORAGE_STORE": store]).ending()
        #expect(ending.code == code)
        #expect(!ending.messages.isEmpty && !ending.messages.contains("secret"))
    }

    @Test("only a person's own configuration can name a store")
    func ownConfiguration() async throws {
        let place = try Place()
        let file = #"{"$schema": "urn:forage:config:1", "store": "postgresql:///owls"}"#
        try place.write(file, to: "config.json")
        #expect(try await forage("search", "owl", "--offline", in: place).code == 78)
    }
}
