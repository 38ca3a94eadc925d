import ForageConformance
import ForageCore
import Synchronization
import Testing

@Suite("Checks of a provider")
struct ProviderChecksTests {
    /// Checks that depend on the request layer, not on a provider.
    private static let enginesOwn: Set = ["slow-times-out", "cancelling-ends-it"]

    @Test("a correct provider passes every check", arguments: ProviderCheck.all)
    func correct(check: ProviderCheck) async throws {
        let verdict = try await checks(breaking: nil).verdict(on: check)
        #expect(verdict == .passed)
    }

    @Test(
        "every breach is found by its check",
        arguments: ProviderCheck.all.filter { !enginesOwn.contains($0.name) })
    func broken(check: ProviderCheck) async throws {
        let verdict = try await checks(breaking: check.name).verdict(on: check)
        #expect(!verdict.breaches.isEmpty)
    }

    @Test("the table lists every check with its verdict, and passes only without a breach")
    func table() async throws {
        let correct = try await checks(breaking: nil).table()
        #expect(correct.rows.map(\.check.name).sorted() == ProviderCheck.all.map(\.name).sorted())
        #expect(correct.isPassed && correct.passedCount == ProviderCheck.all.count)
        let broken = try await checks(breaking: "html-is-failure").table()
        #expect(!broken.isPassed)
        #expect(broken.rows.first { $0.check.name == "html-is-failure" }?.verdict.breaches.isEmpty == false)
    }

    @Test(
        "a service may have few licences, if only the matching ones are requested",
        arguments: [
            (["cc0"], nil), (["cc-by", "cc0"], nil), (["cc-by-nc"], nil),
            ([], "It declares that it filters by licence, but its request does not."),
        ] as [([String], String?)])
    func licences(known: [String], breach: String?) async throws {
        let twist = Modification(
            info: { $0.capabilities.filters.insert(.licence) },
            endpoint: { (endpoint, request) throws(ProviderError) in
                guard case .search(let query, _) = request else { return }
                for case .licence(let wanted) in query.filters {
                    let granted = known.filter(wanted.mayBeGranted)
                    if granted.isEmpty { throw .unanswerable("There is no licence that is \(wanted).") }
                    endpoint = endpoint.query("licence", .text(granted.joined(separator: ",")))
                }
            })
        let checks = try ProviderChecks(samples: FaultyProvider.samples) { ModifiedProvider(twist) }
        let check = try #require(ProviderCheck.named("capabilities-are-true"))
        #expect(await checks.verdict(on: check).breaches == [breach].compactMap(\.self))
    }

    @Test("a provider without samples does not pass")
    func nothing() async throws {
        let checks = try ProviderChecks(samples: []) { FaultyProvider(breaking: nil) }
        #expect(await !checks.table().isPassed)
    }

    @Test("a check that does not apply gives the reason")
    func notApplicable() async throws {
        let sample = SampleAnswer(
            "one", to: .details(ItemID(provider: "faulty", local: "a")),
            response: Response(body: FaultyProvider.lastPage))
        let checks = try ProviderChecks(samples: [sample]) { FaultyProvider(breaking: nil) }
        for name in ["nothing-is-empty", "bad-record-costs-itself"] {
            let verdict = await checks.verdict(on: try #require(ProviderCheck.named(name)))
            #expect(verdict.breaches.isEmpty && verdict != .passed)
        }
    }

    @Test("the drift table counts harmless, reported and unnoticed changes")
    func drift() async throws {
        let drift = try await checks(breaking: nil).table().drift
        // The title and id of an item are required, its creator is not; the list is.
        let unseen = Set(drift.unseen.map { "\($0.path) \($0.change.rawValue)" })
        #expect(unseen == Set(["dropped", "renamed", "retyped"].map { "/items/*/by \($0)" }))
        // In each of the two samples, an empty or null creator and an empty list may be a valid answer.
        #expect(drift.emptiedCount == 6)
        #expect(drift.reportedCount > 0 && drift.harmlessCount > 0 && drift.seeminglyEmpty.isEmpty)
        #expect(
            drift.changeCount == drift.reportedCount + drift.harmlessCount + drift.emptiedCount
                + drift.unseen.count)
        #expect((1...99).contains(drift.share))
    }

    private func checks(breaking fault: String?) throws -> ProviderChecks {
        let count = Mutex(0)
        return try ProviderChecks(samples: try FaultyProvider.samples) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let site = WebURL("https://\(number).example/")
            return FaultyProvider(
                breaking: fault,
                site: fault == "made-quietly" ? site ?? "https://x.example/" : "https://faulty.example/")
        }
    }
}
