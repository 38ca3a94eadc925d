internal import Synchronization

/// How many requests a key may still make. All are there again at the clock's full hour.
final class RequestAllowance: Sendable {
    let limit: Int
    private let used: Mutex<(hour: Int, count: Int)>

    init(_ limit: Int) {
        self.limit = limit
        used = Mutex((0, 0))
    }

    /// Takes one request.
    ///
    /// - Parameter seconds: The time, since 1970.
    /// - Returns: How many are left; nil when there was none.
    func take(at seconds: Int) -> Int? {
        used.withLock { used in
            if used.hour != seconds / 3_600 { used = (seconds / 3_600, 0) }
            guard used.count < limit else { return nil }
            used.count += 1
            return limit - used.count
        }
    }
}
