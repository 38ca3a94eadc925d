import ForageCore
import JSON
import Platform
import TestWording
import Testing

@testable import ForageFormats

@Suite("The status report of a search")
struct StatusReportTests {
    private func closing(_ origins: [Outcome.Origin]) throws -> String {
        let ids: [ProviderID] = ["owls", "gallery", "films"]
        let outcomes = zip(ids, origins).map { Outcome($0, .answered(2), origin: $1) }
        let report = Report(
            query: try Query("owl"), items: [], outcomes: outcomes, next: nil, duration: .milliseconds(20))
        let text = StatusReport(terminal: nil, steps: .sample).text(of: report)
        return String(text.split(separator: "\n").last ?? "")
    }

    @Test("the cursor is printed only if there is no terminal", arguments: [nil, TerminalStyle(width: 80)])
    func cursor(terminal: TerminalStyle?) throws {
        let report = Report(
            query: try Query("owl"), items: [], outcomes: [], next: "abc", duration: .milliseconds(20))
        let text = StatusReport(terminal: terminal, steps: .sample).text(of: report)
        #expect(text.contains("--cursor abc") == (terminal == nil))
        #expect(text.contains("`forage more`") == (terminal != nil))
    }

    @Test(
        "if all providers that were asked failed, the cache is suggested",
        arguments: [
            ([.failed(Wording.Services.unresolved("owls.example")), .skipped("no key")], true),
            ([.failed(Wording.Services.unresolved("owls.example")), .empty], false),
            ([.skipped("no key")], false),
            ([.timedOut("no answer within 5 s")], false),
        ] as [([Outcome.Result], Bool)])
    func offline(results: [Outcome.Result], isSuggested: Bool) throws {
        let outcomes = zip(["owls", "gallery"] as [ProviderID], results).map { Outcome($0, $1) }
        let report = Report(
            query: try Query("owl"), items: [], outcomes: outcomes, next: nil, duration: .milliseconds(20))
        let text = StatusReport(terminal: nil, steps: .sample).text(of: report)
        #expect(text.contains("--offline") == isSuggested)
    }

    @Test(
        "the end of a pause is shown as a clock time",
        arguments: [
            (0.0, "22:14"), (-90_000, "2023-11-14 22:14"), (-1_080_000, "2023-11-14 22:14"),
            (-1e11, "2023-11-14T22:13:20Z"),
        ] as [(Double, String)])
    func throttled(later: Double, time: String) throws {
        let end = Date(timeIntervalSince1970: 1_700_000_000)
        let clock = WallClock(now: end + later, offset: { _ in 0 })
        let text = StatusReport(terminal: nil, clock: clock, steps: .sample)
            .text(of: Outcome("owls", .throttled(until: end, "it rests")))
        #expect(text == "owls  \(Wording.Results.throttled)\(time): it rests\n")
    }

    private func filtered(isExplained: Bool = false) throws -> Report {
        var query = try Query(parsing: "owl kind:photo after:2020")
        query.isExplained = isExplained
        return Report(
            query: query, items: [],
            outcomes: [
                Outcome(
                    "flickr", .answered(2), notes: [.unstated(.publishedSince, 1), .unstated(.kind, 3)],
                    filters: [.publishedSince: .applied, .kind: .applied]),
                Outcome(
                    "owls", .answered(1),
                    notes: [.unsupported(.publishedBefore), .unsupported(.publishedSince)],
                    filters: [.publishedSince: .impossible, .kind: .honoured]),
                Outcome("films", .skipped(Wording.Results.notEnabled)),
            ], next: nil, duration: .zero)
    }

    @Test("a table shows which filters were applied where, on request")
    func explained() throws {
        let text = StatusReport(terminal: nil, steps: .sample).text(of: try filtered(isExplained: true))
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "  ").map { $0.trimmingWhitespace() }
        }
        #expect(lines[0] == ["filters", "after:2020-01-01", "kind:photo"])
        #expect(lines[1] == ["flickr", "by Forage", "by Forage"])
        #expect(lines[2] == ["owls", Wording.Results.notPossible[...], "by the service"])
        #expect(text.contains("flickr  1 result left out: it states no date\n"))
        #expect(text.contains("3 results left out: they state no kind\n"))
        #expect(
            text.ranges(of: "\(Wording.Results.noDateFilter), so some of its results may not match\n").count
                == 1)
        #expect(
            !StatusReport(terminal: nil, steps: .sample).text(of: try filtered()).contains(
                Wording.Results.notPossible))
    }

    @Test("the JSON says the same, by its schema")
    func inJSON() throws {
        let text = OutputFormat.json.writer().text(of: try filtered())
        #expect(try SchemaCheck().faults(in: text) == [])
        let root = try JSONDocument(Array(text.utf8), mode: .strict).root
        let filters = root["outcomes"][1]["filters"]
        #expect(filters[0]["filter"].string == "after" && filters[0]["handling"].string == "impossible")
        #expect(root["outcomes"][0]["notes"][1]["note"].string == "unstated")
        #expect(root["outcomes"][0]["notes"][1]["count"].int == 3)
    }

    @Test(
        "a past time is rounded down to the minute, today or with its day",
        arguments: [
            (59.0, "today at 22:13"), (3_600, "today at 22:13"), (7_200, "on 2023-11-14 at 22:13"),
        ])
    func past(later: Double, words: String) {
        let time = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(WallClock(now: time + later, offset: { _ in 0 }).pastText(for: time) == words)
    }

    @Test("local times use the clock of this machine")
    func local() {
        let now = Date()
        let texts = [
            WallClock(now: now).words(for: now), WallClock(now: now, offset: { _ in 0 }).words(for: now),
        ]
        #expect(texts.allSatisfy { $0.split(separator: ":").count == 2 })
    }

    @Test(
        "cached answers are mentioned with their greatest age",
        arguments: [
            ([.network, .network], nil),
            ([.cached(.seconds(90)), .cached(.seconds(7200))], Wording.Results.cachedUpTo("2 h")),
            ([.network, .cached(.seconds(90))], "1 answer \(Wording.Results.cachedUpTo("2 min"))"),
            ([.stale(.seconds(90), "it is gone"), .network], nil),
        ] as [([Outcome.Origin], String?)])
    func cached(origins: [Outcome.Origin], words: String?) throws {
        let line = try closing(origins)
        #expect(line.contains("cache") == (words != nil))
        if let words { #expect(line.hasSuffix(words)) }
    }
}
