package import ForageCore

/// Says who of several processes asks for something that all of them want.
package protocol Leases: Sendable {
    /// Takes it upon oneself to ask, or goes on doing so.
    ///
    /// - Parameters:
    ///   - key: What is asked for.
    ///   - duration: How long others wait at most, should nothing more be heard.
    /// - Returns: False when another has it.
    func lease(_ key: CacheKey, for duration: Duration) async -> Bool

    /// Whether somebody asks; who only waits looks here.
    func state(of key: CacheKey) async -> LeaseState

    /// Says that one is done, whatever came of it.
    func release(_ key: CacheKey) async
}

/// Whether somebody asks.
package enum LeaseState: Hashable, Sendable {
    /// Somebody does.
    case held
    /// Somebody did, and was not heard of for too long.
    case lapsed
    /// Nobody does.
    case free
}
