import ForageConformance
import ForageCore
import ForageSearch
import TestDoubles
import Testing

@Suite("See also")
struct SeeAlsoTests {
    /// Delivers only related queries, once every provider before it in `order` has answered.
    private func sources(_ related: [ProviderID: RelatedQueries], in order: [ProviderID]) -> [StubSource] {
        let gates = Dictionary(uniqueKeysWithValues: order.map { ($0, Gate()) })
        gates[order[0]]?.open()
        return related.keys.sorted { $0.name < $1.name }.map { id in
            StubSource(.sample(id)) { _, _ in
                await gates[id]?.pass()
                if let place = order.firstIndex(of: id), place + 1 < order.count {
                    gates[order[place + 1]]?.open()
                }
                var answer = SourceAnswer(outcome: Outcome(id, .empty))
                answer.related = related[id] ?? []
                return answer
            }
        }
    }

    @Test(
        "any order of arrival gives the same related queries, each once",
        arguments: [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"], ["a", "c", "b"]] as [[ProviderID]])
    func anyOrder(order: [ProviderID]) async throws {
        let related: [ProviderID: RelatedQueries] = [
            "a": ["Snowy owl", "pellet"], "b": ["barn owl", "OWL"], "c": ["snowy OWL", "night"],
        ]
        let report = try await SearchEngine(sources: sources(related, in: order)).report(Query("owl"))
        #expect(report.seeAlso == ["Snowy owl", "barn owl", "pellet", "night"])
    }

    @Test("a provider with several pages lists its related queries once")
    func pages() async throws {
        let source = StubSource(.sample("a")) { request, _ in
            guard case .search(_, let page) = request else {
                return SourceAnswer(outcome: Outcome("a", .empty))
            }
            let number = Int(page.cursor ?? "") ?? 0
            let items = (try? Item.samples("a", [number])) ?? []
            var answer = SourceAnswer(
                items: items, next: number < 3 ? "\(number + 1)" : nil, outcome: Outcome("a", .answered(1)))
            answer.related = RelatedQueries((0..<20).map { "page \(number) \($0)" })
            return answer
        }
        let report = try await SearchEngine(sources: [source]).report(Query("owl", limit: 4))
        #expect(report.items.count == 4)
        #expect(report.seeAlso == (0..<20).map { "page 0 \($0)" })
    }

    @Test("related queries read by a provider are in the report")
    func read() async throws {
        var page = Page(drafts: [.sample("1")])
        page.related = ["barn owl"]
        let source = PureSource(
            provider: StubProvider(page: page), fetcher: StubFetcher(Response(status: 200, body: [])))
        #expect(try await SearchEngine(sources: [source]).report(Query("owl")).seeAlso == ["barn owl"])
    }
}
