/// Where requests really go: an origin may be played by another server, such as the sandbox.
///
/// Providers, items and cache keys keep the true addresses; only the wire sees these.
public struct OriginMap: Sendable {
    private let bases: [Origin: WebURL]
    private let fallback: WebURL?

    /// Sends some origins elsewhere.
    package init(_ bases: [Origin: WebURL] = [:]) {
        self.bases = bases
        fallback = nil
    }

    /// Sends every origin to a server that plays them all, each under its host's name.
    package init(everythingTo server: WebURL) {
        bases = [:]
        fallback = server
    }

    /// Whether the person named this server to play an origin.
    package func isPlayer(_ origin: Origin) -> Bool {
        origin == fallback?.origin || bases.values.contains { $0.origin == origin }
    }

    /// The address to ask in place of the given one.
    package func address(for url: WebURL) -> WebURL {
        if let base = bases[url.origin] { return base.appending(url.pathAndQuery) }
        guard let fallback, url.origin != fallback.origin else { return url }
        return fallback.appending("/" + url.host + url.pathAndQuery)
    }
}
