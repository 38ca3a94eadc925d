import ForageCore
import ForageFormats
import TestWording
import Testing

@Suite("Hints about missing keys")
struct WantedKeyTests {
    /// The messages of a search in which all providers but one lack a key.
    private func said(
        _ count: Int, environment: [String: String] = [:], saysEverything: Bool = false,
        query: String = "owl"
    ) throws -> [Substring] {
        let providers = try ProviderWithKey.configuration(count, environment: environment).providers
        let outcomes = providers.map { provider in
            Outcome(provider.id, provider.obstacle.map(Outcome.Result.skipped) ?? .answered(1))
        }
        let report = try Report(
            query: Query(parsing: query, knowing: providers.map(\.id)), items: [Sample.photo()],
            outcomes: [Outcome("open", .answered(1))] + outcomes,
            next: nil, duration: .zero)
        let status = StatusReport(
            terminal: nil, saysEverything: saysEverything, providers: providers, steps: .sample)
        return status.text(of: report).split(separator: "\n")
    }

    @Test("one or two missing keys have a line each, at the end")
    func each() throws {
        let lines = [
            "\(Wording.Results.setKeys("ALPHA_KEY", toSearch: "alpha")): https://keys.example/get",
            "\(Wording.Results.setKeys("BETA_KEY", toSearch: "beta")): https://keys.example/get",
        ]
        #expect(try said(1) == ["1 result from 1 provider in 0 ms", lines[0][...]])
        #expect(try said(2) == ["1 result from 1 provider in 0 ms"] + lines.map { $0[...] })
    }

    @Test("more missing keys share two lines")
    func together() throws {
        #expect(
            try said(3).dropFirst() == [
                "\(Wording.Results.setKeys("ALPHA_KEY, BETA_KEY and GAMMA_KEY", toSearch: "alpha")), beta and gamma;",
                "\(Wording.Results.whereToGetKeys).",
            ])
    }

    @Test("a key that is set gets no hint, and an unusable one is reported as usual")
    func others() throws {
        #expect(try said(1, environment: ["ALPHA_KEY": "abc"]).count == 1)
        let lines = try said(1, environment: ["ALPHA_KEY": "a b"])
        #expect(
            lines[0].hasPrefix(
                "alpha  \(Wording.Results.skipped("its key apiKey is not usable: ALPHA_KEY contains spaces"))"
            ))
    }

    @Test("a provider that the query names has its own line, which says where to get its key")
    func named() throws {
        let lines = try said(2, query: "owl from:alpha")
        #expect(
            lines[0].hasPrefix("alpha  \(Wording.Results.skipped(Wording.Settings.keyNotSet("apiKey")))"))
        #expect(lines[0].contains("ALPHA_KEY") && lines[0].contains("https://keys.example/get"))
        #expect(lines.count { $0.hasPrefix("Set ") } == 1)
    }

    @Test("with all messages, each provider has its own line instead")
    func everything() throws {
        let lines = try said(2, saysEverything: true)
        #expect(
            lines.count { $0.contains(Wording.Results.skipped(Wording.Settings.keyNotSet("apiKey"))) } == 2)
        #expect(!lines.contains { $0.hasPrefix("Set ") })
    }
}
