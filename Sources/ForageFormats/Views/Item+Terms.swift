internal import ForageCore

extension Item {
    /// What may be done with it, for people.
    var permissionsInWords: String {
        guard let terms, licences.allSatisfy({ $0.terms != nil }) else {
            return "not known: read the licence"
        }
        guard !terms.permissions.isEmpty else { return "nothing without asking" }
        return terms.permissions.sorted().map(\.words).joined(separator: ", ")
    }

    /// What must be done by whoever uses it; nil where nothing is asked for.
    var dutiesInWords: String? {
        guard let duties = terms?.duties, !duties.isEmpty else { return nil }
        return duties.sorted().map(\.words).joined(separator: ", ")
    }
}

extension LicenceTerms.Permission {
    fileprivate var words: String {
        switch self {
        case .commercial: "commercial use"
        case .modify: "modification"
        case .redistribute: "redistribution"
        }
    }
}

extension LicenceTerms.Duty {
    fileprivate var words: String {
        switch self {
        case .credit: "credit"
        case .notice: "a notice of the licence"
        case .shareAlike: "the same licence for what is made of it"
        }
    }
}
