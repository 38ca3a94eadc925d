import ForageCore

/// A provider with a key, at the address of a service that the sandbox simulates.
struct KeyedProvider: Provider {
    static let registration = Registration(
        ProviderInfo(
            id: "keyed", name: "Keyed", summary: "A service with a key", site: "https://keyed.example/",
            kinds: [.topic], origins: ["https://api.duckduckgo.com/"], capabilities: Capabilities(),
            keys: [KeySpec("apiKey", variable: "KEYED_API_KEY", page: "https://keyed.example/keys")]),
        make: { _ in KeyedProvider() })

    var info: ProviderInfo { Self.registration.info }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        .get("https://api.duckduckgo.com/")
            .query("q", "owl").query("format", "json").query("key", .key("apiKey"))
            .header("Authorization", "Client-ID ", .key("apiKey"))
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        .page(Page(drafts: [Draft(localID: "1", kind: .topic, title: "Owl", page: info.site)]))
    }
}
