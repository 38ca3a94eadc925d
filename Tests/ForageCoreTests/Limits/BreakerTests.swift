import Platform
import TestWording
import Testing

@testable import ForageCore

struct BreakerTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// The pauses after each of so many failures; each request is sent as soon as the breaker allows it.
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

    @Test("each failure of the service lengthens the pause, up to an hour")
    func ladder() {
        #expect(pauses(10, isOfService: true) == [0, 0, 30, 60, 300, 900, 1800, 3600, 3600, 3600])
    }

    @Test("a failure that may be local does not lengthen the pause")
    func notOfService() {
        #expect(pauses(6, isOfService: false) == [0, 0, 30, 30, 30, 30])
    }

    @Test("a lost connection keeps the failure count of the service")
    func mixed() {
        var breaker = Breaker(failureCount: 6)
        breaker.fail("no route", isOfService: false, at: start)
        #expect(breaker.failureCount == 6)
        #expect(breaker.pause == Pause(until: start + 30, "no route"))
        breaker.fail("500", isOfService: true, at: start + 30)
        #expect(breaker.pause == Pause(until: start + 30 + 1800, "500"))
    }

    @Test("simultaneous failures count as one")
    func together() {
        var breaker = Breaker()
        for _ in 0..<20 { breaker.fail("it is down", isOfService: true, at: start) }
        #expect(breaker.pause == Pause(until: start + 30, "it is down"))
        #expect(breaker.failureCount == 3)
    }

    @Test("after the pause one trial request is sent, and the others wait for a limited time")
    func trial() {
        var breaker = Breaker(failureCount: 3, pause: Pause(until: start, "it is down"))
        #expect(breaker.refusal(at: start - 1) == Pause(until: start, "it is down"))
        #expect(breaker.refusal(at: start) == nil)
        breaker.begin(at: start)
        #expect(
            breaker.refusal(at: start + 1)
                == Pause(until: start + 30, Wording.Services.trial(after: "it is down")))
        #expect(breaker.refusal(at: start + 30) == nil)
    }

    @Test("a clock that was set back does not lengthen the pause beyond an hour")
    func clockSetBack() {
        let open = Breaker(failureCount: 3, pause: Pause(until: start, "it is down"))
        #expect(open.refusal(at: start - 1_000_000)?.end == start - 1_000_000 + 3600)
    }
}
