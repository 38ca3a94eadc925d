import ForageCore
import Platform
import Testing

@testable import ForageStorage

@Suite("Phrases of stored items that a text may become")
struct CompletionTests {
    private func completions(
        of typed: String, in kind: StoreKind, providers: [ProviderID] = ["gallery"],
        within time: Duration = .seconds(600)
    ) async throws -> [String] {
        let index = await (try ItemPlace(kind)).index(
            of: .sample("1", "Barn owl at night", tags: ["barn owl", "bird"]),
            .sample("2", "Barn swallow", tags: ["barn owl"]), .sample("3", "An old barn"),
            .sample("4", "Lighthouse", creator: "Zoë Ångström"), .sample("5", "owl kind:photo \"-x\""),
            .sample("6", String(repeating: "barn ", count: 20)), .sample("7", "東京の夜景"),
            .sample("8", "Barn elsewhere", from: "elsewhere"))
        return await index.completions(of: typed, of: providers, by: .now + time)
    }

    @Test(
        "titles, tags and creators with all words are offered, each once, the likely ones first",
        arguments: [
            ("barn", ["barn owl", "Barn swallow", "Barn owl at night", "An old barn"]),
            ("BARN O", ["barn owl", "Barn owl at night", "An old barn"]),
            ("ow ba", ["barn owl", "Barn owl at night"]),
            ("ang", ["Zoë Ångström"]), ("zoe", ["Zoë Ångström"]), ("東京の", ["東京の夜景"]),
            // What is typed already, what is not there, and what a query would read as filters.
            ("lighthouse", []), ("xylophone", []), ("owl kind", []), ("", []), ("-\"", []),
        ] as [(String, [String])], StoreKind.available)
    func offered(_ given: (typed: String, expected: [String]), kind: StoreKind) async throws {
        #expect(try await completions(of: given.typed, in: kind) == given.expected)
    }

    @Test("only items of these providers count, and none after the deadline", arguments: StoreKind.available)
    func bounds(kind: StoreKind) async throws {
        #expect(try await completions(of: "barn els", in: kind) == [])
        #expect(
            try await completions(of: "barn els", in: kind, providers: ["elsewhere"]) == ["Barn elsewhere"])
        #expect(try await completions(of: "barn", in: kind, within: .zero) == [])
    }
}
