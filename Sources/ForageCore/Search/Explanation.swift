/// An explanation of a result's rank and of its sources.
public struct Explanation: Hashable, Sendable {
    /// The sum of the terms.
    public var score: Score
    /// The criterion of the order.
    public var basis: Basis
    /// The round in which it was found, from 1. Each round combines every provider's next page into one list, which
    /// follows the lists of earlier rounds.
    public var round: Int
    /// The provider's turn in which it was listed; nil if providers take no turns.
    public var turn: Turn?
    /// The contribution of each provider that returned it, the greatest first.
    public var terms: [Term]
    /// The items that were merged into it, with the reasons.
    public var merged: [Merge]
    /// The sources of each field of a merged item; empty for an item from one source.
    public var origins: [ItemField: [ItemID]]

    /// Creates an explanation.
    public init(
        score: Score, basis: Basis, round: Int, turn: Turn? = nil, terms: [Term], merged: [Merge] = [],
        origins: [ItemField: [ItemID]] = [:]
    ) {
        self.score = score
        self.basis = basis
        self.round = round
        self.turn = turn
        self.terms = terms
        self.merged = merged
        self.origins = origins
    }

    /// The criterion by which results are ordered.
    public enum Basis: String, Hashable, Sendable, CaseIterable {
        /// The score, the greatest first.
        case score
        /// The date, the latest first; the score if the dates are equal.
        case date
        /// The turns of the providers in a listing, regardless of the score.
        case turn
    }

    /// A provider's turn to contribute one of its items.
    public struct Turn: Hashable, Sendable {
        /// The provider.
        public var provider: ProviderID
        /// The number of its turn in the round, from 1.
        public var number: Int

        /// Creates a turn.
        public init(provider: ProviderID, number: Int) {
            self.provider = provider
            self.number = number
        }
    }

    /// The contribution of one provider to a score: its weight, divided by the sum of 5 and its rank.
    public struct Term: Hashable, Sendable {
        /// The item's ID at the provider.
        public var id: ItemID
        /// Its position among the provider's distinct results in its round, from 1; used for the score.
        public var rank: Int
        /// Its position among all items that the provider has listed so far, including removed and merged ones.
        public var position: Int?
        /// The weight of the provider.
        public var weight: Double
        /// The value added to the score.
        public var value: Score
        /// The provider that it counts together with, because both have the item from one catalogue; its value is then
        /// zero.
        public var countedWith: ProviderID?
        /// The origin of the provider's response, with its age.
        public var origin: Outcome.Origin?
        /// The handling of each filter of the query at the provider.
        public var filters: [Filter.Name: FilterHandling]

        /// The provider.
        public var provider: ProviderID { id.provider }

        /// Creates a contribution.
        public init(
            id: ItemID, rank: Int, position: Int? = nil, weight: Double, value: Score,
            countedWith: ProviderID? = nil, origin: Outcome.Origin? = nil,
            filters: [Filter.Name: FilterHandling] = [:]
        ) {
            self.id = id
            self.rank = rank
            self.position = position
            self.weight = weight
            self.value = value
            self.countedWith = countedWith
            self.origin = origin
            self.filters = filters
        }
    }

    /// The reason why two items were treated as the same.
    public struct Merge: Hashable, Sendable {
        /// The item that was merged.
        public var id: ItemID
        /// The item that it equals: the best-ranked one, or one merged earlier.
        public var other: ItemID
        /// The property that both share.
        public var reason: Reason
        /// The address that both share, without parts that do not distinguish items.
        public var key: String

        /// Creates the reason for a merge.
        public init(id: ItemID, other: ItemID, reason: Reason, key: String) {
            self.id = id
            self.other = other
            self.reason = reason
            self.key = key
        }
    }

    /// The property that two items share.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The address of the page.
        case page
        /// The address of the original file.
        case file
        /// The picture that the files show, with addresses that differ only in its size.
        case picture
        /// An address that is the page of one item and the file of the other.
        case address
    }
}

/// The score of a result as a whole number of trillionths (10⁻¹²).
///
/// Sums of whole numbers do not depend on the order of the terms, and the printed terms add up to the printed sum.
public struct Score: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number of trillionths.
    public var trillionths: Int

    /// Creates a score.
    public init(trillionths: Int) { self.trillionths = trillionths }

    /// The decimal number with all its digits: `0.166666666667`.
    public var description: String {
        let (whole, rest) = trillionths.quotientAndRemainder(dividingBy: Self.one)
        return "\(whole)." + String(String(Self.one + rest).dropFirst())
    }

    /// Lower scores come first.
    public static func < (one: Score, other: Score) -> Bool { one.trillionths < other.trillionths }

    package static let one = 1_000_000_000_000
}

/// A field of an item that a source states.
public enum ItemField: String, Hashable, Sendable, CaseIterable, Comparable {
    case kind, title, summary, pageURL, creator, licence, attribution, renditions, publishedAt, tags,
        collection
    case duration = "seconds"
    case place, camera

    /// The order of the fields in the output.
    public static func < (one: ItemField, other: ItemField) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// Indicates whether its value combines those of all sources.
    public var isCollected: Bool { self == .renditions || self == .tags }
}
