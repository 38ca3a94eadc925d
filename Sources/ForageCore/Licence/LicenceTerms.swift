/// What a licence allows and what it asks for.
///
/// Terms are a semilattice: ``meet(_:)`` is what holds where several terms hold at once, whatever their order,
/// their grouping and how often each is met.
public struct LicenceTerms: Hashable, Sendable {
    /// What may be done.
    public var permissions: Set<Permission>
    /// What must be done by whoever does it.
    public var duties: Set<Duty>

    /// States terms.
    public init(_ permissions: Set<Permission>, duties: Set<Duty> = []) {
        self.permissions = permissions
        self.duties = duties
    }

    /// Something that a licence may allow.
    public enum Permission: String, Hashable, Sendable, CaseIterable, Comparable {
        /// To use it in something that earns money.
        case commercial
        /// To change it, and to show what came of that.
        case modify
        /// To hand it on.
        case redistribute

        /// A stable order, for output that is the same each time.
        public static func < (one: Permission, other: Permission) -> Bool { one.rawValue < other.rawValue }
    }

    /// Something that a licence may ask for.
    public enum Duty: String, Hashable, Sendable, CaseIterable, Comparable {
        /// To name who made it.
        case credit
        /// To keep the notice of its licence beside it.
        case notice
        /// To put what is made of it under the same licence.
        case shareAlike = "share-alike"

        /// A stable order, for output that is the same each time.
        public static func < (one: Duty, other: Duty) -> Bool { one.rawValue < other.rawValue }
    }

    /// Everything is allowed and nothing asked for.
    public static let free = LicenceTerms(Set(Permission.allCases))
    /// Nothing is allowed, or nobody knows what is.
    public static let none = LicenceTerms([])

    /// What holds where both hold: what both allow, and what either asks for.
    public func meet(_ other: LicenceTerms) -> LicenceTerms {
        LicenceTerms(permissions.intersection(other.permissions), duties: duties.union(other.duties))
    }
}
