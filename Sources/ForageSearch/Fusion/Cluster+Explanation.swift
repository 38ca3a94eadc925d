package import ForageCore

extension Cluster {
    /// Why the result stands where it does.
    func explanation(
        round: Int, basis: Explanation.Basis, term: (Member, _ countedWith: ProviderID?) -> Explanation.Term
    ) -> Explanation {
        let voices = members.voices
        let counting = voices.counting.map { term($0, nil) }
        let repeating = voices.repeating.map { voice in
            term(voice, voices.counting.first { $0.catalogue == voice.catalogue }?.item.id.provider)
        }
        return Explanation(
            score: Score(trillionths: standing.score), basis: basis, round: round, turn: explainedTurn,
            terms: counting + repeating,
            merged: merges, origins: members.count > 1 ? provenance : [:])
    }

    private var explainedTurn: Explanation.Turn? {
        guard let turn, let giver = members.first(where: { $0.standing.providerPlace == turn.providerPlace })
        else { return nil }
        return Explanation.Turn(provider: giver.item.id.provider, number: turn.number)
    }

    /// How the members hang together: each but the best with one that is nearer to it.
    package var merges: [Explanation.Merge] {
        guard members.count > 1 else { return [] }
        var joined = [members[0].item]
        var waiting = members.dropFirst().map(\.item)
        var merges: [Explanation.Merge] = []
        var next = 0
        while next < joined.count {
            let other = joined[next]
            for item in waiting {
                guard let merge = Explanation.Merge(item, other) else { continue }
                merges.append(merge)
                joined.append(item)
            }
            waiting.removeAll { item in joined.contains { $0.id == item.id } }
            next += 1
        }
        return merges
    }
}

extension Explanation.Merge {
    /// What two items share first; nil where they share nothing.
    fileprivate init?(_ item: Item, _ other: Item) {
        let keys = Set(other.duplicateKeys)
        guard let key = item.duplicateKeys.first(where: keys.contains) else { return nil }
        let reason = Self.rules.first { $0.keys(item).contains(key) && $0.keys(other).contains(key) }?.reason
        self.init(id: item.id, other: other.id, reason: reason ?? .address, key: key)
    }

    private static let rules: [(reason: Explanation.Reason, keys: @Sendable (Item) -> [String])] = [
        (.page, { $0.pageKeys }), (.file, { $0.fileKeys }), (.picture, { $0.pictureKeys }),
    ]
}
