/// How much a licence asks for: the one total order of licences, from the loosest to the strictest.
///
/// Where the terms of two can be compared, it agrees with them; a licence whose terms nobody here has read is
/// stricter than all that are known, save for one that reserves all rights.
package struct Strictness: Hashable, Sendable, Comparable {
    private let level: Int
    private let id: String
    private let name: String
    private let url: String

    package init(_ licence: Licence) {
        level = licence.terms.map(Self.level) ?? Self.unknown
        (id, name, url) = (licence.id, licence.name, licence.url?.text ?? "")
    }

    package static func < (one: Strictness, other: Strictness) -> Bool {
        (one.level, one.id, one.name, one.url) < (other.level, other.id, other.name, other.url)
    }

    /// A permission that is missing weighs more than all duties, and trade more than change.
    private static func level(of terms: LicenceTerms) -> Int {
        if terms.permissions.isEmpty { return unknown + 1 }
        let missing = LicenceTerms.free.permissions.subtracting(terms.permissions)
        return missing.reduce(terms.duties.count) { $0 + ($1 == .commercial ? 20 : 10) }
    }

    private static let unknown = 100
}

extension Licence {
    /// The stricter of two, which holds where two sources say different things of one item.
    package func stricter(_ other: Licence) -> Licence {
        Strictness(self) < Strictness(other) ? other : self
    }
}

extension [Stated<Licence>] {
    /// The strictest that is stated. A source that does not say takes nothing away from one that does; where
    /// none says it stays unknown, and unknown never means allowed.
    package var strictest: Stated<Licence> {
        Stated(
            compactMap(\.fact).reduce(nil) { strictest, licence in strictest?.stricter(licence) ?? licence })
    }
}
