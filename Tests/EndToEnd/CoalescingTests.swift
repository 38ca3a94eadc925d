import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Simultaneous runs of the same search")
struct CoalescingTests {
    private func search(_ words: String, in place: Place) throws -> RunningProgram {
        try RunningProgram(
            ["forage", "--sandbox", "search", words, "-p", "duckduckgo", "--no-measure"], in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get(), "FORAGE_TIMEOUT": "60"])
    }

    private func endings(of searches: [RunningProgram]) async throws -> [RunningProgram.Ending] {
        var endings: [RunningProgram.Ending] = []
        for search in searches { endings.append(try await search.ending()) }
        return endings
    }

    @Test("they send one request, even with an empty cache, and all print the results")
    func once() async throws {
        let place = try Place()
        let words = "stampede \"fault:delay=1500\""
        let endings = try await endings(of: (0..<20).map { _ in try search(words, in: place) })
        #expect(endings.allSatisfy { $0.code == 0 && $0.output == endings[0].output })
        #expect(try await SharedSandbox.requestCount(about: words) == 1)
    }

    @Test("they do not wait for a killed run, and send one more request")
    func killed() async throws {
        let place = try Place()
        let words = "bereft \"fault:delay=2000\""
        let first = try search(words, in: place)
        while try await SharedSandbox.requestCount(about: words) == 0 {
            try await Task.sleep(for: .milliseconds(5))
        }
        kill(first.process, SIGKILL)
        #expect(try await first.ending().code == 137)
        let endings = try await endings(of: (0..<6).map { _ in try search(words, in: place) })
        #expect(endings.allSatisfy { $0.code == 0 })
        #expect(try await SharedSandbox.requestCount(about: words) == 2)
    }
}
