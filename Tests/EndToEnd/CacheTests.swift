import ForageCore
import JSON
import LoopbackClient
import Platform
import TestWording
import Testing

@Suite("The cache between runs")
struct CacheTests {
    private static let off = ["FORAGE_PROVIDERS_COCOACASTS_ENABLED": "false"]

    private func run(_ words: String..., in place: Place, code: Int32 = 0) async throws
        -> RunningProgram.Ending
    {
        let sandbox = ["FORAGE_SANDBOX": try SharedSandbox.address.get()].merging(Self.off) { $1 }
        let ending = try await RunningProgram(
            ["forage", "--sandbox"] + words, in: place, environment: sandbox
        )
        .ending()
        #expect(ending.code == code, "\(ending.messages)")
        return ending
    }

    @Test("a second search is answered from the cache, and says so")
    func secondSearch() async throws {
        let place = try Place()
        let first = try await run("search", "owl", "--format", "json", "--no-measure", in: place).json
        let second = try await run("search", "owl", "--format", "json", "--no-measure", in: place).json
        let credited = first["items"].list.map { $0["attribution"]["source"]["name"].string }
        #expect(Set(credited).count > 2 && !credited.contains(nil))
        #expect(second["items"].list.map { $0["attribution"]["source"]["name"].string } == credited)
        #expect(first["outcomes"].list.allSatisfy { ["network", nil].contains($0["origin"].string) })
        #expect(second["outcomes"].list.allSatisfy { ["cached", nil].contains($0["origin"].string) })
        let refreshed = try await run("search", "owl", "-f", "json", "--no-measure", "--refresh", in: place)
            .json
        #expect(refreshed["outcomes"].list.contains { $0["origin"].string == "network" })
    }

    @Test("offline, results found before are searched without any request, even for other words")
    func offline() async throws {
        let place = try Place()
        _ = try await run("search", "barn owl", "--no-measure", in: place)
        // Any request would go to this address.
        let unreachable = ["FORAGE_SANDBOX": "http://127.0.0.1:1/"].merging(Self.off) { $1 }
        func offline(_ words: String...) async throws -> RunningProgram.Ending {
            try await RunningProgram(
                ["forage", "--sandbox", "search", "--offline", "-f", "json"] + words, in: place,
                environment: unreachable
            ).ending()
        }
        #expect(try await offline("barn owl").code == 0)
        let others = try await offline("owl")
        let credits = try others.json["items"].list.map { $0["attribution"] }
        #expect(!credits.isEmpty)
        #expect(credits.allSatisfy { $0["source"]["name"].string?.isEmpty == false })
        #expect(try others.json["outcomes"].list.contains { $0["origin"].string == "stale" })
        let nothing = try await offline("zeppelin")
        #expect(nothing.code == 1)
        #expect(nothing.messages.contains(Wording.Services.offline))
    }

