/// Where requests really go: an origin may be played by another server, such as the sandbox.
///
/// Providers, items and cache keys keep the true addresses; only the wire sees these.
public struct OriginMap: Sendable {
    private let bases: [Origin: WebURL]
    private let fallback: WebURL?
    private let players: Set<Origin>

    /// Sends some origins elsewhere.
    ///
    /// - Parameters:
    ///   - bases: What plays each origin.
    ///   - strangers: Those of the servers that somebody else named than the person.
    package init(_ bases: [Origin: WebURL] = [:], strangers: Set<Origin> = []) {
        self.bases = bases
        fallback = nil
        players = Set(bases.values.map(\.origin)).subtracting(strangers)
    }

    /// Sends every origin to a server that plays them all, each under its host's name.
    package init(everythingTo server: WebURL) {
        bases = [:]
        fallback = server
        players = [server.origin]
    }

    /// Whether the person named this server to play an origin.
    package func isPlayer(_ origin: Origin) -> Bool { players.contains(origin) }

    /// The address to ask in place of the given one.
    package func address(for url: WebURL) -> WebURL {
        if let base = bases[url.origin] { return base.appending(url.pathAndQuery) }
        guard let fallback, url.origin != fallback.origin else { return url }
        return fallback.appending("/" + url.host + url.pathAndQuery)
    }
}
