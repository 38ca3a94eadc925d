import Database
import JSON
import Platform
import TestPlaces
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The library that changes the clock of a program; nil where it is not installed.
private let clockLibrary = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
    .map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
    .first { FileManager.default.fileExists(atPath: $0) }

/// Variables for a program whose clock is an hour ahead.
private var hourAhead: [String: String] {
    ["LD_PRELOAD": clockLibrary ?? "", "FAKETIME": "+1h", "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
}

@Suite(
    "Many programs on several machines", .serialized,
    .enabled(if: PostgresPlace.shared != nil, "PostgreSQL is not installed"))
struct TeamCrowdTests {
    @Test("as many requests arrive as the quota allows, although programs are killed and stopped")
    func quota() async throws { try await quota(of: "crowd", onLastMachine: [:]) }

    @Test(
        "the same, although the clock of one machine is an hour ahead",
        .enabled(if: clockLibrary != nil, "libfaketime is not installed"))
    func clock() async throws { try await quota(of: "clock", onLastMachine: hourAhead) }

    /// Starts searches for different words on all machines and kills some of them.
    private func quota(of name: String, onLastMachine variables: [String: String]) async throws {
        let sandbox = try RunningProgram(["forage-sandbox"], in: Place())
        let team = try Team(on: #require(PostgresPlace.shared), sandbox: try await sandbox.address())
        let (count, limit) = (4 * Campaign.count(6, of: 25), Campaign.count(10, of: 40))
        let limits = ["FORAGE_PROVIDERS_DUCKDUCKGO_REQUESTS_PER_HOUR": "\(limit)"]
        func search(_ number: Int) throws -> RunningProgram {
            try team.search(
                "\(name)\(number) \"fault:delay=300\"", on: number % 4,
                limits.merging(number % 4 == 3 ? variables : [:]) { $1 })
        }
        var luck = SeededNumbers(seed: count)
        var searches: [RunningProgram] = []
        var stopped: [RunningProgram] = []
        for number in 0..<count {
            searches.append(try search(number))
            switch luck.next() % 5 {
            case 0: if let victim = searches.randomElement(using: &luck) { kill(victim.process, SIGKILL) }
            case 1 where number % 4 == 1:
                stopped.append(searches[number])
                kill(searches[number].process, SIGSTOP)
            default: break
            }
            try await Task.sleep(for: .milliseconds(Int(luck.next() % 20)))
        }
        // Leases are held for three seconds.
        try await Task.sleep(for: .seconds(stopped.isEmpty ? 0 : 4))
        for search in stopped { search.letGo() }
        let endings = try await endings(of: searches)
        let requests = try await SharedSandbox.requests(at: sandbox.address())
        let arrived = requests.compactMap { $0["parameters"]["q"].string }
        func hasArrived(_ number: Int) -> Bool {
            arrived.contains { $0.hasPrefix("\(name)\(number) ") }
        }
        #expect(endings.allSatisfy { [0, 1, 137].contains($0.code) })
        #expect(endings.indices.allSatisfy { endings[$0].code != 0 || hasArrived($0) })
        // A program may be killed between its permission and its request.
        let lost = endings.indices.count { endings[$0].code == 137 && !hasArrived($0) }
        #expect(max(0, limit - lost)...limit ~= arrived.count)
        #expect(Set(arrived).count == arrived.count)
        let states = try await team.start("providers", "--format", "jsonl", on: 0, limits).ending().jsonLines
        let state = states.first { $0["id"].string == "duckduckgo" }
        #expect(state?["quota"]["remaining"].int == 0, "\(String(describing: state))")
        sandbox.interrupt()
        _ = try await sandbox.ending()
    }

    @Test("equal searches on all machines at once send each request once")
    func coalescing() async throws {
        let hosts = ["api.duckduckgo.com", "api.unsplash.com", "api.flickr.com"]
        let sandbox = try RunningProgram(
            ["forage-sandbox"] + hosts.flatMap { ["--fault", "\($0):delay=1500"] }, in: Place())
        let address = try await sandbox.address()
        let team = try Team(on: #require(PostgresPlace.shared), sandbox: address)
        let searches = try (0..<Campaign.count(24, of: 200)).map {
            try team.search("owl", on: $0 % 4, of: "duckduckgo,unsplash,flickr")
        }
        let endings = try await endings(of: searches)
        #expect(endings.allSatisfy { $0.code == 0 })
        let requests = try await SharedSandbox.requests(at: address)
        #expect(requests.compactMap { $0["host"].string }.sorted() == hosts.sorted())
        sandbox.interrupt()
        _ = try await sandbox.ending()
    }

    @Test("a program that was stopped longer than its lease delays no other, and its late answer is refused")
    func stopped() async throws {
        let team = try Team(on: #require(PostgresPlace.shared))
        let words = "stopped \"fault:delay=500\""
        let first = try team.search(words, on: 0)
        while try await SharedSandbox.requestCount(about: words) == 0 {
            try await Task.sleep(for: .milliseconds(5))
        }
        kill(first.process, SIGSTOP)
        #expect(try await team.search(words, on: 1).ending().code == 0)
        #expect(try await SharedSandbox.requestCount(about: words) == 2)
        var connection = try team.connection()
        func received() throws -> [Double] {
            try connection.rows("SELECT received FROM forage.answer") { $0.double(0) }
        }
        let stored = try received()
        #expect(stored.count == 1)
        first.letGo()
        #expect(try await first.ending().code == 0)
        #expect(try received() == stored)
    }
}
