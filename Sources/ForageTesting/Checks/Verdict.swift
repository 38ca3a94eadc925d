/// What became of a check.
public enum Verdict: Hashable, Sendable {
    /// The promise is kept.
    case passed
    /// It is broken: a sentence for each breach.
    case failed([String])
    /// It says nothing of this provider, for this reason.
    case notApplicable(String)

    /// A sentence for each breach; none unless it failed.
    public var breaches: [String] {
        if case .failed(let breaches) = self { breaches } else { [] }
    }

    /// Passed where nothing was found to blame.
    init(_ breaches: [String]) { self = breaches.isEmpty ? .passed : .failed(breaches) }
}
