import ForageConformance
import ForageCore
import Platform
import Synchronization
import Testing

@Suite("Breaches that the checks find")
struct FailedCheckTests {
    @Test("wrong claims of a provider are found", arguments: claims)
    func saying(breach: FailedCheck) async throws { try await expect(breach) }

    private static let claims: [FailedCheck] = [
        FailedCheck(
            "capabilities-are-true", "It declares that it browses days, but its request does not depend",
            .info { $0.capabilities.browsesDays = true }
        ),
        FailedCheck(
            "capabilities-are-true", "It declares that it sorts by newest",
            .info { $0.capabilities.orders = [.newest] }
        ),
        FailedCheck(
            "capabilities-are-true", "It declares that it filters by kind",
            .info { $0.capabilities.filters = [.kind] }
        ),
        FailedCheck("capabilities-are-true", "It declares no kind", .info { $0.kinds = [] }),
        FailedCheck("paging-ends", "but declares that it has none", .info { $0.capabilities.pages = false }),
        FailedCheck("items-are-whole", "which is not declared", .info { $0.kinds = [.topic] }),
        FailedCheck("hosts-are-declared", ", which is not declared", .info { $0.origins = [] }),
        FailedCheck("keys-are-declared", "the key apiKey is used, but not declared", .info { $0.keys = [] }),
        FailedCheck(
            "items-are-credited", "it lacks the line",
            .info { $0.terms = Terms(serviceLine: NamedLink("Else", $0.site)) }
        ),
    ]

    @Test("wrong requests are found", arguments: requests)
    func asking(breach: FailedCheck) async throws { try await expect(breach) }

    private static let requests: [FailedCheck] = [
        FailedCheck(
            "hosts-are-declared", "POST may change something",
            .endpoint { endpoint, _ in endpoint.method = .post }
        ),
        FailedCheck(
            "keys-are-declared", "a key is sent to http://faulty.example",
            .endpoint { endpoint, _ in endpoint.target = .web("http://faulty.example/") }
        ),
        FailedCheck(
            "keys-are-declared", "is required, but never used",
            .endpoint { endpoint, _ in endpoint.query.removeLast() }
        ),
        FailedCheck(
            "capabilities-are-true", "declares that it searches, but refuses to", .endpoint(refusing(.search))
        ),
        FailedCheck(
            "capabilities-are-true", "does not depend on the words",
            .endpoint { endpoint, _ in endpoint.query = [] }),
        FailedCheck(
            "capabilities-are-true", "It filters by hue, but does not declare it",
            .endpoint { endpoint, request in
                guard case .search(let query, _) = request else { return }
                endpoint = endpoint.query("filters", .text("\(query.filters)"))
            }
        ),
        FailedCheck(
            "capabilities-are-true", "It sorts by newest, but does not declare it",
            .endpoint { endpoint, request in
                guard case .search(let query, _) = request else { return }
                endpoint = endpoint.query("order", .text(query.order.rawValue))
            }
        ),
        FailedCheck(
            "capabilities-are-true", "It declares that it browses, but refuses to",
            Modification(info: { $0.capabilities.browses = true }, endpoint: refusing(.browse))
        ),
        FailedCheck(
            "capabilities-are-true", "It neither searches nor lists",
            Modification(info: { $0.capabilities.searches = false }, endpoint: refusing(.browse))
        ),
        FailedCheck(
            "paging-ends", "has the same request as the first",
            .endpoint { endpoint, _ in endpoint.query = [] }),
        FailedCheck("endpoints-are-pure", "its request is refused", .endpoint(refusing(.search))),
        FailedCheck("slow-times-out", ", not timed out", .endpoint(refusing(.search))),
        FailedCheck("cancelling-ends-it", ", not cancelled", .endpoint(refusing(.search))),
    ]

    @Test("wrong decoding is found", arguments: readings)
    func reading(breach: FailedCheck) async throws { try await expect(breach) }

