import ForageConformance
import ForageCore
import Platform
import Synchronization
import Testing

@Suite("Breaches that the checks find")
struct BreachTests {
    @Test("wrong claims of a provider are found", arguments: claims)
    func saying(breach: Breach) async throws { try await expect(breach) }

    private static let claims: [Breach] = [
        Breach(
            "capabilities-are-true", "It declares that it browses days, but its request does not depend",
            .info { $0.capabilities.browsesDays = true }
        ),
        Breach(
            "capabilities-are-true", "It declares that it sorts by newest",
            .info { $0.capabilities.orders = [.newest] }
        ),
        Breach(
            "capabilities-are-true", "It declares that it filters by kind",
            .info { $0.capabilities.filters = [.kind] }
        ),
        Breach("capabilities-are-true", "It declares no kind", .info { $0.kinds = [] }),
        Breach("paging-ends", "but declares that it has none", .info { $0.capabilities.pages = false }),
        Breach("items-are-whole", "which is not declared", .info { $0.kinds = [.topic] }),
        Breach("hosts-are-declared", ", which is not declared", .info { $0.origins = [] }),
        Breach("keys-are-declared", "the key apiKey is used, but not declared", .info { $0.keys = [] }),
        Breach(
            "items-are-credited", "it lacks the line",
            .info { $0.terms = Terms(serviceLine: NamedLink("Else", $0.site)) }
        ),
    ]

    @Test("wrong requests are found", arguments: requests)
    func asking(breach: Breach) async throws { try await expect(breach) }

    private static let requests: [Breach] = [
        Breach(
            "hosts-are-declared", "POST may change something",
            .endpoint { endpoint, _ in endpoint.method = .post }
        ),
        Breach(
            "keys-are-declared", "a key is sent to http://faulty.example",
            .endpoint { endpoint, _ in endpoint.target = .web("http://faulty.example/") }
        ),
        Breach(
            "keys-are-declared", "is required, but never used",
            .endpoint { endpoint, _ in endpoint.query.removeLast() }
        ),
        Breach(
            "capabilities-are-true", "declares that it searches, but refuses to", .endpoint(refusing(.search))
        ),
        Breach(
            "capabilities-are-true", "does not depend on the words",
            .endpoint { endpoint, _ in endpoint.query = [] }),
        Breach(
            "capabilities-are-true", "It filters by hue, but does not declare it",
            .endpoint { endpoint, request in
                guard case .search(let query, _) = request else { return }
                endpoint = endpoint.query("filters", .text("\(query.filters)"))
            }
        ),
        Breach(
            "capabilities-are-true", "It sorts by newest, but does not declare it",
            .endpoint { endpoint, request in
                guard case .search(let query, _) = request else { return }
                endpoint = endpoint.query("order", .text(query.order.rawValue))
            }
        ),
        Breach(
            "capabilities-are-true", "It declares that it browses, but refuses to",
            Twist(info: { $0.capabilities.browses = true }, endpoint: refusing(.browse))
        ),
        Breach(
            "capabilities-are-true", "It neither searches nor lists",
            Twist(info: { $0.capabilities.searches = false }, endpoint: refusing(.browse))
        ),
        Breach(
            "paging-ends", "has the same request as the first",
            .endpoint { endpoint, _ in endpoint.query = [] }),
        Breach("endpoints-are-pure", "its request is refused", .endpoint(refusing(.search))),
        Breach("slow-times-out", ", not timed out", .endpoint(refusing(.search))),
        Breach("cancelling-ends-it", ", not cancelled", .endpoint(refusing(.search))),
    ]

    @Test("wrong decoding is found", arguments: readings)
    func reading(breach: Breach) async throws { try await expect(breach) }

    private static let readings: [Breach] = [
        Breach("samples-are-read", "needs more answers", Twist(callsForMore: true)),
        Breach("samples-are-read", "is read as a refusal", Twist(refusal: { _, _ in .failed("no") })),
        Breach("samples-are-read", "not 1", .page { page, _ in page.drafts = [] }),
        Breach(
            "samples-are-read", "/items/*/by",
            .page { page, _ in page.drift = [Drift(path: "/items/*/by", count: 1, total: 2)] }
        ),
        Breach("samples-are-read", "It ends early", .page { page, _ in page.damage = "It ends early" }),
        Breach(
            "nothing-is-empty", ", not empty",
            .page { page, _ in page.damage = page.drafts.isEmpty ? "It ends early." : nil }
        ),
        Breach(
            "paging-ends", "bytes long", .page { page, _ in page.next = String(repeating: "2", count: 5_000) }
        ),
        Breach(
            "paging-ends", "was on an earlier page",
            .page { page, _ in
                if page.next == nil { page.drafts[0].localID = "a" }
            }
        ),
        Breach("paging-ends", "it leads back to the page", .page { page, _ in page.next = "2" }),
        Breach(
            "429-waits", "the outcome of status 429 is",
            Twist(refusal: { refusal, _ in
                if case .throttled(_, let reason) = refusal { .throttled(nil, reason) } else { refusal }
            })
        ),
        Breach("huge-is-bounded", "1,100 records are reported as drift", tiring(by: .drift([]))),
        Breach(
            "404-is-told", "the outcome of status 404 is",
            Twist(refusal: { refusal, response in response.status == 404 ? nil : refusal })
        ),
        Breach(
            "cut-off-keeps-whole-items", "which is not in the whole answer",
            .page { page, response in
                if response.completeness == .cutOff { page.drafts[0].localID = "half" }
            }
        ),
        Breach(
            "cut-off-keeps-whole-items", "it does not report that", .page { page, _ in page.damage = nil }),
        Breach("bad-record-costs-itself", "is not reported", .page { page, _ in page.drift = [] }),
        Breach(
            "drift-is-seen", "it looks like an answer without results",
            .page { page, _ in
                if page.drafts.contains(where: { $0.creator == nil }) { page = Page(drafts: []) }
            }
        ),
    ]

