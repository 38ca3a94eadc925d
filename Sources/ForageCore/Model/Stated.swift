/// A fact that must be thought of: either it is stated or it is said to be unknown.
///
/// An optional can be forgotten; this cannot.
public enum Stated<Fact: Hashable & Sendable>: Hashable, Sendable {
    /// The source says so.
    case known(Fact)
    /// The source does not say.
    case unknown

    /// Takes what may be missing.
    public init(_ fact: Fact?) { self = fact.map(Stated.known) ?? .unknown }

    /// The fact where it is known.
    public var fact: Fact? {
        if case .known(let fact) = self { fact } else { nil }
    }
}
