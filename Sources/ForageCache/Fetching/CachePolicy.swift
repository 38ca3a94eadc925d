/// What the cache does beside HTTP's own rules.
package struct CachePolicy: Hashable, Sendable {
    /// Whether services' terms say how long their answers may be kept where HTTP does not.
    package var obeysTerms = true
    /// Whether who could not be reached, or said not to be asked now, is left alone for a moment.
    package var remembersFailures = true

    package init() {}

    /// HTTP's rules and nothing else, for holding them against a suite of tests.
    package static let httpAlone: CachePolicy = {
        var policy = CachePolicy()
        policy.obeysTerms = false
        policy.remembersFailures = false
        return policy
    }()
}
