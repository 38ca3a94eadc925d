import ForageCore
import Platform
import TestWording
import Testing

@testable import Forage

@Suite("The file of a bundle")
struct BundleFileTests {
    private func read(_ bytes: [UInt8]) throws(ReplayError) -> ReplayBundle {
        try BundleFile.bundle(bytes, at: "owl.json")
    }

    private func refusal(_ bytes: [UInt8]) -> String? {
        do throws(ReplayError) {
            _ = try read(bytes)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("a bundle reads back unchanged", arguments: Case.all)
    func roundTrip(sample: Case) throws {
        var bundle = try ReplayBundle.sample()
        try sample.change(&bundle)
        #expect(try read(BundleFile.bytes(of: bundle)) == bundle)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout ReplayBundle) throws -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout ReplayBundle) throws -> Void) {
            testDescription = name
            self.change = change
        }

        static let all: [Case] = questions + parts + failures.map(exchange) + results.map(brought)

        private static let questions = [
            Case("words and filters") {
                $0.question = .list(
                    try Query(
                        parsing: #"owl "barn owl" -tawny by:"Ann Lee" licence:commercial from:birds"#,
                        isStrict: true, limit: 7), .page(3))
            },
            Case("a listing") {
                let filters = try Query(parsing: "🦉 licence:commercial min:12x10 -owl").filters
                $0.question = .list(
                    try Query(
                        browsing: Browse(day: CalendarDay("2024-05-31"), filters: filters),
                        providers: [.birds], limit: 3), .cursor("abc"))
            },
            Case("the latest listing") {
                $0.question = .list(try Query(browsing: Browse()), .start, .all(99))
            },
            Case("what is to be explained") {
                var query = try Query("owl")
                query.isExplained = true
                $0.question = .list(query, .start)
            },
            Case("an item") { $0.question = .item(ItemID(provider: .birds, local: "a/b é")) },
        ]

        private static let parts = [
            Case("form, settings, definitions, skipped, measured, signatures") {
                $0.form = .init(.csv, fields: "id,title", isStreamed: true)
                $0.next = .init(plain: "abc", sealed: "def")
                $0.interruption = .system
                $0.settings = "{\n    \"measure\": false\n  }"
                $0.definitions = [DefinitionFile(path: "/a/b.json", text: "{\n\"x\": \"\u{1}\"}")]
                $0.skipped = [.init(provider: .trees, reason: Wording.Results.notEnabled)]
                $0.measured = ["https://example.org/1.svg"]
                $0.signatures = ["w_200/owl": "s--abc--", "": "s--0--"]
            },
            Case("ways to arrive") {
                $0.arrivals = [Arrival.Ending.answered, .late, .cancelled].map {
                    Arrival(provider: .birds, duration: .nanoseconds(12_345_678_901), ending: $0)
                }
            },
            Case("answers") {
                var cut = Response(
                    status: 404, headers: ["Link": "<x>; rel=\"next\""], body: [0xFF, 0, 0x7B])
                cut.completeness = .cutOff
                var long = Response.sample("ø\u{2028}\n")
                long.completeness = .overLimit
                let origins: [Outcome.Origin] = [
                    .network, .file, .cached(.milliseconds(1500)), .stale(.seconds(9), "no answer"),
                ]
                for (place, origin) in origins.enumerated() {
                    $0.exchanges.append(
                        Exchange(
                            .birds, .sample.prefix(16_384), after: place,
                            .answer(place.isMultiple(of: 2) ? cut : long, origin)))
                }
                $0.exchanges.append(
                    Exchange(
                        .trees, .file(FileSetting(path: "/list.json")), after: 0, .answer(long, .file)))
            },
        ]

        private static let failures: [FetchError] = [
            .unreachable("no way"), .timedOut("too slow"), .notAllowed("not you"), .notSimulated("not here"),
            .missingKey("apiKey"), .denied("wrong key"),
            .throttled(Date(timeIntervalSinceReferenceDate: 0.1234567), "wait"), .throttled(nil, "wait"),
            .broken("no HTTP"), .cancelled,
        ]

        private static func exchange(_ failure: FetchError) -> Case {
            Case("\(failure)") { $0.exchanges = [Exchange(.birds, .sample, after: 17, .failure(failure))] }
        }

        private static let results: [Outcome.Result] = [
            .answered(1), .empty, .skipped("a"), .throttled(until: Date(timeIntervalSince1970: 1.5), "b"),
            .throttled(until: nil, "c"), .denied("d"), .timedOut("e"), .failed("f"), .drift("g"), .cancelled,
        ]

        private static let notes: [Outcome.Note] = [
            .unsupported(.hue), .unstated(.licence, 3), .unsupportedOrder(.newest), .unsupportedDay,
            .shortened(200),
            .drift(Drift(path: "/a/*", count: 1, total: 2)), .incomplete("h"), .unmeasured(2, "i"),
            .unconverted("j"),
        ]

        private static func brought(_ result: Outcome.Result) -> Case {
            Case("an answer from elsewhere: \(result)") {
                let outcome = Outcome(.birds, result, origin: .stale(.seconds(5), "why"), notes: notes)
                let answer = SourceAnswer(
                    items: [Item.sample()].compactMap(\.self), next: "2", total: 9, outcome: outcome,
                    honoured: [.licence])
                $0.arrivals = [Arrival(provider: .birds, duration: .seconds(1), ending: .brought(answer))]
            }
        }
    }

    @Test("a truncated bundle is refused with line and column")
    func cutOff() throws {
        let whole = try BundleFile.bytes(of: .sample(exchanges: [.owl]))
        for length in stride(from: 1, to: whole.count - 3, by: 37) {
            let refusal = try #require(self.refusal(Array(whole.prefix(length))))
            #expect(refusal.hasPrefix("\(Wording.Downloads.notReplayed("owl.json"))line "))
            #expect(refusal.contains(Wording.Files.cutOffStart))
        }
    }

    @Test("a changed byte is detected")
    func edited() throws {
        let whole = try BundleFile.bytes(of: .sample(exchanges: [.owl]))
        let refusal = self.refusal(whole.replacing("\"status\": 200", with: "\"status\": 201"))
        #expect(
            refusal
                == "\(Wording.Downloads.notReplayed("owl.json"))line 3, column 11: the digest does not match the content: \(Wording.Files.edited)."
        )
    }

