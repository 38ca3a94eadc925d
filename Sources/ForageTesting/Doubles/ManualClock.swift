package import Platform
internal import Synchronization

/// A clock that stands still until a test moves it.
package final class ManualClock: Sendable {
    private let time: Mutex<Date>

    package init(_ start: Date = Date(timeIntervalSince1970: 1_790_000_000)) { time = Mutex(start) }

    package var now: Date { time.withLock(\.self) }

    /// Moves it on, or back where the number is negative.
    package func advance(by seconds: Double) { time.withLock { $0.addTimeInterval(seconds) } }
}
