import ForageConformance
import ForageCore
import Platform
import TestDoubles
import TestPlaces
import Testing

@testable import ForageStorage

@Suite("Notes that are handed over before they are written")
struct WriteBehindLedgerTests {
    private let gate = Gate()
    private let slow: HeldBackLedger
    private let behind: WriteBehindLedger
    private let ten = RequestLimits(quota: Quota(10, per: .seconds(3600)), pace: nil)
    private let answered = RequestEnding(.answered("answered 200"))

    init() {
        slow = HeldBackLedger(gate)
        behind = WriteBehindLedger(before: slow)
    }

    @Test("do not wait for a ledger that does not come to an end, and are written once it does")
    func handedOver() async {
        await behind.note(answered, of: "sample")
        #expect(await slow.states().isEmpty)
        gate.open()
        await behind.finish()
        #expect(await slow.states()["sample"]?.last?.words == "answered 200")
    }

    @Test("count for whoever takes leave next, and are read with the standings")
    func leave() async {
        let notice = QuotaNotice(limit: 10, remaining: 0, reset: Date() + 600)
        await behind.note(RequestEnding(.answered("answered 200"), quota: notice), of: "sample")
        async let leave = behind.take(from: "sample", within: ten, by: .distantFuture)
        async let states = behind.states()
        gate.open()
        guard case .refused = await leave else {
            Issue.record("leave was given that the service had not to give")
            return
        }
        #expect(await states["sample"]?.quota?.remaining == 0)
    }

    @Test("are forgotten with all else about a provider")
    func reset() async {
        await behind.note(answered, of: "sample")
        async let isReset = behind.reset("sample")
        gate.open()
        #expect(await isReset)
        #expect(await slow.states().isEmpty)
    }

    @Test("leave the count exact for all who draw on one file")
    func exact() async throws {
        let place = try TemporaryFolder()
        let granted = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<5 {
                let ledger = WriteBehindLedger(before: SQLiteLedger(in: place.path + "/ledger"))
                group.addTask { await requests(10, by: ledger) }
            }
            return await group.reduce(0, +)
        }
        #expect(granted == 10)
    }

    /// Makes requests one after the other, each noted.
    ///
    /// - Returns: How many got leave.
    private func requests(_ count: Int, by ledger: WriteBehindLedger) async -> Int {
        var granted = 0
        for _ in 0..<count {
            guard case .granted = await ledger.take(from: "sample", within: ten, by: .distantFuture) else {
                continue
            }
            granted += 1
            await ledger.note(answered, of: "sample")
        }
        await ledger.finish()
        return granted
    }
}

/// A ledger that notes nothing until a gate is open.
private final class HeldBackLedger: Ledger {
    private let ledger = MemoryLedger()
    private let gate: Gate

    init(_ gate: Gate) { self.gate = gate }

    func take(from provider: ProviderID, within limits: RequestLimits, by latest: Date) async -> Admission {
        await ledger.take(from: provider, within: limits, by: latest)
    }

    func note(_ ending: RequestEnding, of provider: ProviderID) async {
        await gate.pass()
        await ledger.note(ending, of: provider)
    }

    func states() async -> [ProviderID: ProviderState] { await ledger.states() }

    @discardableResult
    func reset(_ provider: ProviderID) async -> Bool { await ledger.reset(provider) }
}
