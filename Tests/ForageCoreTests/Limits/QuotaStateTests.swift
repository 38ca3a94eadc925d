import Platform
import Testing

@testable import ForageCore

struct QuotaStateTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let hourly = Quota(50, per: .seconds(3600))

    private func state(limit: Int = 50, remaining: Int, isOwn: Bool = false) -> QuotaState {
        QuotaState(
            limit: limit, remaining: remaining, start: now - 600, reset: now + 3000, isOwn: isOwn)
    }

    @Test("when a period ends, the quota of the terms applies again")
    func over() {
        let state = state(limit: 5000, remaining: 0)
        #expect(state.held(to: hourly, at: now + 3000) == QuotaState(hourly, at: now + 3000))
        #expect(state.held(to: nil, at: now + 3000) == nil)
        #expect(state.held(to: hourly, at: now + 2999) == state)
        #expect(state.held(to: nil, at: now) == state)
    }

    @Test(
        "a quota by the clock ends at the full hour, others an hour after the first request")
    func clockHour() {
        let byClock = Quota(50, per: .seconds(3600), endsByClock: true)
        let (hour, later) = (Date(timeIntervalSince1970: 1_699_999_200), 2_500.0)
        #expect(QuotaState(byClock, at: hour + later).reset == hour + 3600)
        #expect(QuotaState(byClock, at: hour).reset == hour + 3600)
        #expect(QuotaState(hourly, at: hour + later).reset == hour + later + 3600)
    }

    @Test("a clock that was set back does not lengthen the period")
    func clockSetBack() throws {
        let before = now - 1_000_000
        let held = try #require(state(remaining: 3).held(to: hourly, at: before))
        #expect(held.start == before)
        #expect(held.reset == before + 3600)
        #expect(held.remaining == 3)
    }

    @Test("used requests stay used when you change the quota")
    func changed() {
        let own = Quota(10, per: .seconds(3600), isOwn: true)
        #expect(
            state(remaining: 46).held(to: own, at: now) == state(limit: 10, remaining: 6, isOwn: true))
        #expect(state(remaining: 20).held(to: own, at: now)?.remaining == 0)
        let less = state(limit: 10, remaining: 6, isOwn: true)
        #expect(less.held(to: own, at: now) == less)
        #expect(less.held(to: hourly, at: now) == state(remaining: 46))
        #expect(less.held(to: nil, at: now) == nil)
    }

    @Test("the service's numbers win, and the lower of two counts for the same limit")
    func heard() {
        var state = state(remaining: 46)
        state.hear(QuotaNotice(limit: 5000, remaining: 4900), at: now)
        #expect(state.limit == 5000)
        #expect(state.remaining == 4900)
        state.hear(QuotaNotice(limit: 5000, remaining: 4990), at: now)
        #expect(state.remaining == 4900)
        state.hear(QuotaNotice(remaining: 7), at: now)
        #expect(state.remaining == 7)
        #expect(state.reset == now + 3000)
        state.hear(QuotaNotice(limit: 5, remaining: 9, reset: now + 60), at: now)
        #expect(state == QuotaState(limit: 5, remaining: 5, start: now, reset: now + 60))
    }

    @Test("a service's numbers never raise your own quota")
    func heardOfOwn() {
        var state = state(limit: 10, remaining: 4, isOwn: true)
        state.hear(QuotaNotice(limit: 5000, remaining: 4900, reset: now + 60), at: now)
        #expect(state == self.state(limit: 10, remaining: 4, isOwn: true))
        state.hear(QuotaNotice(limit: 5000, remaining: 2), at: now)
        #expect(state.remaining == 2)
        #expect(state.limit == 10)
    }
}
