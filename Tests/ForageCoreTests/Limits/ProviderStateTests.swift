import Platform
import TestWording
import Testing

@testable import ForageCore

struct ProviderStateTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let free = RequestLimits(pace: nil)
    private var state = ProviderState()

    @Test("a quota can be used once, and again after its period")
    mutating func quota() {
        let limits = RequestLimits(quota: Quota(2, per: .seconds(3600)), pace: nil)
        #expect(state.take(within: limits, at: now, by: now) == .granted(at: now))
        #expect(state.take(within: limits, at: now + 60, by: now + 60) == .granted(at: now + 60))
        let before = state
        #expect(
            state.take(within: limits, at: now + 61, by: now + 99)
                == .refused(Pause(until: now + 3600, Wording.Services.quota(2))))
        #expect(state == before)
        #expect(state.pause(at: now + 61)?.end == now + 3600)
        #expect(state.take(within: limits, at: now + 3600, by: now + 3600) == .granted(at: now + 3600))
    }

    @Test("a refusal by your own quota says so")
    mutating func ownQuota() {
        let limits = RequestLimits(quota: Quota(0, per: .seconds(60), isOwn: true), pace: nil)
        #expect(
            state.take(within: limits, at: now, by: now)
                == .refused(Pause(until: now + 60, Wording.Services.ownQuota(0))))
    }

    @Test("a token's quota applies at once and ends an earlier pause")
    mutating func token() {
        let usual = RequestLimits(quota: Quota(2, per: .seconds(3600)), pace: nil)
        var other = RequestLimits(quota: Quota(100, per: .seconds(3600)), pace: nil)
        other.quota?.isOfToken = true
        _ = state.take(within: usual, at: now, by: now)
        state.note(RequestEnding(.deferred(Pause(until: now + 600, "it wants a rest"))), at: now)
        #expect(
            state.take(within: usual, at: now, by: now)
                == .refused(Pause(until: now + 600, "it wants a rest")))
        #expect(state.take(within: other, at: now, by: now) == .granted(at: now))
        #expect(state.quota?.limit == 100 && state.quota?.remaining == 98)
        #expect(
            state.take(within: usual, at: now, by: now)
                == .refused(Pause(until: now + 3600, Wording.Services.quota(2))))
    }

    @Test("a quota reported by the service counts, even if its terms have none")
    mutating func notice() {
        state.note(RequestEnding(.answered("200"), quota: QuotaNotice(remaining: 0)), at: now)
        #expect(state.pause(at: now)?.end == now + 3600)
        guard case .refused = state.take(within: free, at: now, by: now) else {
            Issue.record("it was not refused")
            return
        }
        #expect(state.take(within: free, at: now + 3600, by: now + 3600) == .granted(at: now + 3600))
        #expect(state.quota == nil)
    }

    @Test("you can end a pause after failures, but not one that the service or its terms require")
    mutating func insisting() {
        for _ in 0..<3 { state.note(RequestEnding(.failed("it is down")), at: now) }
        #expect(state.pause(at: now) != nil)
        #expect(state.insist(at: now) == nil)
        #expect(state.pause(at: now) == nil)
        // The next failure begins a longer pause.
        state.note(RequestEnding(.failed("it is down")), at: now)
        #expect(state.pause(at: now) == Pause(until: now + 60, "it is down"))
        let rest = Pause(until: now + 600, "it wants a rest")
        state.note(RequestEnding(.deferred(rest)), at: now)
        #expect(state.insist(at: now) == rest)
        #expect(state.breaker.isOpen)
        var used = ProviderState()
        used.note(RequestEnding(.answered("200"), quota: QuotaNotice(remaining: 0)), at: now)
        #expect(used.insist(at: now)?.end == now + 3600)
    }

    @Test("after idle time a burst of requests starts at once, and others wait for their pace or are refused")
    mutating func pace() {
        let limits = RequestLimits(pace: Pace(perSecond: 2, burst: 3))
        func turns(at time: Date, waiting: TimeInterval) -> [TimeInterval?] {
            (0..<6).map { _ in
                guard case .granted(let turn) = state.take(within: limits, at: time, by: time + waiting)
                else { return nil }
                return turn.timeIntervalSince(time)
            }
        }
        #expect(turns(at: now, waiting: 1) == [0, 0, 0, 0.5, 1, nil])
        #expect(turns(at: now + 2, waiting: 0) == [0, 0, nil, nil, nil, nil])
        #expect(turns(at: now + 100, waiting: 0) == [0, 0, 0, nil, nil, nil])
        #expect(turns(at: now - 100_000, waiting: 0) == [0, 0, 0, nil, nil, nil])
        #expect(
            state.take(within: limits, at: now - 100_000, by: now - 100_000)
                == .refused(Pause(until: now - 100_000 + 0.5, Wording.Services.pace)))
    }

    @Test("a pause requested by the service is kept, for a day at most")
    mutating func deferral() {
        state.note(RequestEnding(.deferred(Pause(until: now + 90, Wording.Services.pause))), at: now)
        #expect(
            state.take(within: free, at: now + 89, by: now + 200)
                == .refused(Pause(until: now + 90, Wording.Services.pause)))
        #expect(state.take(within: free, at: now + 90, by: now + 90) == .granted(at: now + 90))
        state.note(RequestEnding(.deferred(Pause(until: .distantFuture, "never"))), at: now)
        #expect(state.pause(at: now)?.end == now + 24 * 3600)
        #expect(state.pause(at: now - 1_000_000)?.end == now - 1_000_000 + 24 * 3600)
    }

    @Test("one answer closes the breaker")
    mutating func closing() {
        for _ in 0..<3 { state.note(RequestEnding(.failed(Wording.Services.failed("500"))), at: now) }
        #expect(state.pause(at: now) == Pause(until: now + 30, Wording.Services.failed("500")))
        #expect(state.take(within: free, at: now + 30, by: now + 30) == .granted(at: now + 30))
        guard case .refused = state.take(within: free, at: now + 31, by: now + 31) else {
            Issue.record("two requests try it")
            return
        }
        state.note(RequestEnding(.answered("answered 200")), at: now + 32)
        #expect(state.breaker == Breaker())
        #expect(state.last == .init(now + 32, "answered 200", isAnswer: true))
    }

    @Test(
        "after a trial that was repeated, given up or never sent, another trial is allowed",
        arguments: [RequestEnding.Kind.repeated, .abandoned, .unsent])
    mutating func trial(kind: RequestEnding.Kind) {
        for _ in 0..<3 { state.note(RequestEnding(.unanswered("no route")), at: now) }
        #expect(state.take(within: free, at: now + 30, by: now + 30) == .granted(at: now + 30))
        state.note(RequestEnding(kind), at: now + 31)
        #expect(state.take(within: free, at: now + 31, by: now + 31) == .granted(at: now + 31))
        #expect(state.last == .init(now, "no route", isAnswer: false))
    }

    @Test("an unreadable answer is reported as such and does not open the breaker")
    mutating func unread() {
        for _ in 0..<3 { state.note(RequestEnding(.answered("answered 200")), at: now) }
        for _ in 0..<3 { state.note(RequestEnding(.unread), at: now) }
        #expect(state.last == .init(now, Wording.Services.unreadableAnswer, isAnswer: false))
        #expect(state.breaker == Breaker())
    }

    @Test(
        "a request that was never sent is returned to the quota, but no more than that",
        arguments: [RequestEnding.Kind.unsent, .unreached("no name")])
    mutating func unsent(kind: RequestEnding.Kind) {
        let limits = RequestLimits(quota: Quota(2, per: .seconds(60)), pace: nil)
        _ = state.take(within: limits, at: now, by: now)
        for _ in 0..<3 { state.note(RequestEnding(kind), at: now) }
        #expect(state.quota?.remaining == 2)
    }
}
