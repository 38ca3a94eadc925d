/// A purpose that a picture is wanted for.
public enum LicenceUse: String, Hashable, Sendable, CaseIterable {
    /// Publication on a website.
    case web
    /// Publication on paper.
    case print
    /// Publication in an advertisement.
    case advert
    /// Publication of a changed version.
    case change

    /// The permissions that it needs.
    public var permissions: Set<LicenceTerms.Permission> {
        switch self {
        case .web, .print: [.redistribute]
        case .advert: [.redistribute, .commercial]
        case .change: [.redistribute, .modify]
        }
    }
}

/// A summary of terms in one word.
public enum LicenceSummary: String, Hashable, Sendable, CaseIterable {
    /// Every use is permitted, and nothing is required.
    case free
    /// Commercial use is permitted, and something is required, such as a credit.
    case credit
    /// Publication is permitted, but not commercial use.
    case nonCommercial = "non-commercial"
    /// Publication needs the permission of the owner, or the terms are unknown.
    case ask
}

extension LicenceTerms {
    /// The uses that are permitted.
    public var uses: [LicenceUse] {
        LicenceUse.allCases.filter { $0.permissions.isSubset(of: permissions) }
    }

    /// The terms in one word.
    public var summary: LicenceSummary {
        guard permissions.contains(.redistribute) else { return .ask }
        guard permissions.contains(.commercial) else { return .nonCommercial }
        return self == .free ? .free : .credit
    }
}
