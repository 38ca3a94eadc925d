internal import ForageCore

/// What a provider's word counts for: 1 unless somebody says otherwise, from 0 to 1000.
package struct Weight: Hashable, Sendable, Comparable {
    package let value: Double

    package init(_ value: Double = 1) { self.value = value.isNaN ? 1 : min(max(value, 0), 1000) }

    /// The term of reciprocal rank fusion, `weight / (60 + rank)`, in trillionths.
    ///
    /// Whole numbers add up to the same sum in any order, and terms that are printed add up to the score.
    package func contribution(atRank rank: Int) -> Int {
        Int((value * Double(Score.one) / Double(60 + rank)).rounded())
    }

    package static func < (one: Weight, other: Weight) -> Bool { one.value < other.value }
}
