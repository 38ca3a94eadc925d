internal import Synchronization

/// How many requests a key may still make. The hour never ends: a sandbox does not live that long.
final class RequestAllowance: Sendable {
    let limit: Int
    private let left: Mutex<Int>

    init(_ limit: Int) {
        self.limit = limit
        left = Mutex(limit)
    }

    /// Takes one request and says how many are left; nil when there is none.
    func take() -> Int? {
        left.withLock { left in
            guard left > 0 else { return nil }
            left -= 1
            return left
        }
    }
}
