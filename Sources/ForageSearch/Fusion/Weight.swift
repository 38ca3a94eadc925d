internal import ForageCore

/// What a provider's word counts for: 1 unless somebody says otherwise, from 0 to 1000.
package struct Weight: Hashable, Sendable, Comparable {
    package let value: Double

    package init(_ value: Double = 1) { self.value = value.isNaN ? 1 : min(max(value, 0), 1000) }

    /// What is added to a rank, so that being first is not everything.
    ///
    /// The customary 60 is for lists of a thousand. Of thirty it makes one where two who agree on their last are above
    /// anybody's first, and where a weight of 2 puts all thirty above the others' first. Over 360 made-up settings (two to eight
    /// services, alike and unlike, lists of 10 to 60, more and less in common) 3 to 5 make the best lists, and with
    /// 5 the fewest are worse than the best service's own.
    package static let rankOffset = 5

    /// The term of reciprocal rank fusion, `weight / (5 + rank)`, in trillionths.
    ///
    /// Whole numbers add up to the same sum in any order, and terms that are printed add up to the score.
    package func contribution(atRank rank: Int) -> Int {
        Int((value * Double(Score.one) / Double(Self.rankOffset + rank)).rounded())
    }

    package static func < (one: Weight, other: Weight) -> Bool { one.value < other.value }
}