    private static let readings: [FailedCheck] = [
        FailedCheck("samples-are-read", "needs more answers", Modification(callsForMore: true)),
        FailedCheck(
            "samples-are-read", "is read as a refusal", Modification(refusal: { _, _ in .failed("no") })),
        FailedCheck("samples-are-read", "not 1", .page { page, _ in page.drafts = [] }),
        FailedCheck(
            "samples-are-read", "/items/*/by",
            .page { page, _ in page.drift = [Drift(path: "/items/*/by", count: 1, total: 2)] }
        ),
        FailedCheck("samples-are-read", "It ends early", .page { page, _ in page.damage = "It ends early" }),
        FailedCheck(
            "nothing-is-empty", ", not empty",
            .page { page, _ in page.damage = page.drafts.isEmpty ? "It ends early." : nil }
        ),
        FailedCheck(
            "paging-ends", "bytes long", .page { page, _ in page.next = String(repeating: "2", count: 5_000) }
        ),
        FailedCheck(
            "paging-ends", "was on an earlier page",
            .page { page, _ in
                if page.next == nil { page.drafts[0].localID = "a" }
            }
        ),
        FailedCheck("paging-ends", "it leads back to the page", .page { page, _ in page.next = "2" }),
        FailedCheck(
            "429-waits", "the outcome of status 429 is",
            Modification(refusal: { refusal, _ in
                if case .throttled(_, let reason) = refusal { .throttled(nil, reason) } else { refusal }
            })
        ),
        FailedCheck("huge-is-bounded", "1,100 records are reported as drift", tiring(by: .drift([]))),
        FailedCheck(
            "404-is-told", "the outcome of status 404 is",
            Modification(refusal: { refusal, response in response.status == 404 ? nil : refusal })
        ),
        FailedCheck(
            "cut-off-keeps-whole-items", "which is not in the whole answer",
            .page { page, response in
                if response.completeness == .cutOff { page.drafts[0].localID = "half" }
            }
        ),
        FailedCheck(
            "cut-off-keeps-whole-items", "it does not report that", .page { page, _ in page.damage = nil }),
        FailedCheck("bad-record-costs-itself", "is not reported", .page { page, _ in page.drift = [] }),
        FailedCheck(
            "drift-is-seen", "it looks like an answer without results",
            .page { page, _ in
                if page.drafts.contains(where: { $0.creator == nil }) { page = Page(drafts: []) }
            }
        ),
    ]

    @Test("wrong items are found", arguments: items)
    func showing(breach: FailedCheck) async throws { try await expect(breach) }

    private static let items: [FailedCheck] = [
        FailedCheck("items-are-whole", "has no ID or no title", .drafts { $0.title = " " }),
        FailedCheck("items-are-whole", "has an empty summary", .drafts { $0.summary = "" }),
        FailedCheck("items-are-whole", "occurs twice", .drafts { $0.localID = "same" }),
        FailedCheck("ids-are-stable", "reads back as a different one", .drafts { $0.localID = "" }),
        FailedCheck(
            "dates-are-sane", "is dated ",
            .drafts { $0.publishedAt = Date().addingTimeInterval(400 * 86_400) }),
        FailedCheck("sizes-are-positive", "has no playing time", .drafts { $0.duration = .seconds(-1) }),
    ]

    @Test("wrong credits are found", arguments: credits)
    func crediting(breach: FailedCheck) async throws { try await expect(breach) }

