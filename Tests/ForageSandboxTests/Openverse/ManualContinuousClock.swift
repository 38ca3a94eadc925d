import Synchronization

/// A clock that a test moves by hand.
final class ManualContinuousClock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: @Sendable () -> ContinuousClock.Instant { { [self] in time.withLock(\.self) } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
