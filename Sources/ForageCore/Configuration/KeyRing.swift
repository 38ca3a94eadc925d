/// The keys of every provider, and to whom beside the providers' own origins they may go.
package struct KeyRing: Sendable {
    private var secrets: [ProviderID: [String: Secret]]
    /// Origins that the person allowed in their own file or on the command line.
    package let allowedOrigins: Set<Origin>

    /// Holds keys by provider and name.
    package init(_ secrets: [ProviderID: [String: Secret]] = [:], allowedOrigins: Set<Origin> = []) {
        self.secrets = secrets
        self.allowedOrigins = allowedOrigins
    }

    /// The key of a provider, by its name.
    package func secret(_ name: String, of provider: ProviderID) -> Secret? { secrets[provider]?[name] }

    /// Every key, for whoever has to see that none of them gets anywhere.
    package var all: [Secret] { secrets.values.flatMap(\.values) }

    /// Whether the provider's keys may be sent to an origin.
    package func mayGo(to origin: Origin, keysOf provider: About) -> Bool {
        provider.origins.contains(origin) || allowedOrigins.contains(origin) && origin.isConfidential
    }
}
