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
    private let team: Team

    init() throws { team = try Team(on: #require(PostgresPlace.shared)) }

    @Test("an answer, its items and its cursor of one machine serve all others")
    func shared() async throws {
        let first = try await team.search("owl", on: 0, of: "unsplash").ending()
        let second = try await team.search("owl", on: 1, of: "unsplash").ending()
        func ids(_ ending: RunningProgram.Ending) throws -> [String?] {
            try ending.json["items"].list.map { $0["id"].string }
        }
        #expect(try ids(first) == ids(second))
        #expect(try second.json["outcomes"].list.allSatisfy { $0["origin"].string == "cached" })
        let cursor = try #require(first.json["next"].string)
        let next = try await team.start(
            "search", "owl", "-p", "unsplash", "--no-measure", "--cursor", cursor, on: 2
        ).ending()
        #expect(next.code == 0)
        let offline = try await team.start("search", "ow", "-p", "unsplash", "--offline", on: 3).ending()
        #expect(offline.code == 0, "\(offline.messages)")
    }

    @Test("a picture address, a cursor and a cookie of one gallery are valid in all others")
    func galleries() async throws {
        try team.machines[0].write("tea-for-two-and-two-for-tea".utf8, to: "token", permissions: 0o600)
        let token = team.machines[0].folder + "/token"
        var galleries: [RunningProgram] = []
        for machine in 0..<2 {
            galleries.append(try team.start("serve", "--token=\(token)", "--no-measure", on: machine))
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
        let gallery = try await team.gallery(on: 0, ["FORAGE_STORE": server.address])
        #expect(try await gallery.condition() == "usable")
        server.kill()
        #expect(try await gallery.condition() == "unreachable")
        try server.start()
        try await gallery.wait(until: "usable")
        #expect(try await gallery.end().code == 0)
    }

    @Test("the files of one machine are imported, and exported for another")
    func copying() async throws {
        let own = try RunningProgram(
            ["forage", "--sandbox", "search", "owl", "-p", "duckduckgo", "--no-measure"],
            in: team.machines[0],
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()])
        #expect(try await own.ending().code == 0)
        let imported = try await team.start("store", "import", on: 0).ending()
        #expect(imported.code == 0, "\(imported.messages)")
        let folder = team.machines[1].folder + "/copy"
        let exported = try await team.start("store", "export", folder, on: 1).ending()
        #expect(exported.code == 0, "\(exported.messages)")
        #expect(
            exported.output.replacing("Exported", with: "Imported").split(separator: ",").first
                == imported.output.split(separator: ",").first)
        let offline = try await team.start("search", "owl", "-p", "duckduckgo", "--offline", on: 2).ending()
        #expect(offline.code == 0)
    }

    @Test("the looks of pictures and the collections are exported and imported as well")
    func copyingCollections() async throws {
        #expect(try await team.search("owl", on: 0).ending().code == 0)
        var connection = try team.connection()
        try connection.run(
            """
            INSERT INTO forage.picture (provider, local_id, digest, look, has_manifest, square)
            SELECT provider, local_id, 'ab', -5, 1, '\\x00ff'::bytea FROM forage.item
            """)
        try connection.run(
            """
            INSERT INTO forage.collected (collection, id)
            VALUES ('birds', 'flickr:2'), ('birds', 'flickr:1')
            """)
        let folder = team.machines[0].folder + "/copy"
        #expect(try await team.start("store", "export", folder, on: 0).ending().code == 0)
        let other = try Team(on: #require(PostgresPlace.shared))
        let imported = try await other.start("store", "import", folder, on: 0).ending()
        #expect(imported.code == 0, "\(imported.messages)")
        var copy = try other.connection()
        let looks = """
            SELECT local_id::text || digest || look || has_manifest || square::text
            FROM forage.picture ORDER BY local_id
            """
        let copied = try copy.rows(looks) { $0.text(0) }
        #expect(try !copied.isEmpty && copied == connection.rows(looks) { $0.text(0) })
        let collected = """
            SELECT collection || ' ' || convert_from(id, 'UTF8') FROM forage.collected ORDER BY number
            """
        #expect(try copy.rows(collected) { $0.text(0) } == ["birds flickr:2", "birds flickr:1"])
    }

    @Test("a password with every sign is used and never printed")
    func password() async throws {
        let password = String(decoding: 0x20..<0x7F, as: UTF8.self) + "ü"
        let locked = try PostgresPlace(password: password)
        func run(_ words: String..., password: String) async throws -> RunningProgram.Ending {
            try await team.start(
                ["store"] + words, on: 0, ["FORAGE_STORE": locked.address, "PGPASSWORD": password]
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
        #expect(try await team.start("store", "init", on: 0).ending().code == 0)
        var connection = try team.connection()
        try connection.run("UPDATE forage.version SET number = 99")
        let status = try await team.start("store", "status", on: 0).ending()
        #expect(status.code == 3)
        let searched = try await team.search("owl", on: 1).ending()
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
        let ending = try await team.start("store", "status", on: 0, ["FORAGE_STORE": store]).ending()
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
