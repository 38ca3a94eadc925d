/// Why a result stands where it does, and what it was made of.
public struct Explanation: Hashable, Sendable {
    /// The sum of what the terms come to.
    public var score: Score
    /// What put the results in order.
    public var basis: Basis
    /// Which round it was found in, from 1. Each round makes one list of every provider's next page, which stands
    /// behind the rounds before.
    public var round: Int
    /// Whose turn it was given in; nil where providers take no turns.
    public var turn: Turn?
    /// What each provider that brought it adds, the greatest first.
    public var terms: [Term]
    /// What was taken for the same as the best-ranked, and why.
    public var merged: [Merge]
    /// Which sources each field of a merged item comes from; empty where only one brought it.
    public var origins: [ItemField: [ItemID]]

    /// Describes why a result stands where it does.
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

    /// What puts results in order.
    public enum Basis: String, Hashable, Sendable, CaseIterable {
        /// The score, the greatest first.
        case score
        /// The date, the latest first; the score where dates are the same.
        case date
        /// The turns of the providers in a listing, whatever the score.
        case turn
    }

    /// A provider's turn to give one of its own.
    public struct Turn: Hashable, Sendable {
        /// Whose turn it is.
        public var provider: ProviderID
        /// Which of its turns in the round, from 1.
        public var number: Int

        /// Describes a turn.
        public init(provider: ProviderID, number: Int) {
            self.provider = provider
            self.number = number
        }
    }

    /// What the word of one provider adds to a score: its weight, divided by the sum of 5 and its rank.
    public struct Term: Hashable, Sendable {
        /// The item at the provider.
        public var id: ItemID
        /// Its position among the provider's distinct results in its round, from 1: what counts.
        public var rank: Int
        /// Its position among everything that the provider has listed up to there, whatever was left out or merged.
        public var position: Int?
        /// What the provider's word counts for.
        public var weight: Double
        /// What it adds.
        public var value: Score
        /// The provider that it counts once with, because both have it from one catalogue; it then adds nothing.
        public var countedWith: ProviderID?
        /// Where the provider's answer came from, and how old it was.
        public var origin: Outcome.Origin?
        /// How each filter of the query was dealt with there.
        public var filters: [Filter.Name: FilterHandling]

        /// Which provider it is.
        public var provider: ProviderID { id.provider }

        /// Describes what a provider's word adds.
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

    /// Why one thing was taken for the same as another.
    public struct Merge: Hashable, Sendable {
        /// What was merged.
        public var id: ItemID
        /// What it is the same as: the best-ranked, or what was merged before.
        public var other: ItemID
        /// What both have.
        public var reason: Reason
        /// The address that both have, without what does not tell two apart.
        public var key: String

        /// Describes why two things are the same.
        public init(id: ItemID, other: ItemID, reason: Reason, key: String) {
            self.id = id
            self.other = other
            self.reason = reason
            self.key = key
        }
    }

    /// What two things have that are the same.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The address of the page.
        case page
        /// The address of the original file.
        case file
        /// The picture that files show, by addresses that differ in its size alone.
        case picture
        /// An address that is the page of one and the file of the other.
        case address
    }
}

/// What sorts results: a whole number of trillionths (10⁻¹²).
///
/// Whole numbers add up to the same sum in any order, and what is printed of them adds up to what is printed of
/// the sum.
public struct Score: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// How many trillionths it is.
    public var trillionths: Int

    /// States a score.
    public init(trillionths: Int) { self.trillionths = trillionths }

    /// The decimal with all its digits: `0.166666666667`.
    public var description: String {
        let (whole, rest) = trillionths.quotientAndRemainder(dividingBy: Self.one)
        return "\(whole)." + String(String(Self.one + rest).dropFirst())
    }

    /// The lower comes first.
    public static func < (one: Score, other: Score) -> Bool { one.trillionths < other.trillionths }

    package static let one = 1_000_000_000_000
}

/// A field of an item that a source states.
public enum ItemField: String, Hashable, Sendable, CaseIterable, Comparable {
    case kind, title, summary, pageURL, creator, licence, attribution, renditions, publishedAt, tags,
        collection
    case duration = "seconds"
    case place, camera

    /// A stable order, for output that is the same each time: that of the fields in the output.
    public static func < (one: ItemField, other: ItemField) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// Whether it is made of what all sources state.
    public var isCollected: Bool { self == .renditions || self == .tags }
}
