import ForageCore
import ForageSearch
import TestPlaces
import Testing

@Suite struct FusionTests {
    private func ids(_ lists: [RankedList]) -> [String] { lists.fused().map(\.item.id.description) }

    @Test("providers without common results take turns, in their order")
    func turns() throws {
        let lists = [RankedList(try Item.samples("a", 1...3)), RankedList(try Item.samples("b", 1...2))]
        #expect(ids(lists) == ["a:1", "b:1", "a:2", "b:2", "a:3"])
    }

    @Test("a result of two providers is merged, ranks above single results and has both credits")
    func agreement() throws {
        let shared = try Item.sample("b", "9", page: "http://www.a.example/2/")
        let lists = [RankedList(try Item.samples("a", 1...3)), RankedList([shared])]
        let item = try lists.fused().first.orThrow().item
        #expect(item.sources.map(\.id.description) == ["b:9", "a:2"])
        #expect(item.id == shared.id)
        #expect(item.attribution == shared.attribution)
        #expect(item.pageURL == "http://www.a.example/2/")
    }

    @Test("a score is an exact sum of whole numbers")
    func arithmetic() throws {
        let shared = try Item.sample("b", "9", page: "https://a.example/2")
        let lists = [
            RankedList(try Item.samples("a", 1...3)), RankedList([shared], weight: Weight(0.5)),
        ]
        let best = try lists.fused().first.orThrow()
        #expect(best.members.map(\.item.id.provider) == ["a", "b"])
        #expect(best.rankKey.score == Weight().contribution(atRank: 2) + Weight(0.5).contribution(atRank: 1))
    }

    @Test(
        "an invalid weight becomes the nearest valid one",
        arguments: [
            (Double.nan, 1.0), (-1, 0), (.infinity, 1000), (2e9, 1000), (0.5, 0.5),
        ])
    func weights(_ given: Double, _ expected: Double) {
        #expect(Weight(given) == Weight(expected))
    }

    @Test("ranks count distinct results")
    func distinctRanks() throws {
        let repeated = try Item.sample("a", "x", page: "https://a.example/1?utm_source=y")
        let items = try Item.samples("a", 1...2)
        let list = RankedList([items[0], repeated, items[1]])
        let clusters = [list].fused()
        #expect(clusters.map { $0.members.map(\.item.id.local) } == [["1", "x"], ["2"]])
        #expect(
            clusters.map(\.rankKey.score) == [1, 2].map { Weight().contribution(atRank: $0) })
    }

    @Test("results from the same catalogue count once, by the greater term, and other agreement still counts")
    func families() throws {
        let page: WebURL = "https://photos.example/1"
        let own = try Item.sample("flickr", "1", page: page)
        let carried = try Item.sample("openverse", "x", page: page) { $0.catalogue = "flickr" }
        let other = try Item.sample("commons", "c", page: page)
        let filler = try Item.samples("flickr", 8...9)
        let term = { Weight().contribution(atRank: $0) }
        func score(_ lists: [[Item]]) throws -> Int {
            try lists.map { RankedList($0) }.fused().first { $0.item.pageURL == page }.orThrow().rankKey
                .score
        }
        #expect(try score([[own], [carried]]) == term(1))
        #expect(try score([filler + [own], [carried]]) == term(1))
        #expect(try score([filler + [own], [carried], [other]]) == term(1) + term(1))
        #expect(try score([[own], [other]]) == term(1) + term(1))
    }

    @Test("a provider with a result from two catalogues counts for the one that no other provider uses")
    func twoCatalogues() throws {
        let page: WebURL = "https://photos.example/1"
        let file: WebURL = "https://files.example/1.jpg"
        let first = try Item.sample("openverse", "1", page: page) { $0.catalogue = "flickr" }
        let second = try Item.sample("openverse", "2") {
            $0.catalogue = "commons"
            $0.renditions = [Rendition(.original, at: file)]
        }
        let other = try Item.sample("flickr", "3") { $0.renditions = [Rendition(.original, at: file)] }
        let link = try Item.sample("museum", "4", page: page) {
            $0.renditions = [Rendition(.original, at: file)]
        }
        let lists = [RankedList([first, second]), RankedList([other])]
        let term = { Weight().contribution(atRank: $0) }
        #expect(lists.fused().first { $0.members.count == 2 }?.rankKey.score == term(2) + term(1))
        let linked = try (lists + [RankedList([link], weight: Weight(0))]).fused().first.orThrow()
        #expect(linked.members.count == 4)
        #expect(linked.rankKey.score == term(1) + term(1))
    }

    @Test("many long lists are fused without comparing all pairs")
    func long() throws {
        let lists = try (0..<64).map { place in
            let provider = try ProviderID("p\(place)").orThrow()
            return RankedList(try Item.samples(provider, 0..<50))
        }
        #expect(lists.fused().count == 3_200)
    }
}

