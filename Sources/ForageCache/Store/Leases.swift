package import ForageCore

/// Says who of several processes asks for something that all of them want.
package protocol Leases: Sendable {
    /// Takes it upon oneself to ask.
    ///
    /// - Parameters:
    ///   - key: What is asked for.
    ///   - duration: How long others wait at most, should nothing more be heard.
    /// - Returns: False when another has it.
    func lease(_ key: CacheKey, for duration: Duration) async -> Bool

    /// Says that one is done, whatever came of it.
    func release(_ key: CacheKey) async
}
