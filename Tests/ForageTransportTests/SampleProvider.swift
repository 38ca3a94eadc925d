import ForageCore

@testable import ForageTransport

/// A provider with one key, and fetchers for it.
enum SampleProvider {
    static let canary = "canary+key/4711"

    static func info(at origins: WebURL...) -> ProviderInfo {
        ProviderInfo(
            id: "sample", name: "Sample", summary: "A sample.", site: "https://sample.example/",
            kinds: [.photo], origins: origins, capabilities: Capabilities(),
            keys: [KeySpec("apiKey", variable: "SAMPLE_KEY", page: "https://sample.example/keys")])
    }

    static func keys(allowing allowed: WebURL...) -> KeyRing {
        KeyRing(
            ["sample": ["apiKey": Secret(canary)].compactMapValues(\.self)],
            allowedOrigins: Set(allowed.map(\.origin)))
    }

    static func fetcher(
        keys: KeyRing = KeyRing(), origins: OriginMap = OriginMap(), engine: CurlEngine = CurlEngine()
    ) -> RequestPipeline {
        RequestPipeline(oneHop(keys: keys, origins: origins, engine: engine))
    }

    static func oneHop(
        keys: KeyRing = KeyRing(), origins: OriginMap = OriginMap(), engine: CurlEngine = CurlEngine(),
        isEnough: (@Sendable ([UInt8]) -> Bool)? = nil
    ) -> NetworkFetcher {
        NetworkFetcher(
            engine: engine, keys: keys, origins: origins,
            userAgent: UserAgent(version: "0.0.0", contact: "https://forage.example/about"),
            isEnough: isEnough)
    }
}

extension Fetcher {
    func fetch(_ endpoint: Endpoint, at origin: WebURL) async throws(FetchError) -> Response {
        try await fetch(endpoint, for: SampleProvider.info(at: origin), by: .now + .seconds(20)).response
    }
}

extension Response {
    var text: String { String(decoding: body, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
}