@Suite struct FusionLawTests {
    @Test("no two results share a key, and no item is lost", arguments: 0..<Campaign.count(200, of: 5_000))
    func whole(_ seed: Int) throws {
        let lists = try GeneratedLists(seed: seed).lists
        let clusters = lists.fused()
        let keys = clusters.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        let members = clusters.flatMap { $0.members.map(\.item.id) }.sorted()
        #expect(members == lists.flatMap(\.items).map(\.id).sorted())
        #expect(clusters.allSatisfy { $0.item.sources.count == $0.members.count })
    }

    @Test(
        "the order is total, and it is the order of the list",
        arguments: 0..<Campaign.count(100, of: 5_000))
    func total(_ seed: Int) throws {
        let clusters = try GeneratedLists(seed: seed).lists.fused()
        for (place, one) in clusters.enumerated() {
            #expect(!(one.rankKey < one.rankKey))
            for other in clusters[(place + 1)...] {
                #expect(one.rankKey < other.rankKey && !(other.rankKey < one.rankKey))
            }
        }
    }

    @Test(
        "another provider with the same result never lowers it", arguments: 0..<Campaign.count(200, of: 5_000)
    )
    func agreementNeverLowers(_ seed: Int) throws {
        var random = SeededNumbers(seed: seed + 10_000)
        let lists = try GeneratedLists(seed: seed).lists
        let before = lists.fused()
        guard let place = before.indices.randomElement(using: &random) else { return }
        let page = before[place].item.pageURL
        let weight = Weight(Double.random(in: 0...3, using: &random))
        let agreeing = RankedList([try Item.sample("z", "agreed", page: page)], weight: weight)
        let after = (lists + [agreeing]).fused()
        let newPlace = try after.firstIndex { $0.keys.contains(page.duplicateKey) }.orThrow()
        #expect(newPlace <= place)
        #expect(after[newPlace].rankKey.score >= before[place].rankKey.score)
    }

    @Test(
        "a repeat within a provider gains nothing and changes no other result",
        arguments: 0..<Campaign.count(200, of: 5_000))
    func repeatGainsNothing(_ seed: Int) throws {
        var random = SeededNumbers(seed: seed + 20_000)
        let lists = try GeneratedLists(seed: seed).lists
        guard let place = lists.indices.randomElement(using: &random),
            let item = lists[place].items.randomElement(using: &random)
        else { return }
        let first = try lists[place].items.firstIndex {
            DuplicateKeys(of: $0).all == DuplicateKeys(of: item).all
        }.orThrow()
        var items = lists[place].items
        items.insert(
            try Item.sample(item.id.provider, "again", page: item.pageURL) {
                $0.catalogue = lists[place].items[first].declaredCatalogue
            },
            at: Int.random(in: (first + 1)...items.count, using: &random))
        var repeated = lists
        repeated[place] = RankedList(items, weight: lists[place].weight)
        #expect(repeated.fused().map(\.rankKey.score) == lists.fused().map(\.rankKey.score))
        #expect(repeated.fused().map(\.item.id) == lists.fused().map(\.item.id))
    }

    @Test(
        "merging clusters is commutative, associative and idempotent",
        arguments: 0..<Campaign.count(200, of: 5_000))
    func mergeLaws(_ seed: Int) throws {
        var random = SeededNumbers(seed: seed + 30_000)
        let members = try GeneratedLists(seed: seed).lists.enumerated().flatMap { place, list in
            list.items.enumerated().map {
                Member($1, rank: $0 + 1, providerPlace: place, weight: list.weight)
            }
        }
        let parts = (0..<3).compactMap { _ in
            Cluster((0..<4).compactMap { _ in members.randomElement(using: &random) })
        }
        guard parts.count == 3 else { return }
        let (one, two, three) = (parts[0], parts[1], parts[2])
        #expect(one.union(two).item == two.union(one).item)
        #expect(one.union(two).union(three).item == one.union(two.union(three)).item)
        #expect(one.union(one).item == one.item)
        #expect(one.union(two).union(two).item == one.union(two).item)
        #expect(one.union(two).rankKey == two.union(one).rankKey)
        #expect(one.union(two).provenance == two.union(one).provenance)
        #expect(one.union(two).union(three).rankKey == one.union(two.union(three)).rankKey)
        #expect(one.union(two).union(three).merges == one.union(two.union(three)).merges)
    }

    @Test("the order of its members does not change a result", arguments: 0..<Campaign.count(200, of: 5_000))
    func order(_ seed: Int) throws {
        var random = SeededNumbers(seed: seed + 40_000)
        for cluster in try GeneratedLists(seed: seed).lists.fused() where cluster.members.count > 1 {
            let other = try Cluster(cluster.members.shuffled(using: &random)).orThrow()
            #expect(other.item == cluster.item)
            #expect(other.rankKey == cluster.rankKey)
            #expect(other.provenance == cluster.provenance)
            #expect(other.merges == cluster.merges)
        }
    }

