/// The terms under which an item may be used.
public struct Licence: Hashable, Sendable {
    /// A short stable name, such as `cc-by-4.0` or `unsplash`.
    public var id: String
    /// The name for people.
    public var name: String
    /// Where the terms can be read.
    public var url: WebURL?

    /// Names the terms of an item.
    public init(id: String, name: String, url: WebURL? = nil) {
        self.id = id
        self.name = name
        self.url = url
    }
}

extension Licence {
    /// What it allows and asks for; nil for one that nobody here has read, which therefore allows nothing.
    public var terms: LicenceTerms? {
        let id = id.lowercased()
        if let known = Self.known[id] { return known }
        // A version that there is not was read by nobody.
        guard let name = CreativeCommonsName(id), name.isKnown else { return nil }
        return id.hasPrefix("cc-") ? LicenceTerms(creativeCommons: id.dropFirst(3)) : .free
    }

    /// The names of licences by which can be filtered, without their versions.
    package static let families =
        ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"].map { "cc-\($0)" } + ["cc0", "pdm"]
        + known.keys.sorted()

    /// Licences without versions.
    ///
    /// Unsplash's asks for no credit; the guidelines of its interface do, and the credit says so.
    private static let known: [String: LicenceTerms] = [
        "all-rights-reserved": .none,
        "no-known-copyright-restrictions": .free,
        "public-domain": .free,
        "united-states-government-work": .free,
        "unsplash": .free,
    ]
}

extension Licence {
    /// The stricter of two, which holds where two sources say different things of one item.
    package func stricter(_ other: Licence) -> Licence {
        Strictness(self) < Strictness(other) ? other : self
    }
}

extension LicenceTerms {
    /// Reads what the name of a licence of Creative Commons says: `by-nc-sa-2.5-fr`; nil for another.
    ///
    /// The first version had licences that ask for no credit, and put the elements in another order.
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

extension [Known<Licence>] {
    /// The strictest that is stated. A source that does not say takes nothing away from one that does; where
    /// none says it stays unknown, and unknown never means allowed.
    package var strictest: Known<Licence> {
        Known(
            compactMap(\.fact).reduce(nil) { strictest, licence in strictest?.stricter(licence) ?? licence })
    }
}

extension Item {
    /// Every licence that a source states of it, the strictest first.
    public var licences: [Licence] {
        let stated = [licence.fact].compactMap(\.self) + sources.compactMap(\.attribution.licence.fact)
        return Set(stated).sorted { Strictness($1) < Strictness($0) }
    }

    /// What holds of all that its sources state; nil where none states a licence. One that nobody here has read
    /// allows nothing.
    public var terms: LicenceTerms? {
        licences.map { $0.terms ?? .none }.reduce(nil) { both, terms in both?.meet(terms) ?? terms }
    }
}
