/// How far a person wants stored answers used.
public enum CacheUse: Hashable, Sendable {
    /// As HTTP's rules and the services' terms say; past its time by no more than this where the person
    /// allows it.
    case usual(maxStale: Duration = .zero)
    /// Ask anew, whatever is stored, and store what comes.
    case refresh
    /// Take what is stored, however old, and ask only where nothing is.
    case preferred
    /// Take what is stored and never ask.
    case offline
}
