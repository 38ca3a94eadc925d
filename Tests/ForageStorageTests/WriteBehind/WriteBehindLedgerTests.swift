import ForageConformance
import ForageCore
import Platform
import TestDoubles
import TestPlaces
import Testing

@testable import ForageStorage

@Suite("A ledger written in the background")
struct WriteBehindLedgerTests {
    private let gate = Gate()
    private let slow: GatedLedger
    private let behind: WriteBehindLedger
    private let ten = RequestLimits(quota: Quota(10, per: .seconds(3600)), pace: nil)
    private let answered = RequestEnding(.answered("answered 200"))

    init() {
        slow = GatedLedger(gate)
        behind = WriteBehindLedger(before: slow)
    }

    @Test("notes do not wait for a slow ledger, and are written in the end")
    func handedOver() async {
        await behind.note(answered, of: "sample")
        #expect(await slow.states().isEmpty)
        gate.open()
        await behind.finish()
        #expect(await slow.states()["sample"]?.last?.words == "answered 200")
    }

    @Test("the next request sees pending notes, and so do the states")
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

    @Test("a reset also removes pending notes")
    func reset() async {
        await behind.note(answered, of: "sample")
        async let isReset = behind.reset("sample")
        gate.open()
        #expect(await isReset)
        #expect(await slow.states().isEmpty)
    }

    @Test("several processes on one file never exceed the quota")
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

    /// Makes requests one after the other, and notes each.
    ///
    /// - Returns: The number of granted requests.
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

/// A ledger that writes no note until its gate is open.
private final class GatedLedger: Ledger {
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

    func insist(on provider: ProviderID) async -> Pause? { await ledger.insist(on: provider) }
}
