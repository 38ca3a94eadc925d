package import ForageCore

/// Items of one or more providers that are the same, as one result.
///
/// A cluster is the set of its members, so that uniting clusters is associative, commutative and
/// idempotent. Every field of the merged item is the greatest under a total order: as a rule what the
/// best-ranked member says that says anything; the licence has an order of its own.
package struct Cluster: Sendable {
    /// What was brought, best first; never empty.
    package let members: [Member]
    /// Where it stands among all results: where its best member does, but with the sum of what each
    /// provider adds that counts. A repeat inside a provider adds nothing, nor does who has it from another's catalogue.
    package let rankKey: RankKey
    /// Whose turn it was given in, where providers take turns.
    package internal(set) var turn: Turn?

    /// Makes a cluster of members in any order; one that is there twice counts once.
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

    /// Puts two clusters together.
    package func union(_ other: Cluster) -> Cluster { Cluster(members + other.members) ?? self }

    /// What tells that another item is the same as one of these.
    package var keys: Set<String> {
        members.reduce(into: []) { $0.formUnion($1.keys.all) }
    }
}

extension Cluster {
    /// The members as one item.
    ///
    /// Id, kind, title, page and credit are the best-ranked member's. What it does not say is filled in
    /// by the next that does. Files and tags are all there are, each once, and so are the sources, each
    /// with its own credit.
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
        merged.blurHash = items.first(stating: \.blurHash)
        merged.altText = items.first(stating: \.altText)
        merged.isMature = items.contains { $0.isMature == true } ? true : items.first(stating: \.isMature)
        return merged
    }
}

extension Cluster {
    /// Which sources each field of the merged item comes from; a field that nobody states has none.
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

    /// Whoever states the licence that stands.
    private var licensors: [Member] {
        guard let strictest = members.map(\.item.licence).strictest.fact else { return [] }
        return first { $0.licence.fact == strictest }
    }

    /// Those who have something that none before them has.
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

extension [Item] {
    fileprivate func first<Fact>(stating fact: (Item) -> Fact?) -> Fact? {
        for item in self {
            if let fact = fact(item) { return fact }
        }
        return nil
    }
}

extension [Rendition] {
    /// Each file once, from the smallest role to the largest; of two words on one file the one that
    /// tells its size, and rather a measured one. A template is kept whoever told it.
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
    /// What it says of its file: that there is one, how large it is, and where it is to be had in other sizes.
    fileprivate var statements: [String] {
        [url.text, size.map { _ in "size of \(url)" }, template.map { _ in "template of \(url)" }].compactMap(
            \.self)
    }
}

extension Explanation.Merge {
    /// What two members share first; nil where they share nothing.
    fileprivate init?(_ member: Member, _ other: Member) {
        guard let (key, reason) = member.keys.shared(with: other.keys) else { return nil }
        self.init(id: member.item.id, other: other.item.id, reason: reason, key: key)
    }
}
