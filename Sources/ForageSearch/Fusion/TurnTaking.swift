internal import ForageCore

extension [Cluster] {
    /// The results as their providers give them: whoever's turn it is gives the best of its own that is not there
    /// yet. So what several bring is given once, and costs nobody else a turn.
    package func inTurns() -> [Cluster] {
        var taking = TurnTaking(of: self)
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

/// Results that are given one after the other.
private struct TurnTaking {
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
            cluster.members.map { (place: place, standing: $0.standing) }
        }
        for (provider, own) in Dictionary(grouping: members, by: \.standing.providerPlace) {
            let places = own.sorted { ($0.standing.rank, $0.place) > ($1.standing.rank, $1.place) }.map(
                \.place)
            hands.append(Hand(turn: Turn(firstOf: provider, weight: own[0].standing.weight), places: places))
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
