package import ForageCore

extension Cluster {
    /// Why the result stands where it does.
    func explanation(
        round: Int, basis: Explanation.Basis, term: (Member, _ countedWith: ProviderID?) -> Explanation.Term
    ) -> Explanation {
        let voices = Voices(members)
        let terms = voices.counting.map { term($0, nil) } + voices.repeating.map { term($0.voice, $0.other) }
        return Explanation(
            score: Score(trillionths: standing.score), basis: basis, round: round, turn: explainedTurn,
            terms: terms,
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
        var joined = [members[0]]
        var waiting = members.dropFirst()
        var merges: [Explanation.Merge] = []
        var next = 0
        while next < joined.count {
            let other = joined[next]
            for member in waiting {
                guard let merge = Explanation.Merge(member, other) else { continue }
                merges.append(merge)
                joined.append(member)
            }
            waiting.removeAll { member in joined.contains { $0.item.id == member.item.id } }
            next += 1
        }
        return merges
    }
}

extension Explanation.Merge {
    /// What two members share first; nil where they share nothing.
    fileprivate init?(_ member: Member, _ other: Member) {
        let (item, others) = (member.item, other.item)
        let keys = Set(other.keys)
        guard let key = member.keys.first(where: keys.contains) else { return nil }
        let rule = Self.rules.first { $0.keys(item).contains(key) && $0.keys(others).contains(key) }
        self.init(id: item.id, other: others.id, reason: rule?.reason ?? .address, key: key)
    }

    private static let rules: [(reason: Explanation.Reason, keys: @Sendable (Item) -> [String])] = [
        (.page, { $0.pageKeys }), (.file, { $0.fileKeys }), (.picture, { $0.pictureKeys }),
    ]
}
