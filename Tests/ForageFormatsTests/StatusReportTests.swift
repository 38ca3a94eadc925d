import ForageCore
import Testing

@testable import ForageFormats

@Suite("What is said of a search")
struct StatusReportTests {
    private func closing(_ origins: [Outcome.Origin]) throws -> String {
        let ids: [ProviderID] = ["owls", "gallery", "films"]
        let outcomes = zip(ids, origins).map { Outcome($0, .answered(2), origin: $1) }
        let report = Report(
            query: try Query("owl"), items: [], outcomes: outcomes, next: nil, duration: .milliseconds(20))
        let text = StatusReport(terminal: nil).text(of: report)
        return String(text.split(separator: "\n").last ?? "")
    }

    @Test(
        "what comes from the cache is said, and how old it is at most",
        arguments: [
            ([.network, .network], nil),
            ([.cached(.seconds(90)), .cached(.seconds(7200))], "from the cache, up to 2 h old"),
            ([.network, .cached(.seconds(90))], "1 answer from the cache, up to 2 min old"),
            ([.stale(.seconds(90), "it is gone"), .network], nil),
        ] as [([Outcome.Origin], String?)])
    func cached(origins: [Outcome.Origin], words: String?) throws {
        let line = try closing(origins)
        #expect(line.contains("cache") == (words != nil))
        if let words { #expect(line.hasSuffix(words)) }
    }
}
