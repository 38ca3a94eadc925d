package import ForageCore

/// What one provider brought, best first, and what its word counts for.
package struct RankedList: Hashable, Sendable {
    package let items: [Item]
    package let weight: Weight

    /// Takes a provider's items; one that is there twice counts where it is met first.
    package init(_ items: [Item], weight: Weight = Weight()) {
        var met: Set<ItemID> = []
        self.items = items.filter { met.insert($0.id).inserted }
        self.weight = weight
    }
}

extension [RankedList] {
    /// Makes one list of several, each from another provider, by weighted reciprocal rank fusion.
    ///
    /// The score of a result is the sum over the providers that brought it of `weight / (5 + rank)`,
    /// where the rank is the position among the provider's distinct results. So agreement never lowers a
    /// result and a repeat gains nothing. Ties go by weight, then the order of the lists, then the id.
    package func fused() -> [Cluster] {
        let keys = flatMap { $0.items.map(\.duplicateKeys) }
        let duplicates = Duplicates(keys)
        var members = [[Member]](repeating: [], count: duplicates.count)
        var start = 0
        for (providerPlace, list) in enumerated() {
            var distinctCount = 0
            for place in list.items.indices {
                let group = duplicates.groups[start + place]
                let isRepeat = members[group].contains { $0.standing.providerPlace == providerPlace }
                members[group].append(
                    Member(
                        list, at: place, keys: keys[start + place], rank: distinctCount + 1,
                        providerPlace: providerPlace))
                if !isRepeat { distinctCount += 1 }
            }
            start += list.items.count
        }
        return members.compactMap(Cluster.init).sorted { $0.standing < $1.standing }
    }
}

/// Whose word counts for a result, of all who brought it.
///
/// A provider has one word, its best. Providers that have a result from one catalogue are no two witnesses, so each
/// that counts needs a catalogue to itself. The best are given one first, and whoever has one moves to another of its
/// own where that lets one more count. So whatever else is brought, in whichever catalogue, the sum never falls.
struct Voices {
    /// The best of each provider that counts, best first.
    let counting: [Member]
    /// The best of each provider that counts once with another, and with which.
    let repeating: [(voice: Member, other: ProviderID)]

    /// Hears members that stand best first.
    init(_ members: [Member]) {
        let speakers = Dictionary(grouping: members, by: \.standing.providerPlace).values
            .sorted { $0[0].standing < $1[0].standing }
        var seats = Seats(speakers.map { $0.map(\.catalogue) })
        let counts = speakers.indices.map { seats.take($0) }
        counting = speakers.indices.filter { counts[$0] }.map { speakers[$0][0] }
        repeating = speakers.indices.filter { !counts[$0] }.map { place in
            let voice = speakers[place][0]
            let holder = seats.holders[voice.catalogue] ?? place
            return (voice, speakers[holder][0].item.id.provider)
        }
    }

    /// The sum of what those say who count.
    var score: Int { counting.reduce(0) { $0 + $1.standing.score } }
}

/// Catalogues, each with one speaker at most.
private struct Seats {
    private let catalogues: [[ProviderID]]
    private(set) var holders: [ProviderID: Int] = [:]

    init(_ catalogues: [[ProviderID]]) { self.catalogues = catalogues }

    /// Whether there is a seat for a speaker, be it that others move.
    mutating func take(_ speaker: Int) -> Bool {
        var tried: Set<ProviderID> = []
        return take(speaker, &tried)
    }

    private mutating func take(_ speaker: Int, _ tried: inout Set<ProviderID>) -> Bool {
        for catalogue in catalogues[speaker] where tried.insert(catalogue).inserted {
            if let holder = holders[catalogue], !take(holder, &tried) { continue }
            holders[catalogue] = speaker
            return true
        }
        return false
    }
}
