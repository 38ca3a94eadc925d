import Forage
import ForageCore
import Foundation
import Gutenberg
import Synchronization
import Testing

@Suite("Searching with a provider and a transport of another package")
struct SearchTests {
    @Test("a search shows credited results, and sends the key with its request")
    func search() async throws {
        let transport = Transport()
        let forage = Forage(try configuration(), fetcher: transport)
        let query = try Query("owl", limit: 2)
        let report = try #require(await forage.search(query).report)
        #expect(report.items.map(\.title) == ["Barn owl at dusk", "Owl box in the mill"])
        #expect(report.items.first?.attribution.text.contains("Ada Winter") == true)
        #expect(
            transport.requests == [
                "https://api.gutenberg.example/search?q=owl&page=1&per_page=30 Bearer secret-of-the-reader"
            ])
    }

    @Test("one item by its ID")
    func details() async throws {
        let forage = Forage(try configuration(), fetcher: Transport())
        let (item, outcome) = await forage.item(ItemID(provider: "gutenberg", local: "a1"))
        #expect(item?.title == "Barn owl at dusk")
        #expect(outcome.result == .answered(1))
    }

    @Test("a refusal in the service's own words")
    func refusal() async throws {
        let forage = Forage(try configuration(), fetcher: Transport(refusing: "The key has expired."))
        let report = try await forage.search("owl")
        #expect(report.items.isEmpty)
        guard case .denied(let reason) = report.outcomes.first?.result else {
            Issue.record("The outcome is \(String(describing: report.outcomes.first?.result)).")
            return
        }
        #expect(reason.contains("The key has expired."))
    }

    @Test("without its key the provider is skipped, and nothing is sent")
    func noKey() async throws {
        let transport = Transport()
        let forage = Forage(try configuration(environment: [:]), fetcher: transport)
        #expect(try await forage.search("owl").items.isEmpty)
        #expect(transport.requests.isEmpty)
    }

    private func configuration(
        environment: [String: String] = ["GUTENBERG_API_KEY": "secret-of-the-reader"]
    ) throws -> Configuration {
        let flag = ConfigurationLayer.Flag("--set", sets: "providers.gutenberg.enabled", to: "true")
        return try Configuration(
            layers: [.flags([flag])], registrations: [GutenbergProvider.registration],
            environment: environment)
    }
}

/// A transport that answers from the samples of the provider.
final class Transport: Fetcher {
    private let refusal: String?
    private let sent = Mutex<[String]>([])

    init(refusing refusal: String? = nil) { self.refusal = refusal }

    var requests: [String] { sent.withLock { $0 } }

    func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        guard let url = endpoint.openAddress else { throw .notAllowed("Only web addresses are fetched.") }
        let headers = endpoint.headers.map { field in
            field.value.map { if case .text(let text) = $0 { text } else { "" } }.joined()
        }
        sent.withLock { $0.append("\(url) \(headers.joined(separator: " "))") }
        if let refusal {
            let body = Array(#"{"error": {"message": "\#(refusal)"}}"#.utf8)
            return Fetched(Response(url: url, status: 403, body: body), origin: .network)
        }
        return Fetched(Response(url: url, body: sample(for: url)), origin: .network)
    }

    private func sample(for url: WebURL) -> [UInt8] {
        let name = url.path == "/photo" ? "photo" : "page-1"
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Fixtures/\(name).json")
        return (try? Data(contentsOf: file)).map(Array.init) ?? []
    }
}
