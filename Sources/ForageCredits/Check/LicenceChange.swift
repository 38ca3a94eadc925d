package import ForageCore

/// The difference between the licence of a picture in a lock and the one that its source states now.
package enum LicenceChange: String, Hashable, Sendable, CaseIterable {
    case same
    /// Another version of the same licence.
    case version
    /// It permits all that the former did, with no more duties.
    case looser
    /// It permits less, or has more duties.
    case stricter
    /// It permits more in one respect and less in another, or its terms are unknown.
    case other
    /// The source no longer states a licence.
    case withdrawn
    /// The source no longer has the item.
    case gone
    /// The sources in the lock state different licences.
    case disagreement

    package init(from old: Licence?, to new: Licence?) {
        guard let new else {
            self = old == nil ? .same : .withdrawn
            return
        }
        guard let old else {
            self = .looser
            return
        }
        if old.id == new.id {
            self = .same
        } else if old.id.withoutVersion == new.id.withoutVersion {
            self = .version
        } else if let former = old.terms, let terms = new.terms, former != terms {
            let isLooser = former.isWithin(terms)
            let isStricter = terms.isWithin(former)
            self = isLooser ? .looser : isStricter ? .stricter : .other
        } else {
            self = old.terms != nil && old.terms == new.terms ? .same : .other
        }
    }

    /// Indicates whether the picture can be used as before.
    package var isHarmless: Bool { [.same, .version, .looser].contains(self) }
}

extension LockEntry {
    /// Indicates whether its sources state different licences.
    package var sourcesDisagree: Bool { licences.map(\.id).distinct.count > 1 }
}

extension LicenceTerms {
    /// Indicates whether other terms permit all that these do, with no more duties. Terms that permit nothing have no
    /// duties.
    fileprivate func isWithin(_ other: LicenceTerms) -> Bool {
        permissions.isEmpty
            || permissions.isSubset(of: other.permissions) && other.duties.isSubset(of: duties)
    }
}

extension String {
    /// The ID of a licence without its version and what follows it.
    fileprivate var withoutVersion: String {
        let parts = lowercased().split(separator: "-")
        guard let place = parts.firstIndex(where: { $0.first?.isNumber == true }), place > 0 else {
            return lowercased()
        }
        return parts[..<place].joined(separator: "-")
    }
}
