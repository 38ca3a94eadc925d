package import ForageCore

/// Duplicate items of one or more providers, as one result.
///
/// A cluster is the set of its members, so the union of clusters is associative, commutative and idempotent. Every
/// field of the merged item is the greatest under a total order: usually the value of the best-ranked member that
/// states one. The licence has an order of its own.
package struct Cluster: Sendable {
    /// The members, best first; never empty.
    package let members: [Member]
    /// The rank among all results: the best member's, but with the sum of the independent contributions of all
    /// providers. A duplicate within a provider adds nothing, and neither does an item from another provider's
    /// catalogue.
    package let rankKey: RankKey
    /// The turn in which the result was taken, if providers take turns.
    package internal(set) var turn: Turn?

    /// Creates a cluster of members in any order; a repeated member counts once.
    package init?(_ members: [Member]) {
        guard members.count > 1 else {
            guard let only = members.first else { return nil }
            self.members = members
            rankKey = only.rankKey
            return
        }
        var met: Set<ItemID> = []
        let sorted = members.sorted { $0.rankKey < $1.rankKey }.filter { met.insert($0.item.id).inserted }
        self.members = sorted
        rankKey = sorted[0].rankKey.scored(IndependentVotes(sorted).score)
    }

    /// Returns the union of two clusters.
    package func union(_ other: Cluster) -> Cluster { Cluster(members + other.members) ?? self }

    /// The keys that identify a duplicate of any member.
    package var keys: Set<String> {
        members.reduce(into: []) { $0.formUnion($1.keys.all) }
    }
}

extension Cluster {
    /// The members merged into one item.
    ///
    /// The ID, kind, title, page and credit come from the best-ranked member. Its missing values come from the next
    /// member that states them. Files, tags and sources of all members are combined without repeats, and each source
    /// has its own credit.
    package var item: Item {
        let items = members.map(\.item)
        var merged = items[0]
        guard items.count > 1 else { return merged }
        merged.sources = items.flatMap(\.sources).distinct(by: \.id)
        merged.summary = items.first(stating: \.summary)
        merged.creator = Known(items.first(stating: \.creator.fact))
        merged.licence = items.map(\.licence).strictest
        merged.renditions = items.flatMap(\.renditions).best
        merged.publishedAt = items.first(stating: \.publishedAt)
        merged.tags = items.flatMap(\.tags).distinct
        merged.collection = items.first(stating: \.collection)
        merged.duration = items.first(stating: \.duration)
        merged.place = items.first(stating: \.place)
        merged.camera = items.first(stating: \.camera)
        merged.chapters = items.first(stating: \.chapters)
        merged.transcript = items.first(stating: \.transcript)
        merged.blurHash = items.first(stating: \.blurHash)
        merged.altText = items.first(stating: \.altText)
        merged.isMature = items.contains { $0.isMature == true } ? true : items.first(stating: \.isMature)
        return merged
    }
}

extension Cluster {
    /// The sources of each field of the merged item; a field without a value has none.
    package var provenance: [ItemField: [ItemID]] {
        var origins: [ItemField: [ItemID]] = [:]
        for field in ItemField.allCases {
            let sources = self.sources(of: field)
            if !sources.isEmpty { origins[field] = sources.map(\.item.id) }
        }
        return origins
    }

    private func sources(of field: ItemField) -> [Member] {
        switch field {
        case .kind, .title, .pageURL, .attribution: [members[0]]
        case .summary: first { $0.summary != nil }
        case .creator: first { $0.creator.fact != nil }
        case .licence: licensors
        case .renditions: contributors { $0.renditions.flatMap(\.statements) }
        case .publishedAt: first { $0.publishedAt != nil }
        case .tags: contributors(\.tags)
        case .collection: first { $0.collection != nil }
        case .duration: first { $0.duration != nil }
        case .place: first { $0.place != nil }
        case .camera: first { $0.camera != nil }
        }
    }

    private func first(stating: (Item) -> Bool) -> [Member] {
        members.first { stating($0.item) }.map { [$0] } ?? []
    }

    /// The members that state the licence of the merged item.
    private var licensors: [Member] {
        guard let strictest = members.map(\.item.licence).strictest.fact else { return [] }
        return first { $0.licence.fact == strictest }
    }

