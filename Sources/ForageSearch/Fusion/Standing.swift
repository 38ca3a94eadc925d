internal import ForageCore

/// Where something stands in a list: the one total order of members and of results.
///
/// The better comes first: by score, then weight, then the order of the providers, then rank, then id.
package struct Standing: Hashable, Sendable, Comparable {
    /// The sum of contributions; a member's is its own.
    package let score: Int
    let weight: Weight
    let providerPlace: Int
    package let rank: Int
    let id: ItemID

    package static func < (one: Standing, other: Standing) -> Bool {
        if one.score != other.score { return one.score > other.score }
        if one.weight != other.weight { return one.weight > other.weight }
        if one.providerPlace != other.providerPlace { return one.providerPlace < other.providerPlace }
        if one.rank != other.rank { return one.rank < other.rank }
        return one.id < other.id
    }

    /// The same with another score.
    func scored(_ score: Int) -> Standing {
        Standing(score: score, weight: weight, providerPlace: providerPlace, rank: rank, id: id)
    }
}
