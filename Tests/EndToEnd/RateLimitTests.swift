import JSON
import Platform
import TestWording
import Testing

@Suite("Limits shared by all runs")
struct RateLimitTests {
    @Test("fifty simultaneous searches stay within your quota")
    func quota() async throws {
        let place = try Place()
        let sandbox = try SharedSandbox.address.get()
        let environment = [
            "FORAGE_SANDBOX": sandbox, "FORAGE_PROVIDERS_DUCKDUCKGO_REQUESTS_PER_HOUR": "10",
            // Cached results would answer the searches without a quota.
            "FORAGE_TIMEOUT": "30", "FORAGE_CACHE_DISK": "0",
        ]
        let endings = try await withThrowingTaskGroup(of: RunningProgram.Ending.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await RunningProgram(
                        ["forage", "--sandbox", "search", "quotaquotaquota", "-p", "duckduckgo"], in: place,
                        environment: environment
                    ).ending()
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(endings.count { $0.code == 0 } == 10)
        let refused = endings.filter { $0.messages.contains(Wording.Services.ownQuota(10)) }
        #expect(refused.count == 40)
        #expect(try await SharedSandbox.requestCount(about: "quotaquotaquota") == 10)
    }

    @Test("a pause requested by a service is kept by the next run")
    func rest() async throws {
        let place = try Place()
        let asked = try await forageAtSandbox(
            ["search", "owl \"fault:429=120\"", "-p", "duckduckgo"], in: place)
        #expect(asked.messages.contains("429"))
        let next = try await forageAtSandbox(["search", "owl", "-p", "duckduckgo"], in: place)
        #expect(next.code == 1)
        #expect(next.messages.contains(Wording.Services.pause))
        #expect(try await forage("providers", "reset", "duckduckgo", in: place).code == 0)
        #expect(try await forageAtSandbox(["search", "owl", "-p", "duckduckgo"], in: place).code == 0)
    }

    @Test("the temporary sandbox of a single run has no pauses")
    func restElsewhere() async throws {
        let place = try Place()
        func states(_ environment: [String: String]) async throws -> [String?] {
            let lines = try await forage(
                "--sandbox", "providers", "--format", "jsonl", in: place, environment: environment
            ).jsonLines
            return lines.filter { $0["id"].string == "duckduckgo" }.map { $0["state"].string }
        }
        let elsewhere = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        let asked = try await forage(
            "--sandbox", "search", "owl \"fault:429=120\"", "-p", "duckduckgo", in: place,
            environment: elsewhere)
        #expect(asked.messages.contains("429"))
        #expect(try await states(elsewhere) == ["throttled"])
        #expect(try await states([:]) == ["ready"])
    }

    @Test("an unreadable answer is recorded as such")
    func unread() async throws {
        let place = try Place()
        func search(_ words: String) async throws -> String? {
            _ = try await forageAtSandbox(["search", words, "-p", "duckduckgo"], in: place)
            let lines = try await forageAtSandbox(["providers", "--format", "jsonl"], in: place).jsonLines
            return lines.first { $0["id"].string == "duckduckgo" }?["last"]["text"].string
        }
        #expect(try await search("owl \"fault:html\"") == Wording.Services.unreadableAnswer)
        #expect(try await search("owl") == "answered 200")
    }

    @Test("a failed reset is reported")
    func resetInVain() async throws {
        let place = try Place()
        let ledger = "\(place.home)/.local/state/forage/ledger.sqlite"
        try FileManager.default.createDirectory(atPath: ledger, withIntermediateDirectories: true)
        let ending = try await forage("providers", "reset", "unsplash", in: place)
        #expect(ending.code == 1 && ending.output.isEmpty)
        #expect(ending.messages.contains("The requests of unsplash could not be forgotten."))
    }

    @Test("a pause of one server does not affect another, and can be reset")
    func strangers() async throws {
        let place = try Place()
        func fetch(_ address: String) async throws -> RunningProgram.Ending {
            try await RunningProgram(["forage", "fetch", address], in: place).ending()
        }
        let busy = try RunningProgram(["forage-sandbox", "--fault", "cocoacasts.com:429=120"], in: Place())
        let address = try await busy.address() + "/cocoacasts.com/"
        #expect(try await fetch(address).code == 1)
        let refused = try await fetch(address)
        #expect(refused.code == 1 && refused.messages.contains(Wording.Services.pause))
        let words = #/(web-127-0-0-1-\S+) gets no more requests until/#
        let id = try #require(refused.messages.firstMatch(of: words)).1
        #expect(try await fetch(try SharedSandbox.address.get() + "/cocoacasts.com/").code == 0)
        let reset = try await forage("providers", "reset", String(id), in: place)
        #expect(reset.output == "\(id) is reset.\n")
        #expect(try await !fetch(address).messages.contains("gets no more requests"))
        busy.interrupt()
        let kept = try await forage("cache", "stats", in: place).output
        let name = try #require(kept.firstMatch(of: #/web-127-0-0-1-\S+/#)).0
        let cleared = try await forage("cache", "clear", String(name), in: place)
        #expect(cleared.output == "Removed 1 answer and 0 items.\n", "\(cleared.messages)")
    }
}