    /// Returns the members with a part that no member before them has.
    private func contributors<Part: Hashable>(_ parts: (Item) -> [Part]) -> [Member] {
        var met: Set<Part> = []
        return members.filter { member in
            let count = met.count
            met.formUnion(parts(member.item))
            return met.count > count
        }
    }
}

extension Cluster {
    /// The connections between the members: each member except the best, with a better-ranked one that shares a key.
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

extension [Item] {
    fileprivate func first<Fact>(stating fact: (Item) -> Fact?) -> Fact? {
        for item in self {
            if let fact = fact(item) { return fact }
        }
        return nil
    }
}

extension [Rendition] {
    /// The files without repeats, from the smallest role to the largest. Of two entries for one file, the one with a
    /// size is used, preferably a measured one. A template is kept whichever entry states it.
    fileprivate var best: [Rendition] {
        var groups: [WebURL: Int] = [:]
        var words: [[Int]] = []
        for place in indices {
            if let group = groups[self[place].url] {
                words[group].append(place)
            } else {
                groups[self[place].url] = words.count
                words.append([place])
            }
        }
        return words.map { places in
            let places = places.sorted { self[$0].knowledge > self[$1].knowledge }
            var best = self[places[0]]
            best.template = places.lazy.compactMap { self[$0].template }.first
            return best
        }.sorted { $0.role < $1.role }
    }
}

extension Rendition {
    fileprivate var knowledge: Int {
        switch sizeSource {
        case .measured: 2
        case .service: 1
        case nil: 0
        }
    }
}

extension Rendition {
    /// The statements about a file: its existence, its size, and the address template for other sizes.
    fileprivate var statements: [String] {
        [url.text, size.map { _ in "size of \(url)" }, template.map { _ in "template of \(url)" }].compactMap(
            \.self)
    }
}

extension Explanation.Merge {
    /// Creates the first connection between two members; nil if they share no key.
    fileprivate init?(_ member: Member, _ other: Member) {
        guard let (key, reason) = member.keys.shared(with: other.keys) else { return nil }
        self.init(id: member.item.id, other: other.item.id, reason: reason, key: key)
    }
}

/// The providers whose vote for a result counts, out of all that returned it.
///
/// A provider has one vote, its best item. Providers that took a result from the same catalogue are not independent, so
/// each counted provider needs its own catalogue. The best providers are assigned one first, and a provider moves to
/// another of its catalogues if that lets one more count. As a result, an additional item never lowers the sum.
struct IndependentVotes {
    /// The best item of each counted provider, best first.
    let counting: [Member]
    /// The best item of each provider that is not counted, and the provider that it duplicates.
    let repeating: [(vote: Member, other: ProviderID)]

    /// Creates the votes of members, which must be sorted best first.
    init(_ members: [Member]) {
        let voters = Dictionary(grouping: members, by: \.rankKey.providerPlace).values
            .sorted { $0[0].rankKey < $1[0].rankKey }
        var assignment = CatalogueAssignment(voters.map { $0.map(\.catalogue) })
        let counts = voters.indices.map { assignment.assign($0) }
        counting = voters.indices.filter { counts[$0] }.map { voters[$0][0] }
        repeating = voters.indices.filter { !counts[$0] }.map { place in
            let vote = voters[place][0]
            let holder = assignment.holders[vote.catalogue] ?? place
            return (vote, voters[holder][0].item.id.provider)
        }
    }

    /// The sum of the counted votes.
    var score: Int { counting.reduce(0) { $0 + $1.rankKey.score } }
}

/// An assignment of catalogues to as many voters as possible: a matching by augmenting paths.
private struct CatalogueAssignment {
    private let catalogues: [[ProviderID]]
    private(set) var holders: [ProviderID: Int] = [:]

    init(_ catalogues: [[ProviderID]]) { self.catalogues = catalogues }

    /// Assigns a catalogue to a voter, and moves others if necessary; returns false if that is impossible.
    mutating func assign(_ voter: Int) -> Bool {
        var tried: Set<ProviderID> = []
        return assign(voter, &tried)
    }

    private mutating func assign(_ voter: Int, _ tried: inout Set<ProviderID>) -> Bool {
        for catalogue in catalogues[voter] where tried.insert(catalogue).inserted {
            if let holder = holders[catalogue], !assign(holder, &tried) { continue }
            holders[catalogue] = voter
            return true
        }
        return false
    }
}
