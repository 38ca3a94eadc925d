package import ForageCore

/// The rules that the pictures of a project must follow.
package struct LockPolicy: Hashable, Sendable {
    /// The permissions that every licence must grant, in addition to publication.
    package var uses: Set<LicenceTerms.Permission> = []
    /// The licences that are allowed, whatever Forage knows of their terms; any when empty.
    package var allowed: [String] = []
    /// The licences that are refused.
    package var refused: [String] = []
    /// The patterns of paths that are left out.
    package var ignored: [String] = []
    /// The patterns of paths, such as those of build outputs, in which a picture may be a copy of another by its look.
    package var copies: [String] = []
    /// The pages with the credits, which must be current.
    package var pages: [String] = []

    package init() {}

    /// The policy of a new lock.
    static let initial: LockPolicy = {
        var policy = LockPolicy()
        policy.ignored = ["node_modules/"]
        return policy
    }()

    /// A reason not to use a picture under a licence.
    package enum Objection: Hashable, Sendable {
        /// The policy refuses the licence.
        case refused(Licence)
        /// The policy allows other licences only.
        case notAllowed(Licence)
        /// The licence does not grant some permissions, or its terms are unknown.
        case withholds(Licence, [LicenceTerms.Permission])
    }

    /// The objections to a licence.
    package func objections(to licence: Licence) -> [Objection] {
        if refused.contains(where: licence.belongs) { return [.refused(licence)] }
        let isAllowed = allowed.contains(where: licence.belongs)
        guard allowed.isEmpty || isAllowed else { return [.notAllowed(licence)] }
        // A person who allows an unknown licence by its name has read its terms.
        if isAllowed, licence.terms == nil { return [] }
        let missing = uses.union([.redistribute]).subtracting((licence.terms ?? .none).permissions)
        return missing.isEmpty ? [] : [.withholds(licence, missing.sorted())]
    }
}

extension Licence {
    /// Indicates whether it is this licence, or a version of it.
    fileprivate func belongs(to family: String) -> Bool {
        LicenceFilter(licences: [family.lowercased()]).isGranted(by: self)
    }
}
