import ForageConformance
import ForageCore
import Testing

@testable import ForageProviders

@Suite("Conformance checks of a feed provider")
struct FeedPromisesTests {
    @Test("every check applies to a feed that can be changed", arguments: changing)
    func applicable(name: String) async throws {
        #expect(try await verdict(on: name) == .passed)
    }

    private static let changing = [
        "unknown-keys-are-nothing", "bad-record-costs-itself", "any-field-may-change", "strange-text-is-text",
        "drift-is-seen", "huge-is-bounded", "ids-are-stable",
    ]

    @Test("an error of the feed reader is found", arguments: breaches)
    func broken(name: String, fault: FaultyFeed.Fault, words: String) async throws {
        let breaches = try await verdict(on: name, breaking: fault).breaches
        #expect(breaches.contains { $0.contains(words) }, "\(breaches)")
    }

    private static let breaches: [(String, FaultyFeed.Fault, String)] = [
        ("unknown-keys-are-nothing", .mindsAdditions, "changes the items"),
        ("bad-record-costs-itself", .losesAllWithOne, "/items/0 loses 2 items"),
        ("bad-record-costs-itself", .saysNothing, "the loss of /items/0 is not reported"),
        ("any-field-may-change", .repeatsStrangers, "occurs twice"),
        ("strange-text-is-text", .repeatsStrangers, "occurs twice"),
        ("drift-is-seen", .takesDriftForNothing, "/items/*/title dropped: it looks like an answer"),
        ("huge-is-bounded", .neverTires, "1,100 records are read without a report"),
        ("ids-are-stable", .countsItems, "have different IDs"),
    ]

    @Test("drift is reported for elements, attributes and the channel, with their paths")
    func drift() async throws {
        let drift = try await checks().table().drift
        #expect(drift.unseen.map(\.description) == [])
        #expect(drift.share == 100 && drift.reportedCount > 20)
    }

    @Test("fields without a declared shape are unnoticed, and the share shows it")
    func unseen() async throws {
        let drift = try await checks(shape: "").table().drift
        let paths = Set(drift.unseen.map { "\($0.path) \($0.change.rawValue)" })
        #expect(paths.isSuperset(of: ["/items/*/enclosure@url dropped", "/channel/title renamed"]))
        #expect(!paths.contains("/items/*/title dropped"))
        #expect((1..<60).contains(drift.share))
    }

    // MARK: - A feed

    private static let shape = """
        "shape": {"/enclosure@url": "text", "/guid": "text", "/link": "text", "/category": "texts",
          "#/channel/title": "text"},
        """

    private static func definition(_ shape: String) -> String {
        """
        {
          "$schema": "urn:forage:definition:1",
          "about": {"id": "talk", "name": "Talk", "summary": "Talks", "site": "https://talk.example/",
            "kinds": ["episode"], "hosts": ["https://talk.example"]},
          "format": "feed",
          "browse": {"url": "https://talk.example/feed"},
          "item": {"id": "/guid", "title": "/title", "page": "/link", "collection": "#/channel/title",
            "tags": "/category", "files": [{"role": "original", "url": "/enclosure@url"}]},
          \(shape)
          "samples": [{
            "request": {"browse": "latest"},
            "body": "<rss><channel><title>T</title><link>https://talk.example/</link>\(item(1))\(item(2))</channel></rss>",
            "items": [\(expected(1)), \(expected(2))]
          }]
        }
        """
    }

    private static func item(_ number: Int) -> String {
        "<item><guid>\(number)</guid><title>Talk \(number)</title><link>https://talk.example/\(number)</link>"
            + "<category>a</category><category>b</category><enclosure url='https://talk.example/\(number).mp3'/></item>"
    }

    private static func expected(_ number: Int) -> String {
        "{\"id\": \"\(number)\", \"title\": \"Talk \(number)\", \"page\": \"https://talk.example/\(number)\"}"
    }

    private func checks(
        shape: String = shape, breaking fault: FaultyFeed.Fault? = nil
    ) throws -> ProviderChecks {
        let definition = try Definition(Array(Self.definition(shape).utf8), at: "talk.json")
        try definition.check()
        return try ProviderChecks(samples: try definition.samples()) {
            FaultyFeed(provider: DefinedProvider(definition), fault: fault)
        }
    }

    private func verdict(on name: String, breaking fault: FaultyFeed.Fault? = nil) async throws -> Verdict {
        try await checks(breaking: fault).verdict(on: #require(ProviderCheck.named(name)))
    }
}

/// A provider of feeds with one error, or none.
struct FaultyFeed: Provider {
    let provider: DefinedProvider
    let fault: Fault?

    enum Fault: Sendable {
        case mindsAdditions, losesAllWithOne, saysNothing, repeatsStrangers, takesDriftForNothing, neverTires
        case countsItems
    }

    var info: ProviderInfo { provider.info }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        try provider.endpoint(for: request)
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        do throws(ProviderError) {
            guard case .page(var page) = try provider.decode(response, for: request) else { return .more([]) }
            spoil(&page, response)
            return .page(page)
        } catch {
            guard fault == .takesDriftForNothing else { throw error }
            return .page(Page(drafts: []))
        }
    }

    func attribution(for draft: Draft) -> Attribution { provider.attribution(for: draft) }

    private func spoil(_ page: inout Page, _ response: Response) {
        let titles = page.drafts.map(\.title)
        switch fault {
        case .mindsAdditions where String(decoding: response.body, as: UTF8.self).contains("<unknown>"):
            page.drafts = []
        case .losesAllWithOne where page.drafts.count == 1: page.drafts = []
        case .saysNothing: page.drift = []
        case .repeatsStrangers where titles.contains { !$0.hasPrefix("Talk ") }: page.drafts += page.drafts
        case .neverTires: page.damage = nil
        case .countsItems:
            for index in page.drafts.indices { page.drafts[index].localID += "-\(index)" }
        default: break
        }
    }
}