    @Test("wrong items are found", arguments: items)
    func showing(breach: Breach) async throws { try await expect(breach) }

    private static let items: [Breach] = [
        Breach("items-are-whole", "has no ID or no title", .drafts { $0.title = " " }),
        Breach("items-are-whole", "has an empty summary", .drafts { $0.summary = "" }),
        Breach("items-are-whole", "occurs twice", .drafts { $0.localID = "same" }),
        Breach("ids-are-stable", "reads back as a different one", .drafts { $0.localID = "" }),
        Breach(
            "dates-are-sane", "is dated ",
            .drafts { $0.publishedAt = Date().addingTimeInterval(400 * 86_400) }),
        Breach("sizes-are-positive", "has no playing time", .drafts { $0.duration = .seconds(-1) }),
    ]

    @Test("wrong credits are found", arguments: credits)
    func crediting(breach: Breach) async throws { try await expect(breach) }

    private static let credits: [Breach] = [
        Breach(
            "items-are-credited", "its credit names no source",
            .credit { $0.source = NamedLink(" ", $0.page) }),
        Breach("items-are-credited", "its credit has no title", .credit { $0.title = "" }),
        Breach("items-are-credited", "its creator is not credited", .credit { $0.creator = .unknown }),
        Breach(
            "items-are-credited", "its licence is not stated",
            .credit { $0.licence = .known(Licence(id: "x", name: "X")) }
        ),
        Breach(
            "items-are-credited", "its credit links to another site",
            .credit { $0.page = "https://elsewhere.example/" }
        ),
        Breach(
            "credits-are-complete", "its title is different",
            Twist(page: { page, _ in page.drafts[0].title = "Barn owl" }, credit: { $0.title = "An owl" })),
        Breach(
            "credits-are-complete", "its creator's link is lost",
            Twist(
                page: { page, _ in
                    page.drafts[0].creator = Creator(name: "Ada", url: "https://faulty.example/ada")
                },
                credit: { $0.creator = Known(Creator(name: "Ada")) })
        ),
        Breach(
            "credits-are-complete", "its licence's link is lost",
            Twist(
                page: { page, _ in
                    page.drafts[0].licence = Licence(id: "x", name: "X", url: "https://faulty.example/x")
                },
                credit: { $0.licence = .known(Licence(id: "x", name: "X")) })
        ),
        Breach(
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
        let twist = Twist.endpoint { endpoint, _ in
            if endpoint.query.contains(where: { $0.value == [.text(words)] }) { endpoint.method = .post }
        }
        let first = try #require(try FaultyProvider.samples.first)
        let checks = try ProviderChecks(samples: [first]) { TwistedProvider(twist) }
        let breaches = await checks.verdict(on: try #require(.named("hosts-are-declared"))).breaches
        #expect(breaches == ["first: POST may change something at the service."])
    }

    @Test("a provider may refuse a very long list of records")
    func tiring() async throws {
        let checks = try ProviderChecks(samples: FaultyProvider.samples) {
            TwistedProvider(Self.tiring(by: .unreadable("It is too long.")))
        }
        #expect(await checks.verdict(on: try #require(.named("huge-is-bounded"))) == .passed)
    }

    // MARK: - Twisted providers

    private static func tiring(by fault: ProviderError) -> Twist {
        Twist(page: { (_, response) throws(ProviderError) in
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

    private func expect(_ breach: Breach) async throws {
        let check = try #require(ProviderCheck.named(breach.check))
        let checks = try ProviderChecks(samples: FaultyProvider.samples) { TwistedProvider(breach.twist) }
        let breaches = await checks.verdict(on: check).breaches
        #expect(breaches.contains { $0.contains(breach.words) }, "\(breaches)")
    }
}

/// A check that a twisted provider fails, and the expected message.
struct Breach: Sendable {
    let check: String
    let words: String
    let twist: Twist

    init(_ check: String, _ words: String, _ twist: Twist) {
        self.check = check
        self.words = words
        self.twist = twist
    }
}
