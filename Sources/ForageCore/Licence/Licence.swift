/// The terms under which an item may be used.
public struct Licence: Hashable, Sendable {
    /// A short stable name, such as `cc-by-4.0` or `unsplash`.
    public var id: String
    /// The name shown to users.
    public var name: String
    /// The address of the terms.
    public var url: WebURL?

    /// Creates a licence.
    public init(id: String, name: String, url: WebURL? = nil) {
        self.id = id
        self.name = name
        self.url = url
    }
}

extension Licence {
    /// The terms; nil for a licence that Forage does not know, which therefore allows nothing.
    public var terms: LicenceTerms? {
        let id = id.lowercased()
        if let known = Self.known[id] ?? SoftwareLicence.terms(id) { return known }
        // The terms of versions that do not exist are unknown.
        guard let name = CreativeCommonsName(id), name.isKnown else { return nil }
        return id.hasPrefix("cc-") ? LicenceTerms(creativeCommons: id.dropFirst(3)) : .free
    }

    /// The names of known licences for filters, without versions.
    package static let families =
        ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"].map { "cc-\($0)" } + ["cc0", "pdm"]
        + known.keys.sorted()

    /// Known licences without versions.
    ///
    /// Unsplash's licence requires no credit, but its API guidelines do, so the credit is shown.
    private static let known: [String: LicenceTerms] = [
        "all-rights-reserved": .none,
        "no-known-copyright-restrictions": .free,
        "public-domain": .free,
        "united-states-government-work": .free,
        "unsplash": .free,
    ]
}

extension Licence {
    /// The stricter of two licences, which applies if two sources disagree about an item.
    package func stricter(_ other: Licence) -> Licence {
        Strictness(self) < Strictness(other) ? other : self
    }
}

extension LicenceTerms {
    /// Reads the elements of a Creative Commons name: `by-nc-sa-2.5-fr`; nil for any other name.
    ///
    /// Some licences of the first version require no credit and have their elements in another order.
    init?(creativeCommons name: Substring) {
        let elements = name.split(separator: "-").prefix { $0.first?.isNumber != true }
        guard !elements.isEmpty, elements.allSatisfy({ ["by", "nc", "nd", "sa"].contains($0) }) else {
            return nil
        }
        self = .free
        duties = [.notice]
        if elements.contains("by") { duties.insert(.credit) }
        if elements.contains("sa") { duties.insert(.shareAlike) }
        if elements.contains("nc") { permissions.remove(.commercial) }
        if elements.contains("nd") { permissions.remove(.modify) }
    }
}

/// The permissions and duties of a licence.
///
/// Terms form a semilattice: the result of ``combined(with:)`` for several terms does not depend on their order, grouping or
/// repetition.
public struct LicenceTerms: Hashable, Sendable {
    /// The permitted actions.
    public var permissions: Set<Permission>
    /// The duties of users.
    public var duties: Set<Duty>

    /// Creates terms.
    public init(_ permissions: Set<Permission>, duties: Set<Duty> = []) {
        self.permissions = permissions
        self.duties = duties
    }

    /// A permission that a licence may grant.
    public enum Permission: String, Hashable, Sendable, CaseIterable, Comparable {
        /// To use it commercially.
        case commercial
        /// To modify it and to share the result.
        case modify
        /// To redistribute it.
        case redistribute

        /// A stable order, for output that is the same each time.
        public static func < (one: Permission, other: Permission) -> Bool { one.rawValue < other.rawValue }
    }

    /// A duty that a licence may impose.
    public enum Duty: String, Hashable, Sendable, CaseIterable, Comparable {
        /// To name the creator.
        case credit
        /// To include the notice of its licence.
        case notice
        /// To share adaptations under the same licence.
        case shareAlike = "share-alike"

        /// A stable order, for output that is the same each time.
        public static func < (one: Duty, other: Duty) -> Bool { one.rawValue < other.rawValue }
    }

    /// Terms that allow everything and require nothing.
    public static let free = LicenceTerms(Set(Permission.allCases))
    /// Terms that allow nothing, or whose permissions are unknown.
    public static let none = LicenceTerms([])

    /// The terms if both apply: the permissions common to both, and the duties of either.
    public func combined(with other: LicenceTerms) -> LicenceTerms {
        LicenceTerms(permissions.intersection(other.permissions), duties: duties.union(other.duties))
    }
}

/// The strictness of a licence: a total order from the most to the least permissive.
///
/// It agrees with the terms of two licences if these can be compared. A licence with unknown terms is stricter than all
/// with known terms, except one that reserves all rights.
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

    /// A missing permission weighs more than all duties, and a missing commercial one more than another.
    private static func level(of terms: LicenceTerms) -> Int {
        if terms.permissions.isEmpty { return unknown + 1 }
        let missing = LicenceTerms.free.permissions.subtracting(terms.permissions)
        return missing.reduce(terms.duties.count) { $0 + ($1 == .commercial ? 20 : 10) }
    }

    private static let unknown = 100
}

extension [Known<Licence>] {
    /// The strictest stated licence. A source without a licence does not affect the result; if no source states one, it
    /// is unknown, and unknown never means allowed.
    package var strictest: Known<Licence> {
        Known(
            compactMap(\.fact).reduce(nil) { strictest, licence in strictest?.stricter(licence) ?? licence })
    }
}

extension Item {
    /// Every licence that a source states for it, the strictest first.
    public var licences: [Licence] {
        let stated = [licence.fact].compactMap(\.self) + sources.compactMap(\.attribution.licence.fact)
        return Set(stated).sorted { Strictness($1) < Strictness($0) }
    }

    /// The combined terms of all licences that its sources state; nil if none states one. An unknown licence allows
    /// nothing.
    public var terms: LicenceTerms? {
        licences.map { $0.terms ?? .none }.reduce(nil) { both, terms in both?.combined(with: terms) ?? terms }
    }
}

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