    @Test("an unreachable service is replaced by its earlier results")
    func unreachable() async throws {
        let place = try Place()
        _ = try await run("search", "owl", "--no-measure", in: place)
        let dead = ["FORAGE_SANDBOX": "http://127.0.0.1:1/"].merging(Self.off) { $1 }
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "search", "ow", "-f", "json", "--no-measure"], in: place,
            environment: dead
        ).ending()
        #expect(ending.messages.contains(Wording.Results.cachedAnswer))
        #expect(ending.messages.contains(Wording.Services.isUnreachable))
        #expect(try ending.json["items"].count > 0)
    }

    @Test("an unreadable answer is requested again", arguments: ["html", "badbyte"])
    func unreadable(fault: String) async throws {
        let place = try Place()
        let ill = try RunningProgram(["forage-sandbox", "--fault", "api.flickr.com:\(fault)"], in: place)
        let search = ["forage", "--sandbox", "search", "owl", "-p", "flickr", "-f", "json", "--no-measure"]
        let first = try await RunningProgram(
            search, in: place, environment: ["FORAGE_SANDBOX": try await ill.address()]
        ).ending()
        #expect(!first.messages.isEmpty)
        ill.interrupt()
        let second = try await run("search", "owl", "-p", "flickr", "-f", "json", "--no-measure", in: place)
            .json
        #expect(second["outcomes"][0]["result"].string == "answered")
        #expect(second["outcomes"][0]["origin"].string == "network")
        #expect(second["outcomes"][0]["notes"].count == 0)
    }

    @Test(
        "an unreadable cache is not called empty",
        arguments: ["stats", "export", "verify", "clear"], UnreadableCache.allCases)
    func unreadableStore(action: String, cache: UnreadableCache) async throws {
        let place = try Place()
        try cache.make(in: place)
        let ending = try await forage("cache", action, in: place)
        #expect(ending.code == 1 && ending.output.isEmpty)
        #expect(ending.messages.contains(Wording.Files.isUnreadable), "\(ending.messages)")
    }

    @Test(
        "a file in place of the folder is not an empty cache",
        arguments: ["stats", "export", "verify", "clear", "prune"],
        ["forage", ""])
    func fileInPlace(action: String, name: String) async throws {
        let place = try Place()
        let file = try place.write("hi", to: "cache")
        let folder = name.isEmpty ? file : "\(place.folder)/kept"
        if !name.isEmpty {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.moveItem(atPath: file, toPath: "\(folder)/\(name)")
        }
        let ending = try await forage(
            "cache", action, in: place, environment: ["XDG_CACHE_HOME": folder])
        #expect(ending.code == 1 && ending.output.isEmpty)
        #expect(
            ending.messages.contains("is not a folder, so the cache cannot be used"), "\(ending.messages)")
    }

    @Test(
        "a completely damaged database is reported by verify",
        arguments: ["responses.sqlite", "items.sqlite"])
    func damagedWhole(name: String) async throws {
        let place = try Place()
        _ = try await run("search", "owl", "--no-measure", in: place)
        let file = "\(place.home)/.cache/forage/sandbox/\(name)"
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + ending) }
        try Data(repeating: 7, count: 10_000).write(to: URL(filePath: file))
        let ending = try await run("cache", "verify", in: place, code: 3)
        #expect(ending.messages.contains(Wording.Storage.movedDatabase("\(file).damaged")))
        #expect(try await run("cache", "verify", in: place).messages.isEmpty)
    }

    @Test(
        "a file locked by another process is reported as in use, without advice to remove it",
        arguments: ["responses.sqlite", "items.sqlite"])
    func inUse(file: String) async throws {
        let place = try Place()
        _ = try await run("search", "owl", "--no-measure", in: place)
        let holder = try HeldFile("\(place.home)/.cache/forage/sandbox/\(file)")
        let ending = try await run("cache", "stats", in: place, code: 1)
        let doctor = try await run("doctor", in: place)
        _ = consume holder
        #expect(
            ending.messages.contains("is \(Wording.Storage.inUse); try again when that process has ended."))
        #expect(!ending.messages.contains("remove"))
        #expect(doctor.output.contains("unknown\tcache\t"), "\(doctor.output)")
        _ = try await run("cache", "stats", in: place)
    }

    @Test("the cache can be listed, explained, verified, exported and cleared")
    func upkeep() async throws {
        let place = try Place()
        _ = try await run("search", "owl", "--no-measure", in: place)
        let statistics = try await run("cache", "stats", in: place)
        #expect(statistics.outputLines.contains { $0.hasPrefix("unsplash\tapplication/json\t1\t") })
        #expect(statistics.outputLines.contains { $0.hasPrefix("flickr\titems: photo\t") })
        #expect(statistics.messages.contains(" of 512 MB in "))
        let record = try await run("cache", "stats", "-f", "json", in: place).json["cache"]
        #expect(record["answers"].list.contains { $0["mediaType"].string == "application/json" })
        #expect(record["items"].list.contains { $0["provider"].string == "flickr" })
        #expect(record["bytes"].string == nil && record["folder"].string?.isEmpty == false)
        // Responses that are fresh only by their service's terms stay, too.
        #expect(try await run("cache", "prune", in: place).output == "Removed 0 answers and 0 items.\n")
        let why = try await run("cache", "why", "owl", in: place)
        #expect(why.output.contains("decision  \(Wording.Results.cached)"))
        #expect(why.output.contains("RFC 9111"))
        let chosen = try await run("cache", "why", "owl", "from:flickr", "kind:episode", in: place)
        #expect(chosen.output == "flickr  not searched: \(Wording.Results.onlyKinds("photo"))\n")
        let other = try await run("cache", "why", "https://api.unsplash.com/photos", in: place)
        #expect(other.output.contains("decision  requested"))
        let verified = try await run("cache", "verify", in: place).output
        #expect(verified.hasPrefix("Checked ") && verified.contains(" answer bodies and "))
        for _ in 1...2 { #expect(try await run("cache", "clear", "pictures", in: place).code == 0) }
        let lines = try await run("cache", "export", in: place).jsonLines
        #expect(lines.contains { $0["kind"].string == "item" && $0["item"]["title"].string != nil })
        #expect(lines.contains { $0["kind"].string == "response" && $0["body"].string != nil })
        #expect(
            try await run("cache", "clear", "flickr", in: place).output.hasPrefix("Removed 1 answer and "))
        let rest = try await run("cache", "stats", in: place).output
        #expect(rest.contains("unsplash\t") && !rest.contains("flickr\t"))
        #expect(try await run("cache", "clear", in: place).output.hasPrefix("Removed "))
        #expect(try await run("cache", "stats", in: place).output.isEmpty)
    }

    @Test("no key is stored in the cache")
    func secrets() async throws {
        let place = try Place()
        _ = try await run("search", "owl", in: place)
        let kept = try await run("cache", "export", in: place).output
        #expect(!kept.contains("sandbox-accessKey") && !kept.contains("sandbox-apiKey"))
        #expect(kept.contains("api.flickr.com"))
    }

    @Test("contradictory cache options are a usage error")
    func misuse() async throws {
        let ending = try await forage("search", "owl", "--offline", "--refresh")
        #expect(ending.code == 64)
        #expect(ending.messages.contains("--refresh or --offline"))
        #expect(try await forage("cache", "melt").code == 64)
        #expect(try await forage("cache", "why").code == 64)
        #expect(try await forage("cache", "clear", "unknown").messages.contains("unknown"))
        #expect(try await forage("cache", "prune", "--format", "json").code == 64)
    }
}
