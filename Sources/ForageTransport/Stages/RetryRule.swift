package import ForageCore

/// Decides whether and when a failed request is repeated.
///
/// Only requests that change nothing are repeated, and only if that may help: after a failed connection, or if the
/// service is busy or failed. Pauses grow and are random, so that clients that failed together do not return together.
package struct RetryRule: Hashable, Sendable {
    /// The maximum number of retries.
    package let greatestCount: Int
    private let firstPause: Duration
    private static let longestPause: Duration = .seconds(2)
    /// The longest pause requested by a service that is waited for.
    private static let longestRest: Duration = .seconds(10)

    /// A rule without retries.
    package static let none = RetryRule(greatestCount: 0)

    package init(greatestCount: Int = 2, firstPause: Duration = .milliseconds(250)) {
        self.greatestCount = greatestCount
        self.firstPause = firstPause
    }

    /// Returns the pause before the next attempt; nil if there is none.
    ///
    /// - Parameters:
    ///   - attempt: The result of the last attempt.
    ///   - method: The method of the request.
    ///   - count: The number of retries so far.
    ///   - rest: The pause that the service requests, if any.
    ///   - timeLeft: The time until the answer is no longer needed.
    ///   - chance: A random number from 0 to 1.
    /// - Returns: The pause.
    package func pause(
        after attempt: Attempt, to method: Endpoint.Method, repeated count: Int,
        rest: Duration?, timeLeft: Duration, chance: Double
    ) -> Duration? {
        guard count < greatestCount, method == .get || method == .head, Self.mayPass(attempt) else {
            return nil
        }
        guard (rest ?? .zero) <= Self.longestRest else { return nil }
        // If the service's pause is already over or zero, the usual pause applies.
        let pause = max(
            rest ?? .zero, min(Self.longestPause, firstPause * (1 << count)) * min(max(0, chance), 1))
        return pause < timeLeft ? pause : nil
    }

    private static func mayPass(_ attempt: Attempt) -> Bool {
        switch attempt {
        case .success(let fetched): fetched.response.isPassingFailure
        case .failure(.unreachable): true
        case .failure: false
        }
    }
}
