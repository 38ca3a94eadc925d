package import ForageCore

/// Whether a request that went wrong is made again, and how soon.
///
/// Only what asks and changes nothing is repeated, and only where that may help: nobody could be reached, or the
/// service is busy or failed. Pauses grow and are left to chance, or else all who failed together would come back
/// together.
package struct RetryRule: Hashable, Sendable {
    /// How often at most.
    package let greatestCount: Int
    private let firstPause: Duration
    private static let longestPause: Duration = .seconds(2)
    /// A service that wants a longer rest is not waited for.
    private static let longestRest: Duration = .seconds(10)

    /// Nothing is made again.
    package static let none = RetryRule(greatestCount: 0)

    package init(greatestCount: Int = 2, firstPause: Duration = .milliseconds(250)) {
        self.greatestCount = greatestCount
        self.firstPause = firstPause
    }

    /// How long to wait before the next attempt; nil where there is none.
    ///
    /// - Parameters:
    ///   - attempt: What came of the last one.
    ///   - method: How the server was asked.
    ///   - count: How often it was repeated already.
    ///   - rest: How long the service wants to be left alone, where it says so.
    ///   - timeLeft: How long the answer is of use.
    ///   - chance: From 0 to 1, at random.
    /// - Returns: The pause.
    package func pause(
        after attempt: Attempt, to method: Endpoint.Method, repeated count: Int,
        rest: Duration?, timeLeft: Duration, chance: Double
    ) -> Duration? {
        guard count < greatestCount, method == .get || method == .head, Self.mayPass(attempt) else {
            return nil
        }
        guard (rest ?? .zero) <= Self.longestRest else { return nil }
        // A rest that is over by its clock, or none at all, makes nobody quicker.
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
