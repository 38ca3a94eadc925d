internal import ForageCore

/// Results that are given one after the other.
private struct RoundRobin {
    private var hands: [Hand] = []
    private var isGiven: [Bool]

    /// What a provider has to give.
    private struct Hand {
        var turn: Turn
        /// The places of its results, the best last.
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

    /// The next result by its place, and whose turn it is; nil when all are given.
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
    /// The results as their providers give them: whoever's turn it is gives the best of its own that is not there
    /// yet. So what several bring is given once, and costs nobody else a turn.
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

/// When a provider gives a result, where all give one each in turn.
///
/// The earlier comes first. A provider of twice the weight has two turns where another has one; one whose word
/// counts for nothing waits for all the others.
package struct Turn: Hashable, Sendable, Comparable {
    /// Which of its provider's own turns it is, from 1.
    package let number: Int
    package let weight: Weight
    /// The place of the provider among the providers.
    package let providerPlace: Int

    /// A provider's first turn.
    package init(firstOf providerPlace: Int, weight: Weight) {
        self.init(number: 1, weight: weight, providerPlace: providerPlace)
    }

    private init(number: Int, weight: Weight, providerPlace: Int) {
        self.number = number
        self.weight = weight
        self.providerPlace = providerPlace
    }

    /// The provider's turn after this one.
    var next: Turn { Turn(number: number + 1, weight: weight, providerPlace: providerPlace) }

    private var time: Double { Double(number) / weight.value }

    package static func < (one: Turn, other: Turn) -> Bool {
        if one.time != other.time { return one.time < other.time }
        if one.weight != other.weight { return one.weight > other.weight }
        if one.number != other.number { return one.number < other.number }
        return one.providerPlace < other.providerPlace
    }
}