    @Test("a later version is refused by its number")
    func later() throws {
        let whole = try BundleFile.bytes(of: .sample())
        #expect(
            refusal(whole.replacing("bundle:1", with: "bundle:2"))
                == "\(Wording.Downloads.notReplayed("owl.json"))line 2, column 12: \(Wording.Files.version(2)), but this version of Forage reads only version 1."
        )
    }

    @Test(
        "a file that is not a bundle is called so",
        arguments: ["{}", "[]", "{\"$schema\": \"urn:forage:config:1\"}"])
    func strange(text: String) {
        #expect(throws: ReplayError.notABundle(path: "owl.json")) { try read(Array(text.utf8)) }
    }

    @Test("a bundle is recognised by its beginning, so that no other file is overwritten")
    func beginning() throws {
        #expect(BundleFile.isBeginning(try BundleFile.bytes(of: .sample())))
        #expect(!BundleFile.isBeginning(Array("{\"name\": \"urn:forage:bundle:1\"}".utf8)))
        #expect(!BundleFile.isBeginning([]))
    }

    @Test("keys are stored only by name")
    func keys() throws {
        let text = String(decoding: try BundleFile.bytes(of: .sample(exchanges: [.owl])), as: UTF8.self)
        #expect(text.contains("\"key\": \"apiKey\""))
    }
}

extension Exchange {
    fileprivate static let owl = Exchange(.birds, .sample, after: 5, .answer(.sample(), .network))
}
