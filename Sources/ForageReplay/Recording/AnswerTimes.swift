package import Essentials
package import ForageCore
internal import Synchronization

/// When each provider's last answer came. What hangs on the time goes by this, so that it is the same in a replay.
package final class AnswerTimes: Sendable {
    private let start: Date
    private let milliseconds = Mutex<[ProviderID: Int]>([:])

    init(from start: Date) { self.start = start }

    func note(_ count: Int, for provider: ProviderID) { milliseconds.withLock { $0[provider] = count } }

    package func now(for provider: ProviderID) -> Date {
        let count = milliseconds.withLock { $0[provider] } ?? 0
        return start.addingTimeInterval(Double(count) / 1000)
    }
}
