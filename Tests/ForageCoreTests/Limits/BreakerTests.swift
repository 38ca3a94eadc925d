import Platform
import Testing

@testable import ForageCore

struct BreakerTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// Fails whenever it may be asked.
    private func pauses(_ count: Int, isOfService: Bool) -> [TimeInterval] {
        var breaker = Breaker()
        var now = start
        return (0..<count).map { _ in
            breaker.begin(at: now)
            breaker.fail("it is down", isOfService: isOfService, at: now)
            let pause = breaker.refusal(at: now)?.end.timeIntervalSince(now) ?? 0
            now += pause
            return pause
        }
    }

    @Test("each failure of the service makes the pause longer, up to an hour")
    func ladder() {
        #expect(pauses(10, isOfService: true) == [0, 0, 30, 60, 300, 900, 1800, 3600, 3600, 3600])
    }

    @Test("what may lie with this machine never makes it longer than the first")
    func notOfService() {
        #expect(pauses(6, isOfService: false) == [0, 0, 30, 30, 30, 30])
    }

    @Test("a lost connection does not lower what the service has earned")
    func mixed() {
        var breaker = Breaker(failureCount: 6)
        breaker.fail("no route", isOfService: false, at: start)
        #expect(breaker.failureCount == 6)
        #expect(breaker.pause == Pause(until: start + 30, "no route"))
        breaker.fail("500", isOfService: true, at: start + 30)
        #expect(breaker.pause == Pause(until: start + 30 + 1800, "500"))
    }

    @Test("requests that were under way together fail as one")
    func together() {
        var breaker = Breaker()
        for _ in 0..<20 { breaker.fail("it is down", isOfService: true, at: start) }
        #expect(breaker.pause == Pause(until: start + 30, "it is down"))
        #expect(breaker.failureCount == 3)
    }

    @Test("after the pause one request tries, and the others wait for it, for a while")
    func trial() {
        var breaker = Breaker(failureCount: 3, pause: Pause(until: start, "it is down"))
        #expect(breaker.refusal(at: start - 1) == Pause(until: start, "it is down"))
        #expect(breaker.refusal(at: start) == nil)
        breaker.begin(at: start)
        #expect(
            breaker.refusal(at: start + 1) == Pause(until: start + 30, "it is being tried after it is down"))
        #expect(breaker.refusal(at: start + 30) == nil)
    }

    @Test("a clock that was set back makes no eternal pause")
    func clockSetBack() {
        let open = Breaker(failureCount: 3, pause: Pause(until: start, "it is down"))
        #expect(open.refusal(at: start - 1_000_000)?.end == start - 1_000_000 + 3600)
    }
}
