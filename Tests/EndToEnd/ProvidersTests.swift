import JSON
import TestWording
import Testing

@Suite("forage providers")
struct ProvidersTests {
    @Test("piped output has one line per provider with its name, state, kinds, site and summary")
    func plain() async throws {
        let ending = try await forage("providers")
        #expect(ending.code == 0)
        let line = try #require(ending.outputLines.first { $0.hasPrefix("duckduckgo\t") })
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        #expect(columns.count == 12)
        #expect(columns[1...3] == ["ready", "answer,topic", "https://duckduckgo.com/"])
        #expect(columns[6...] == ["search", "", "", "", "", ""])
        #expect(try await forage("providers", "list").output == ending.output)
    }

    @Test("JSON lists every provider, including disabled ones")
    func json() async throws {
        let off = ["FORAGE_PROVIDERS_DUCKDUCKGO_ENABLED": "false"]
        let ending = try await forage("providers", "--format", "json", environment: off)
        let root = try ending.json
        #expect(root["version"].int == 1)
        let provider = try #require(root["providers"].list.first { $0["id"].string == "duckduckgo" })
        #expect(provider["state"].string == "off")
        #expect(provider["kinds"].list.map(\.string) == ["answer", "topic"])
        #expect(provider["requests"].list.map(\.string) == ["search"])
        #expect(provider["orders"].list.map(\.string) == ["relevance"])
        let lines = try await forage("providers", "--format", "jsonl", environment: off).jsonLines
        #expect(lines.map { $0["id"].string } == root["providers"].list.map { $0["id"].string })
    }

    @Test("a provider shows its last result and its quota, and can be reset")
    func state() async throws {
        let place = try Place()
        let sandbox = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        let environment = sandbox.merging([
            "FORAGE_PROVIDERS_DUCKDUCKGO_REQUESTS_PER_HOUR": "1", "FORAGE_CACHE_DISK": "0",
        ]) { $1 }
        func run(_ words: String...) async throws -> RunningProgram.Ending {
            try await RunningProgram(["forage", "--sandbox"] + words, in: place, environment: environment)
                .ending()
        }
        func record() async throws -> JSONValue {
            let lines = try await run("providers", "--format", "jsonl").jsonLines
            return try #require(lines.first { $0["id"].string == "duckduckgo" })
        }
        #expect(try await run("search", "owl", "--provider", "duckduckgo").code == 0)
        let asked = try await record()
        #expect(asked["state"].string == "throttled")
        #expect(asked["until"].string != nil)
        #expect(asked["quota"]["remaining"].int == 0)
        #expect(asked["last"]["result"].string == "answered")
        let refused = try await run("search", "owl", "--provider", "duckduckgo")
        #expect(refused.code == 1)
        #expect(refused.messages.contains(Wording.Services.ownQuota(1)))
        #expect(try await run("providers", "reset", "duckduckgo").output == "duckduckgo is reset.\n")
        #expect(try await record()["state"].string == "ready")
        #expect(try await run("search", "owl", "--provider", "duckduckgo").code == 0)
    }
}
