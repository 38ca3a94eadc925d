import ForageConformance
import ForageCore
import ForageSearch
import TestDoubles
import Testing

@Suite struct ExplanationTests {
    private func explained(_ text: String = "owl", order: Order = .relevance, limit: Int = 20) throws -> Query
    {
        var query = try Query(text, order: order, limit: limit)
        query.isExplained = true
        return query
    }

    @Test("explanations appear only on request, and do not change the results", arguments: 0..<20)
    func onlyWhenAsked(_ seed: Int) async throws {
        let engine = SearchEngine(try Catalogue.generated(seed: seed))
        let plain = try await engine.report(Query("owl", limit: 100))
        let report = try await engine.report(explained(limit: 100))
        #expect(plain.explanations.isEmpty)
        #expect(report.items == plain.items)
        #expect(report.next == plain.next)
        #expect(Set(report.explanations.keys) == Set(report.items.map(\.id)))
    }

    @Test("the terms of an explanation add up to the score, also over several rounds", arguments: 0..<30)
    func sums(_ seed: Int) async throws {
        let report = try await SearchEngine(try Catalogue.generated(seed: seed)).report(explained(limit: 200))
        let explanations = try report.items.map { try report.explanations[$0.id].orThrow() }
        for (item, explanation) in zip(report.items, explanations) {
            #expect(
                explanation.terms.reduce(0) { $0 + $1.value.trillionths } == explanation.score.trillionths)
            for term in explanation.terms {
                let value = term.weight * 1e12 / Double(Weight.rankOffset + term.rank)
                #expect(term.value.trillionths == Int(value.rounded()))
                #expect(try term.position.orThrow() >= term.rank)
            }
            #expect(Set(explanation.terms.map(\.provider)) == Set(item.sources.map(\.provider)))
            #expect(Set(explanation.merged.map(\.id) + [item.id]) == Set(item.sources.map(\.id)))
            #expect(explanation.origins.isEmpty == (item.sources.count == 1))
        }
        for (one, next) in zip(explanations, explanations.dropFirst()) {
            #expect(one.round <= next.round)
            #expect(one.round < next.round || one.score >= next.score)
        }
    }

    @Test("a listing is explained by its turns, which give its order exactly", arguments: 0..<30)
    func turns(_ seed: Int) async throws {
        let catalogues = try Catalogue.generated(seed: seed)
        let order = catalogues.map(\.provider)
        let weights: [ProviderID: Double] = ["a": 1, "b": 2, "c": 0.3, "d": 1]
        var query = try Query(browsing: Browse(), limit: 200)
        query.isExplained = true
        let report = try await SearchEngine(sources: catalogues.map { $0.source() }, weights: weights).report(
            query)
        let keys = try report.items.map { item in
            let explanation = try report.explanations[item.id].orThrow()
            let turn = try explanation.turn.orThrow()
            let weight = try weights[turn.provider].orThrow()
            #expect(explanation.basis == .turn)
            #expect(item.sources.contains { $0.provider == turn.provider })
            return (
                explanation.round, Double(turn.number) / weight, -weight,
                try order.firstIndex(of: turn.provider).orThrow()
            )
        }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("results sorted by date are explained by date")
    func newest() async throws {
        let source = StubSource(.sample("ants"), items: try Item.samples("ants", 1...2))
        let report = try await SearchEngine(sources: [source]).report(explained(order: .newest))
        #expect(report.explanations.values.map(\.basis) == [.date, .date])
    }

    @Test("a later page is explained by its own round and the age of its own answer")
    func rounds() async throws {
        let source = StubSource(.sample("ants", terms: Terms(greatestPageSize: 2))) { request, _ in
            guard case .search(_, let page) = request else {
                return SourceAnswer(outcome: Outcome("ants", .empty))
            }
            let isFirst = page.cursor == nil
            let items = (isFirst ? [1, 2] : [3]).compactMap { try? Item.sample("ants", "\($0)") }
            let origin: Outcome.Origin = isFirst ? .network : .cached(.seconds(90))
            return SourceAnswer(
                items: items, next: isFirst ? "2" : nil,
                outcome: Outcome("ants", .answered(items.count), origin: origin))
        }
        let report = try await SearchEngine(sources: [source], weights: ["ants": 0.5]).report(explained())
        let last = try report.items.last.flatMap { report.explanations[$0.id] }.orThrow()
        #expect(last.round == 2)
        #expect(last.terms.map(\.origin) == [.cached(.seconds(90))])
        #expect(last.terms.map(\.rank) == [1])
        #expect(last.terms.map(\.position) == [3])
        #expect(last.terms.map(\.weight) == [0.5])
        #expect(last.score.description == "0.083333333333")
    }

    @Test("a merged result explains the merge and the source of each field")
    func merged() async throws {
        let page: WebURL = "https://photos.example/1"
        let file: WebURL = "https://files.example/1.jpg"
        let one = try Item.sample("ants", "1", page: page)
        let two = try Item.sample("bees", "2", page: "http://www.photos.example/1/?utm_source=bees") {
            $0.summary = "At night"
            $0.renditions = [Rendition(.original, at: file)]
        }
        let three = try Item.sample("wasps", "3") {
            $0.renditions = [Rendition(.original, at: file)]
            $0.catalogue = "bees"
        }
        let sources = [one, two, three].map { StubSource(.sample($0.id.provider), items: [$0]) }
        let report = try await SearchEngine(sources: sources).report(explained())
        let explanation = try report.explanations["ants:1"].orThrow()
        #expect(
            explanation.merged == [
                Explanation.Merge(id: two.id, other: one.id, reason: .page, key: "photos.example/1"),
                Explanation.Merge(id: three.id, other: two.id, reason: .file, key: "files.example/1.jpg"),
            ])
        #expect(explanation.origins[.title] == [one.id])
        #expect(explanation.origins[.summary] == [two.id])
        #expect(explanation.origins[.renditions] == [two.id])
        #expect(explanation.origins[.creator] == nil)
        #expect(explanation.terms.map(\.countedWith) == [nil, nil, "bees"])
        #expect(explanation.terms.map { $0.value.trillionths > 0 } == [true, true, false])
    }

    @Test("an explanation says how each filter was handled at each provider of the result")
    func filters() async throws {
        let source = StubSource(
            .sample("ants", capabilities: Capabilities(filters: [.orientation])),
            items: try Item.samples("ants", 1...1))
        var query = try Query("owl", filters: [.kinds([.photo]), .orientation(.landscape)])
        query.isExplained = true
        let report = try await SearchEngine(sources: [source]).report(query)
        #expect(
            report.explanations["ants:1"]?.terms.map(\.filters) == [
                [.kind: .applied, .orientation: .honoured]
            ])
    }
}

extension Dictionary where Key == ItemID {
    subscript(_ id: String) -> Value? { ItemID(id).flatMap { self[$0] } }
}
