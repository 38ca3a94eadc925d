import ForageCore

/// Providers that require a key.
struct ProviderWithKey: Provider {
    let info: ProviderInfo

    static func configuration(
        _ count: Int, environment: [String: String] = [:],
        capabilities: Capabilities = Capabilities(
            browses: true, pages: true, filters: [.orientation, .kind], orders: [.newest, .relevance])
    ) throws -> Configuration {
        try Configuration(
            registrations: ["alpha", "beta", "gamma"].prefix(count).map { registration($0, capabilities) },
            environment: environment)
    }

    private static func registration(_ name: String, _ capabilities: Capabilities) -> Registration {
        let info = ProviderInfo(
            id: ProviderID(name) ?? "other", name: name, summary: "Pictures, all with a name",
            site: WebURL("https://\(name).example/") ?? "https://other.example/", kinds: [.photo, .topic],
            origins: ["https://api.example/"],
            capabilities: capabilities,
            keys: [
                KeySpec("apiKey", variable: "\(name.uppercased())_KEY", page: "https://keys.example/get"),
                KeySpec(
                    "secret", variable: "SECRET", isRequired: false, page: "https://keys.example/secret"),
            ])
        return Registration(info) { _ in ProviderWithKey(info: info) }
    }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        throw .unanswerable("it is made up")
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        .page(Page(drafts: []))
    }
}
