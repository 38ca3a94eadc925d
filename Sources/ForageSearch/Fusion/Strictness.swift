package import ForageCore

/// How much a licence asks for: the one place that says which of two licences is the stricter.
///
/// When sources disagree the merged item has the strictest licence that any of them states, so that it
/// is never looser than one of them. A source that does not say takes nothing away from one that does;
/// where none says the licence stays unknown, and unknown never means allowed. A licence that is not
/// listed here is held for stricter than all that are, save for one that reserves all rights.
package struct Strictness: Hashable, Sendable, Comparable {
    private let level: Int
    private let name: String

    package init(_ licence: Licence) {
        let id = licence.id.lowercased()
        let families = Self.levels.filter { id == $0.key || id.hasPrefix($0.key + "-") }
        level = families.max { $0.key.utf8.count < $1.key.utf8.count }?.value ?? Self.unlisted
        name = licence.id
    }

    package static func < (one: Strictness, other: Strictness) -> Bool {
        (one.level, one.name) < (other.level, other.name)
    }

    /// Families of licences; an id may go on with a version.
    private static let levels = [
        "cc0": 0, "pdm": 0, "public-domain": 0,
        "cc-by": 1,
        "cc-by-sa": 2,
        "cc-by-nd": 3,
        "cc-by-nc": 4,
        "cc-by-nc-sa": 5,
        "cc-by-nc-nd": 6,
        "all-rights-reserved": 8,
    ]
    private static let unlisted = 7
}

extension [Stated<Licence>] {
    /// The strictest that is stated; of several of one id the first.
    package var strictest: Stated<Licence> {
        var strictest: Licence?
        for licence in compactMap(\.fact) where licence.id != strictest?.id {
            guard let known = strictest, Strictness(licence) <= Strictness(known) else {
                strictest = licence
                continue
            }
        }
        return Stated(strictest)
    }
}