    private static let credits: [FailedCheck] = [
        FailedCheck(
            "items-are-credited", "its credit names no source",
            .credit { $0.source = NamedLink(" ", $0.page) }),
        FailedCheck("items-are-credited", "its credit has no title", .credit { $0.title = "" }),
        FailedCheck("items-are-credited", "its creator is not credited", .credit { $0.creator = .unknown }),
        FailedCheck(
            "items-are-credited", "its licence is not stated",
            .credit { $0.licence = .known(Licence(id: "x", name: "X")) }
        ),
        FailedCheck(
            "items-are-credited", "its credit links to another site",
            .credit { $0.page = "https://elsewhere.example/" }
        ),
        FailedCheck(
            "credits-are-complete", "its title is different",
            Modification(
                page: { page, _ in page.drafts[0].title = "Barn owl" }, credit: { $0.title = "An owl" })),
        FailedCheck(
            "credits-are-complete", "its creator's link is lost",
            Modification(
                page: { page, _ in
                    page.drafts[0].creator = Creator(name: "Ada", url: "https://faulty.example/ada")
                },
                credit: { $0.creator = Known(Creator(name: "Ada")) })
        ),
        FailedCheck(
            "credits-are-complete", "its licence's link is lost",
            Modification(
                page: { page, _ in
                    page.drafts[0].licence = Licence(id: "x", name: "X", url: "https://faulty.example/x")
                },
                credit: { $0.licence = .known(Licence(id: "x", name: "X")) })
        ),
        FailedCheck(
            "credits-are-escaped", "the HTML lacks",
            .credit {
                $0.creator = Known($0.creator.fact.flatMap { Creator(name: String($0.name.prefix(8))) })
            }),
    ]

    @Test("a provider that can be created only once is found")
    func once() async throws {
        let isMade = Mutex(false)
        let checks = try ProviderChecks(samples: FaultyProvider.samples) { () throws(SettingError) in
            let wasMade = isMade.withLock { isMade in
                defer { isMade = true }
                return isMade
            }
            if wasMade { throw SettingError("number", "there is one already") }
            return FaultyProvider(breaking: nil)
        }
        let check = try #require(ProviderCheck.named("made-quietly"))
        #expect(await checks.verdict(on: check) == .failed(["It can be created once, but not again."]))
    }

    @Test("wrong requests are found even without a sample of their answers", arguments: ["a", "owl 2"])
    func further(words: String) async throws {
        let twist = Modification.endpoint { endpoint, _ in
            if endpoint.query.contains(where: { $0.value == [.text(words)] }) { endpoint.method = .post }
        }
        let first = try #require(try FaultyProvider.samples.first)
        let checks = try ProviderChecks(samples: [first]) { ModifiedProvider(twist) }
        let breaches = await checks.verdict(on: try #require(.named("hosts-are-declared"))).breaches
        #expect(breaches == ["first: POST may change something at the service."])
    }

    @Test("a provider may refuse a very long list of records")
    func tiring() async throws {
        let checks = try ProviderChecks(samples: FaultyProvider.samples) {
            ModifiedProvider(Self.tiring(by: .unreadable("It is too long.")))
        }
        #expect(await checks.verdict(on: try #require(.named("huge-is-bounded"))) == .passed)
    }

    // MARK: - Twisted providers

    private static func tiring(by fault: ProviderError) -> Modification {
        Modification(page: { (_, response) throws(ProviderError) in
            if response.body.count > 10_000 { throw fault }
        })
    }

    private enum Door { case search, browse }

    private static func refusing(
        _ door: Door
    ) -> @Sendable (inout Endpoint, ProviderRequest) throws(ProviderError) -> Void {
        { (_, request) throws(ProviderError) in
            switch (door, request) {
            case (.search, .search), (.browse, .browse): throw .unanswerable("No.")
            default: break
            }
        }
    }

    private func expect(_ breach: FailedCheck) async throws {
        let check = try #require(ProviderCheck.named(breach.check))
        let checks = try ProviderChecks(samples: FaultyProvider.samples) { ModifiedProvider(breach.twist) }
        let breaches = await checks.verdict(on: check).breaches
        #expect(breaches.contains { $0.contains(breach.words) }, "\(breaches)")
    }
}

/// A check that a twisted provider fails, and the expected message.
struct FailedCheck: Sendable {
    let check: String
    let words: String
    let twist: Modification

    init(_ check: String, _ words: String, _ twist: Modification) {
        self.check = check
        self.words = words
        self.twist = twist
    }
}
