internal import ForageCore

/// Results that providers give in turns.
private struct RoundRobin {
    private var hands: [Hand] = []
    private var isGiven: [Bool]

    /// The remaining results of a provider.
    private struct Hand {
        var turn: Turn
        /// The indices of its results, the best last.
        var places: [Int]
    }

    init(of clusters: [Cluster]) {
        isGiven = [Bool](repeating: false, count: clusters.count)
        let members = clusters.enumerated().flatMap { place, cluster in
            cluster.members.map { (place: place, rankKey: $0.rankKey) }
        }
        for (provider, own) in Dictionary(grouping: members, by: \.rankKey.providerPlace) {
            let places = own.sorted { ($0.rankKey.rank, $0.place) > ($1.rankKey.rank, $1.place) }.map(
                \.place)
            hands.append(Hand(turn: Turn(firstOf: provider, weight: own[0].rankKey.weight), places: places))
        }
    }

    /// Returns the index of the next result and its turn; nil when all are given.
    mutating func next() -> (place: Int, turn: Turn)? {
        while let hand = hands.indices.min(by: { hands[$0].turn < hands[$1].turn }) {
            while let place = hands[hand].places.popLast() {
                guard !isGiven[place] else { continue }
                isGiven[place] = true
                let turn = hands[hand].turn
                hands[hand].turn = turn.next
                return (place, turn)
            }
            hands.remove(at: hand)
        }
        return nil
    }
}

extension [Cluster] {
    /// Returns the results in turns: the provider whose turn it is gives its best result that was not given yet. A
    /// result of several providers is therefore given once, and takes only one turn.
    package func inTurns() -> [Cluster] {
        var taking = RoundRobin(of: self)
        var given: [Cluster] = []
        given.reserveCapacity(count)
        while let (place, turn) = taking.next() {
            var cluster = self[place]
            cluster.turn = turn
            given.append(cluster)
        }
        return given
    }
}

/// The turn of a provider, where all providers give one result each in turn.
///
/// The earlier turn comes first. A provider of twice the weight has two turns for every one of another; a provider of
/// weight 0 comes after all others.
package struct Turn: Hashable, Sendable, Comparable {
    /// The number among the provider's own turns, from 1.
    package let number: Int
    package let weight: Weight
    /// The index of the provider among the providers.
    package let providerPlace: Int

    /// Creates a provider's first turn.
    package init(firstOf providerPlace: Int, weight: Weight) {
        self.init(number: 1, weight: weight, providerPlace: providerPlace)
    }

    private init(number: Int, weight: Weight, providerPlace: Int) {
        self.number = number
        self.weight = weight
        self.providerPlace = providerPlace
    }

    /// The provider's next turn.
    var next: Turn { Turn(number: number + 1, weight: weight, providerPlace: providerPlace) }

    private var time: Double { Double(number) / weight.value }

    package static func < (one: Turn, other: Turn) -> Bool {
        if one.time != other.time { return one.time < other.time }
        if one.weight != other.weight { return one.weight > other.weight }
        if one.number != other.number { return one.number < other.number }
        return one.providerPlace < other.providerPlace
    }
}
