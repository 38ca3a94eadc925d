import ForageCore
import ForageFormats
import Testing

@Suite("Hints about missing keys")
struct WantedKeyTests {
    /// The messages of a search in which all providers but one lack a key.
    private func said(
        _ count: Int, environment: [String: String] = [:], saysEverything: Bool = false
    ) throws -> [Substring] {
        let providers = try ProviderWithKey.configuration(count, environment: environment).providers
        let outcomes = providers.map { provider in
            Outcome(provider.id, provider.obstacle.map(Outcome.Result.skipped) ?? .answered(1))
        }
        let report = try Report(
            query: Query("owl"), items: [Sample.photo()],
            outcomes: [Outcome("open", .answered(1))] + outcomes,
            next: nil, duration: .zero)
        let status = StatusReport(
            terminal: nil, saysEverything: saysEverything, providers: providers, steps: .sample)
        return status.text(of: report).split(separator: "\n")
    }

    @Test("one or two missing keys have a line each, at the end")
    func each() throws {
        let lines = [
            "Set ALPHA_KEY to also search alpha: https://keys.example/get",
            "Set BETA_KEY to also search beta: https://keys.example/get",
        ]
        #expect(try said(1) == ["1 result from 1 provider in 0 ms", lines[0][...]])
        #expect(try said(2) == ["1 result from 1 provider in 0 ms"] + lines.map { $0[...] })
    }

    @Test("more missing keys share two lines")
    func together() throws {
        #expect(
            try said(3).dropFirst() == [
                "Set ALPHA_KEY, BETA_KEY and GAMMA_KEY to also search alpha, beta and gamma;",
                "`forage providers` shows where to get each key.",
            ])
    }

    @Test("a key that is set gets no hint, and an unusable one is reported as usual")
    func others() throws {
        #expect(try said(1, environment: ["ALPHA_KEY": "abc"]).count == 1)
        let lines = try said(1, environment: ["ALPHA_KEY": "a b"])
        #expect(lines[0].hasPrefix("alpha  skipped: its key apiKey is not usable: ALPHA_KEY contains spaces"))
    }

    @Test("with all messages, each provider has its own line instead")
    func everything() throws {
        let lines = try said(2, saysEverything: true)
        #expect(lines.count { $0.contains("skipped: its key apiKey is not set") } == 2)
        #expect(!lines.contains { $0.hasPrefix("Set ") })
    }
}
