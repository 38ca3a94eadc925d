import Essentials
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
        "who must not be asked now may be asked again from a time on that a clock on the wall shows",
        arguments: [
            (0.0, "22:14"), (-90_000, "2023-11-14 22:14"), (-1_080_000, "2023-11-14 22:14"),
            (-1e11, "2023-11-14T22:13:20Z"),
        ] as [(Double, String)])
    func throttled(later: Double, time: String) throws {
        let end = Date(timeIntervalSince1970: 1_700_000_000)
        let clock = WallClock(now: end + later, offset: { _ in 0 })
        let text = StatusReport(terminal: nil, clock: clock)
            .text(of: Outcome("owls", .throttled(until: end, "it rests")))
        #expect(text == "owls  throttled until \(time): it rests\n")
    }

    @Test("this machine says how its clock differs from Greenwich's")
    func local() {
        let now = Date()
        let texts = [
            WallClock(now: now).words(for: now), WallClock(now: now, offset: { _ in 0 }).words(for: now),
        ]
        #expect(texts.allSatisfy { $0.split(separator: ":").count == 2 })
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
