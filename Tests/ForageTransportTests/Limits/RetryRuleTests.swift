import ForageCore
import Testing

@testable import ForageTransport

struct RetryRuleTests {
    private let rule = RetryRule()

    private func pause(
        _ attempt: Attempt, _ method: Endpoint.Method = .get, repeated: Int = 0, rest: Duration? = nil,
        timeLeft: Duration = .seconds(60), chance: Double = 1
    ) -> Duration? {
        rule.pause(
            after: attempt, to: method, repeated: repeated, rest: rest, timeLeft: timeLeft, chance: chance)
    }

    private func answer(_ status: Int) -> Attempt {
        .success(Fetched(Response(status: status, body: []), origin: .network))
    }

    @Test("only temporary failures are repeated", arguments: [408, 429, 500, 502, 503, 504, 599])
    func passing(status: Int) {
        #expect(pause(answer(status)) != nil)
        #expect(pause(answer(status), .head) != nil)
        #expect(pause(answer(status), .post) == nil)
    }

    @Test(
        "other answers are not repeated", arguments: [200, 206, 301, 304, 400, 401, 403, 404, 410, 501, 600])
    func final(status: Int) { #expect(pause(answer(status)) == nil) }

    @Test("an unreachable server is the only error that is repeated")
    func failures() {
        #expect(pause(.failure(.unreachable("no route"))) != nil)
        for failure in [
            FetchError.timedOut(""), .notAllowed(""), .missingKey(""), .throttled(nil, ""), .broken(""),
            .cancelled,
        ] {
            #expect(pause(.failure(failure)) == nil)
        }
    }

    @Test("pauses grow up to a limit and are randomised")
    func jitter() {
        let rule = RetryRule(greatestCount: 9)
        func pauses(_ chance: Double) -> [Duration?] {
            (0...9).map {
                rule.pause(
                    after: answer(503), to: .get, repeated: $0, rest: nil, timeLeft: .seconds(60),
                    chance: chance)
            }
        }
        let longest = [250, 500, 1000, 2000, 2000, 2000, 2000, 2000, 2000].map { Duration.milliseconds($0) }
        #expect(pauses(1) == longest + [nil])
        #expect(pauses(0.5) == longest.map { $0 * 0.5 } + [nil])
        #expect(pauses(0) == longest.map { _ in .zero } + [nil])
        #expect(pauses(7) == longest + [nil])
    }

    @Test("a request is repeated at most twice, and not beyond the deadline")
    func bounds() {
        #expect(pause(answer(503), repeated: 1) != nil)
        #expect(pause(answer(503), repeated: 2) == nil)
        #expect(pause(answer(503), timeLeft: .milliseconds(250)) == nil)
        #expect(pause(answer(503), timeLeft: .milliseconds(251)) != nil)
    }

    @Test("Retry-After sets the pause, and one that is too long is not waited for")
    func rest() {
        #expect(pause(answer(429), rest: .seconds(3), chance: 0) == .seconds(3))
        #expect(pause(answer(429), rest: .seconds(11)) == nil)
        #expect(pause(answer(429), rest: .zero, chance: 0.5) == .milliseconds(125))
        #expect(pause(answer(429), rest: .seconds(3), timeLeft: .seconds(3)) == nil)
    }
}
