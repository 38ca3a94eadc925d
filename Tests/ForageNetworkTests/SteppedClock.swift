import Essentials
import Synchronization

/// A clock that stands until it is told to go on.
final class SteppedClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock(\.self) }

    func advance(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
