import ForageCore
import Platform
import TestWording
import Testing

struct MemoryLedgerTests {
    @Test("simultaneous requests never exceed the quota")
    func atOnce() async {
        let ledger = MemoryLedger()
        let limits = RequestLimits(quota: Quota(10, per: .seconds(3600)), pace: nil)
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    guard case .granted = await ledger.take(from: "sample", within: limits, by: .now) else {
                        return 0
                    }
                    return 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 10)
    }

    @Test("providers have separate states, and one can be reset")
    func apart() async {
        let ledger = MemoryLedger()
        await ledger.note(RequestEnding(.answered("answered 200")), of: "one")
        await ledger.note(RequestEnding(.failed(Wording.Services.failed("500"))), of: "two")
        #expect(await ledger.states().mapValues { $0.last?.isAnswer } == ["one": true, "two": false])
        await ledger.reset("one")
        #expect(Array(await ledger.states().keys) == ["two"])
    }
}
