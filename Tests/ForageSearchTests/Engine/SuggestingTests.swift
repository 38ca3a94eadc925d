import ForageConformance
import ForageCore
import ForageSearch
import Synchronization
import TestDoubles
import Testing

@Suite("Spelling suggestions")
struct SuggestingTests {
    /// Suggests the same for every query, and records the providers it was given.
    private final class StubSuggester: Suggester {
        let asked = Mutex<[[ProviderID]]>([])

        func suggestions(
            for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
        ) async -> [String] {
            asked.withLock { $0.append(providers) }
            return ["barn owl"]
        }
    }

    private func suggestions(
        for query: Query, _ results: [Outcome.Result], items: [Item] = [], page: Int = 1
    ) async throws -> [String] {
        let sources = zip(ProviderID.letters, results).map { id, result in
            StubSource(.sample(id)) { _, _ in
                SourceAnswer(items: result == .answered(1) ? items : [], outcome: Outcome(id, result))
            }
        }
        let suggester = StubSuggester()
        let engine = SearchEngine(sources: sources, suggester: suggester)
        let suggestions = try await engine.search(query, page: page).report.suggestions
        #expect(
            suggester.asked.withLock(\.self)
                == (suggestions.isEmpty ? [] : [Array(ProviderID.letters.prefix(results.count))]))
        return suggestions
    }

    @Test("suggestions are made if a provider answered and none found anything")
    func nothingFound() async throws {
        let query = try Query("bran owll")
        #expect(try await suggestions(for: query, [.empty]) == ["barn owl"])
        #expect(try await suggestions(for: query, [.empty, .failed("it broke")]) == ["barn owl"])
    }

    @Test("no suggestions are made without an answer, with results, or for a listing")
    func notAsked() async throws {
        let query = try Query("bran owll")
        let item = try Item.sample("a", "1")
        #expect(try await suggestions(for: query, [.failed("it broke")]) == [])
        #expect(try await suggestions(for: query, [.answered(1), .empty], items: [item]) == [])
        #expect(try await suggestions(for: query, [.answered(1)], items: [item], page: 2) == [])
        let filtered = try Query("bran owll", filters: [.kinds([.episode])])
        #expect(try await suggestions(for: filtered, [.answered(1)], items: [item]) == [])
        #expect(try await suggestions(for: try Query(browsing: Browse()), [.empty]) == [])
    }
}
