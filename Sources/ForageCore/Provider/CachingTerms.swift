/// How long a service's answers may be kept, where HTTP leaves that open or the terms of use say it.
///
/// A service's word never to store an answer, or never to use it unasked, stands above all of this.
public struct CachingTerms: Hashable, Sendable {
    /// How long an answer is fresh when the service does not say.
    public var defaultAge: Duration?
    /// How long an answer is fresh at least, whatever the service says.
    public var leastAge: Duration?
    /// How old an answer may get at most before it is dropped; it is not shown then, not even offline.
    public var greatestAge: Duration?
    /// How long the person lets an answer be reused, in place of what HTTP and the other terms say; `no-store` and
    /// ``greatestAge`` still hold.
    package var personalAge: Duration?

    /// States how long answers may be kept; nothing that HTTP does not say, unless told.
    public init(defaultAge: Duration? = nil, leastAge: Duration? = nil, greatestAge: Duration? = nil) {
        self.defaultAge = defaultAge
        self.leastAge = leastAge
        self.greatestAge = greatestAge
    }
}
