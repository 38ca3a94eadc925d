import ForageCore
import ForageSearch
import TestPlaces
import Testing

@Suite struct TurnTests {
    private func ids(_ lists: [RankedList]) -> [String] { lists.fused().inTurns().map(\.item.id.description) }

    @Test("providers take turns with one result each, and continue when the others have nothing left")
    func turns() throws {
        let lists = [RankedList(try Item.samples("a", 1...2)), RankedList(try Item.samples("b", 1...4))]
        #expect(ids(lists) == ["a:1", "b:1", "a:2", "b:2", "b:3", "b:4"])
    }

    @Test("twice the weight gives two turns, and weight zero a turn after all others")
    func weights() throws {
        let lists = [
            RankedList(try Item.samples("a", 1...2), weight: Weight(0)),
            RankedList(try Item.samples("b", 1...2)),
            RankedList(try Item.samples("c", 1...4), weight: Weight(2)),
            RankedList(try Item.samples("d", 1...2), weight: Weight(0)),
        ]
        #expect(ids(lists) == ["c:1", "c:2", "b:1", "c:3", "c:4", "b:2", "a:1", "d:1", "a:2", "d:2"])
    }

    @Test("a shared result is given once, and costs neither provider a turn")
    func merged() throws {
        let shared = try Item.sample("b", "9", page: "https://a.example/1")
        let lists = [
            RankedList(try Item.samples("a", 1...3)), RankedList([shared] + (try Item.samples("b", 1...2))),
        ]
        let results = lists.fused().inTurns()
        #expect(results.map(\.item.id.description) == ["a:1", "b:1", "a:2", "b:2", "a:3"])
        #expect(results[0].item.sources.count == 2)
        #expect(results.compactMap(\.turn).map(\.number) == [1, 1, 2, 2, 3])
    }
}

@Suite struct RoundRobinPropertyTests {
    @Test(
        "every result is given once, in the order of turns, for any initial order",
        arguments: 0..<200)
    func whole(_ seed: Int) throws {
        var random = SeededNumbers(seed: seed + 60_000)
        let clusters = try GeneratedLists(seed: seed).lists.fused()
        let given = clusters.inTurns()
        let turns = given.compactMap(\.turn)
        #expect(Set(given.map(\.item.id)) == Set(clusters.map(\.item.id)))
        #expect(given.count == clusters.count && turns.count == clusters.count)
        #expect(zip(turns, turns.dropFirst()).allSatisfy { $0 < $1 && !($1 < $0) })
        let again = clusters.shuffled(using: &random).inTurns()
        #expect(again.map(\.item) == given.map(\.item))
        #expect(again.map(\.turn) == given.map(\.turn))
    }

    @Test("in its turn a provider gives its best remaining result", arguments: 0..<200)
    func best(_ seed: Int) throws {
        let given = try GeneratedLists(seed: seed).lists.fused().inTurns()
        for (place, cluster) in given.enumerated() {
            let provider = try cluster.turn.orThrow().providerPlace
            let rank = try cluster.rank(at: provider).orThrow()
            #expect(given[(place + 1)...].allSatisfy { $0.rank(at: provider).map { $0 > rank } ?? true })
        }
    }

    @Test("a provider with results left never misses its turns", arguments: 0..<200)
    func fair(_ seed: Int) throws {
        let lists = try GeneratedLists(seed: seed).lists
        let turns = lists.fused().inTurns().compactMap(\.turn)
        for (provider, list) in lists.enumerated() {
            let own = turns.indices.filter { turns[$0].providerPlace == provider }
            #expect(own.map { turns[$0].number } == Array(1..<(own.count + 1)))
            for (count, place) in own.enumerated() {
                for (other, otherList) in lists.enumerated() {
                    let otherCount = turns[..<place].count { $0.providerPlace == other }
                    let share = otherList.weight.value / list.weight.value
                    #expect(Double(otherCount) <= Double(count + 1) * share)
                }
            }
        }
    }
}

extension Cluster {
    /// The rank of the result at a provider.
    fileprivate func rank(at provider: Int) -> Int? {
        members.filter { $0.item.id.provider == ProviderID.letters[provider] }.map(\.rankKey.rank).min()
    }
}