    @Test(
        "a score is the greatest sum of providers that each have a catalogue of their own, without any multiplication",
        arguments: 0..<Campaign.count(200, of: 5_000))
    func sums(_ seed: Int) throws {
        for cluster in try GeneratedLists(seed: seed).lists.fused() {
            let providers = Dictionary(grouping: cluster.members, by: \.item.id.provider).values
            let voices = providers.map { members in
                (
                    term: members.map(\.rankKey.score).max() ?? 0,
                    catalogues: Set(members.map { $0.item.sources[0].catalogue })
                )
            }
            #expect(cluster.rankKey.score == greatestSum(of: voices[...], excluding: []))
        }
    }

    /// The slow way: leaves out each provider, or gives it each of its catalogues.
    private func greatestSum(
        of voices: ArraySlice<(term: Int, catalogues: Set<ProviderID>)>, excluding taken: Set<ProviderID>
    ) -> Int {
        guard let voice = voices.first else { return 0 }
        let others = voices.dropFirst()
        let sums = voice.catalogues.subtracting(taken).map {
            voice.term + greatestSum(of: others, excluding: taken.union([$0]))
        }
        return max(greatestSum(of: others, excluding: taken), sums.max() ?? 0)
    }

    @Test(
        "another provider never lowers a score, whatever it delivers: copies, links between results, families",
        arguments: 0..<Campaign.count(400, of: 5_000))
    func nothingLowers(_ seed: Int) throws {
        var random = SeededNumbers(seed: seed + 60_000)
        let lists = try GeneratedLists(seed: seed).lists
        guard let place = lists.indices.randomElement(using: &random) else { return }
        var fewer = lists
        fewer[place] = RankedList([], weight: lists[place].weight)
        let after = lists.fused().flatMap { cluster in
            cluster.members.map { ($0.item.id, cluster.rankKey.score) }
        }
        let scores = Dictionary(uniqueKeysWithValues: after)
        for cluster in fewer.fused() {
            #expect(try scores[cluster.item.id].orThrow() >= cluster.rankKey.score)
        }
    }

    @Test(
        "another provider adds exactly its weight, whatever the other weights are",
        arguments: 0..<Campaign.count(200, of: 5_000))
    func weightsAdd(_ seed: Int) throws {
        var random = SeededNumbers(seed: seed + 50_000)
        let lists = try GeneratedLists(seed: seed).lists
        let before = lists.fused()
        guard let cluster = before.randomElement(using: &random) else { return }
        let page = cluster.item.pageURL
        let weight = Weight([0, 0.001, 0.2, 1, 7].randomElement(using: &random) ?? 1)
        let after = (lists + [RankedList([try .sample("z", "agreed", page: page)], weight: weight)]).fused()
        let agreed = try after.first { $0.keys.contains(page.duplicateKey) }.orThrow()
        #expect(agreed.rankKey.score == cluster.rankKey.score + weight.contribution(atRank: 1))
    }

    @Test(
        "every field of a merged item equals that of its stated source",
        arguments: 0..<Campaign.count(200, of: 5_000))
    func provenance(_ seed: Int) throws {
        for cluster in try GeneratedLists(seed: seed).lists.fused() {
            let merged = cluster.item
            let origins = cluster.provenance
            func source(_ field: ItemField) -> Item? {
                cluster.members.first { $0.item.id == origins[field]?.first }?.item
            }
            #expect(source(.title)?.title == merged.title)
            #expect(source(.pageURL)?.pageURL == merged.pageURL)
            #expect(source(.attribution)?.attribution == merged.attribution)
            #expect(source(.summary)?.summary == merged.summary)
            #expect(source(.creator)?.creator.fact == merged.creator.fact)
            #expect(source(.licence)?.licence.fact == merged.licence.fact)
            let taggers = cluster.members.filter { origins[.tags]?.contains($0.item.id) ?? false }
            #expect(Set(taggers.flatMap(\.item.tags)) == Set(merged.tags))
            let filers = cluster.members.filter { origins[.renditions]?.contains($0.item.id) ?? false }
            #expect(Set(filers.flatMap(\.item.renditions).map(\.url)) == Set(merged.renditions.map(\.url)))
        }
    }

    @Test(
        "every merged item is linked to the best one, directly or through others",
        arguments: 0..<Campaign.count(200, of: 5_000))
    func merges(_ seed: Int) throws {
        for cluster in try GeneratedLists(seed: seed).lists.fused() {
            var joined: Set = [cluster.item.id]
            for merge in cluster.merges {
                #expect(joined.contains(merge.other))
                #expect(joined.insert(merge.id).inserted)
                for id in [merge.id, merge.other] {
                    let member = try cluster.members.first { $0.item.id == id }.orThrow()
                    #expect(member.keys.all.contains(merge.key))
                }
            }
            #expect(joined.count == cluster.members.count)
        }
    }

    @Test(
        "a merged licence is never looser than that of any source",
        arguments: 0..<Campaign.count(200, of: 5_000))
    func licences(_ seed: Int) throws {
        for cluster in try GeneratedLists(seed: seed).lists.fused() {
            let stated = cluster.members.compactMap(\.item.licence.fact)
            let merged = cluster.item.licence.fact
            #expect((merged == nil) == stated.isEmpty)
            if let merged { #expect(stated.allSatisfy { Strictness($0) <= Strictness(merged) }) }
        }
    }
}
