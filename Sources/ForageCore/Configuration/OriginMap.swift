/// Where requests really go: an origin may be played by another server, such as the sandbox.
///
/// Providers, items and cache keys keep the true addresses; only the wire sees these.
package struct OriginMap: Sendable {
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

    /// Whether one server plays every origin that it knows.
    package var hasOnePlayer: Bool { fallback != nil }

    /// The address to ask in place of the given one.
    package func address(for url: WebURL) -> WebURL {
        if let base = bases[url.origin] { return base.appending(url.pathAndQuery) }
        guard let fallback, url.origin != fallback.origin else { return url }
        return fallback.appending("/" + url.host + url.pathAndQuery)
    }

    /// The address that the world knows for one at a server that plays origins; nil where it plays none there.
    ///
    /// - Parameters:
    ///   - played: An address at that server.
    ///   - url: The address that was asked for; where several origins are played at one place, its own is meant.
    /// - Returns: The address that the world knows.
    package func knownAddress(of played: WebURL, near url: WebURL) -> WebURL? {
        if let fallback {
            return played.pathAndQuery(below: fallback).flatMap { Self.address(named: $0, near: url) }
        }
        let places = bases.compactMap { origin, base in
            played.pathAndQuery(below: base).map { (origin: origin, rest: $0) }
        }
        let nearest = places.min { one, other in
            (one.rest.utf8.count, one.origin == url.origin ? 0 : 1, one.origin)
                < (other.rest.utf8.count, other.origin == url.origin ? 0 : 1, other.origin)
        }
        return nearest.flatMap { WebURL($0.origin.description + $0.rest) }
    }

    /// The address of a path that begins with its host, as a server has it that plays every origin.
    private static func address(named path: String, near url: WebURL) -> WebURL? {
        let rest = path.dropFirst()
        if rest.prefix(while: { $0 != "/" }) == url.host {
            return WebURL(url.origin.description + rest.dropFirst(url.host.count))
        }
        return WebURL("https://" + rest).flatMap { $0.origin.hasPublicName ? $0 : nil }
    }
}

extension WebURL {
    /// What follows another address's path in this one; nil when it is not below that.
    fileprivate func pathAndQuery(below base: WebURL) -> String? {
        guard origin == base.origin else { return nil }
        let folder = base.path.hasSuffix("/") ? base.path.dropLast() : base.path[...]
        guard pathAndQuery.hasPrefix(folder) else { return nil }
        let rest = pathAndQuery.dropFirst(folder.count)
        return rest.isEmpty || "/?#".contains(rest.prefix(1)) ? String(rest) : nil
    }
}
