import ForageCore
import Platform

@testable import ForageTransport

/// The time of all events unless a test says otherwise.
let noon = Date(timeIntervalSince1970: 1_794_297_600)

extension ProviderInfo {
    static let sample = ProviderInfo(
        id: "sample", name: "Sample", summary: "Plays a service", site: "https://example.org/", kinds: [],
        origins: ["https://api.example.org/"], capabilities: Capabilities())
}

extension Endpoint {
    static let sample = Endpoint.get("https://api.example.org/birds?q=owl")

    static func sample(_ method: Method) -> Endpoint {
        var endpoint = sample
        endpoint.method = method
        return endpoint
    }
}

extension CacheKey {
    /// The key of the sample endpoint.
    static let sample = CacheKey(stored: "https://api.example.org/birds?q=owl")
}

extension StoredResponse {
    /// A response to the sample endpoint that arrived at noon.
    static func atNoon(
        _ headers: [(String, String)], variant: [VariantField] = [], byteCount: Int
    ) -> StoredResponse {
        var fields: Headers = [:]
        for (name, value) in headers + [("Date", HTTPDate(noon).description)] { fields.append(name, value) }
        return StoredResponse(
            key: .sample, variant: variant, provider: "sample", status: 200, headers: fields,
            requested: noon, received: noon, byteCount: byteCount)
    }
}

extension RequestPipeline {
    func get(_ endpoint: Endpoint = .sample) async throws(FetchError) -> Fetched {
        try await fetch(endpoint, for: .sample, by: .now.advanced(by: .seconds(10)))
    }
}
