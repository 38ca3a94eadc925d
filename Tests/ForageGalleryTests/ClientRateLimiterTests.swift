import Forage
import ForageCore
import LoopbackClient
import Synchronization
import Testing

@testable import ForageGallery

@Suite("Rate limits of clients", .timeLimit(.minutes(1)))
struct ClientRateLimiterTests {
    /// A clock that the test sets.
    private final class Hand: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock(\.self) }

        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private func passes(_ rateLimiter: ClientRateLimiter, _ address: String) -> HTTPProblem? {
        do throws(HTTPProblem) {
            try rateLimiter.pass(address)
            return nil
        } catch {
            return error
        }
    }

    @Test("a bucket is emptied, sets Retry-After and refills over time")
    func fills() {
        let hand = Hand()
        let rateLimiter = ClientRateLimiter(capacity: 3, perSecond: 0.5, now: { hand.now })
        for _ in 0..<3 { #expect(passes(rateLimiter, "192.0.2.1") == nil) }
        let refusal = passes(rateLimiter, "192.0.2.1")
        #expect(refusal?.status == 429)
        #expect(refusal?.headers["Retry-After"] == "2")
        #expect(passes(rateLimiter, "192.0.2.2") == nil)
        hand.advance(by: .seconds(2))
        #expect(passes(rateLimiter, "192.0.2.1") == nil)
        #expect(passes(rateLimiter, "192.0.2.1") != nil)
        hand.advance(by: .seconds(3600))
        for _ in 0..<3 { #expect(passes(rateLimiter, "192.0.2.1") == nil) }
        #expect(passes(rateLimiter, "192.0.2.1") != nil)
    }

    @Test("clients beyond the limit share one bucket, until others have refilled")
    func bounded() {
        let hand = Hand()
        let rateLimiter = ClientRateLimiter(capacity: 2, perSecond: 1, limit: 10, now: { hand.now })
        for number in 0..<1_000 { _ = passes(rateLimiter, "192.0.2.\(number)") }
        #expect(rateLimiter.count == 11)
        #expect(passes(rateLimiter, "198.51.100.1") != nil)
        // A client that was there first keeps its bucket.
        #expect(passes(rateLimiter, "192.0.2.1") == nil)
        hand.advance(by: .seconds(10))
        #expect(passes(rateLimiter, "198.51.100.1") == nil)
        #expect(rateLimiter.count == 1)
    }

    @Test(
        "an IPv6 network is one client",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
            ("2001:db8:1:2::9", "2001:db8:1:2"), ("2001:db8::9", "2001:db8:0:0"), ("::1", "0:0:0:0"),
            ("fe80::", "fe80:0:0:0"), ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
        ])
    func groups(address: String, name: String) { #expect(ClientGroup.name(of: address) == name) }

    @Test("a public gallery limits its clients, a local one does not")
    func served() async throws {
        let forage = Forage(try Configuration(registrations: Forage.builtIn))
        for (host, isHeld) in [("0.0.0.0", true), ("127.0.0.1", false)] {
            let gallery = try Gallery(forage) { $0.host = host }
            let statuses = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        var statuses: Set<Int> = []
                        for _ in 0..<100 { statuses.insert(try await gallery.get("/nothing").status) }
                        return statuses
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
            }
            #expect(statuses == (isHeld ? [404, 429] : [404]))
        }
    }
}
