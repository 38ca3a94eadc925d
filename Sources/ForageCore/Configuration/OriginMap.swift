/// A map from origins to servers that replace them, such as the sandbox.
///
/// Providers, items and cache keys use the real addresses; the replacements are used only for sending requests.
package struct OriginMap: Sendable {
    private let bases: [Origin: WebURL]
    private let fallback: WebURL?
    private let replacements: Set<Origin>

    /// Creates a map for some origins.
    ///
    /// - Parameters:
    ///   - bases: The address that replaces each origin.
    ///   - unnamed: The origins of servers that were not named by the user.
    package init(_ bases: [Origin: WebURL] = [:], unnamed: Set<Origin> = []) {
        self.bases = bases
        fallback = nil
        replacements = Set(bases.values.map(\.origin)).subtracting(unnamed)
    }

    /// Creates a map that sends requests for every origin to one server, under the name of the host.
    package init(sendingEverythingTo server: WebURL) {
        bases = [:]
        fallback = server
        replacements = [server.origin]
    }

    /// Indicates whether the user named this server as a replacement for an origin.
    package func isReplacement(_ origin: Origin) -> Bool { replacements.contains(origin) }

    /// Indicates whether one server replaces every origin.
    package var hasSingleReplacement: Bool { fallback != nil }

    /// The address to send a request to instead of the given one.
    package func address(for url: WebURL) -> WebURL {
        if let base = bases[url.origin] { return base.appending(url.pathAndQuery) }
        guard let fallback, url.origin != fallback.origin else { return url }
        return fallback.appending("/" + url.host + url.pathAndQuery)
    }

    /// The real address for an address at a replacement server; nil if there is none.
    ///
    /// - Parameters:
    ///   - replaced: An address at that server.
    ///   - url: The requested address; its origin is preferred if several origins have the same replacement.
    /// - Returns: The real address.
    package func knownAddress(of replaced: WebURL, near url: WebURL) -> WebURL? {
        if let fallback {
            return replaced.pathAndQuery(below: fallback).flatMap { Self.address(named: $0, near: url) }
        }
        let places = bases.compactMap { origin, base in
            replaced.pathAndQuery(below: base).map { (origin: origin, rest: $0) }
        }
        let nearest = places.min { one, other in
            (one.rest.utf8.count, one.origin == url.origin ? 0 : 1, one.origin)
                < (other.rest.utf8.count, other.origin == url.origin ? 0 : 1, other.origin)
        }
        return nearest.flatMap { WebURL($0.origin.description + $0.rest) }
    }

    /// The address for a path that begins with a host, at a server that replaces every origin.
    private static func address(named path: String, near url: WebURL) -> WebURL? {
        let rest = path.dropFirst()
        if rest.prefix(while: { $0 != "/" }) == url.host {
            return WebURL(url.origin.description + rest.dropFirst(url.host.count))
        }
        return WebURL("https://" + rest).flatMap { $0.origin.hasPublicName ? $0 : nil }
    }
}

extension WebURL {
    /// The path and query of this address after another address's path; nil if it is not below that one.
    fileprivate func pathAndQuery(below base: WebURL) -> String? {
        guard origin == base.origin else { return nil }
        let folder = base.path.hasSuffix("/") ? base.path.dropLast() : base.path[...]
        guard pathAndQuery.hasPrefix(folder) else { return nil }
        let rest = pathAndQuery.dropFirst(folder.count)
        return rest.isEmpty || "/?#".contains(rest.prefix(1)) ? String(rest) : nil
    }
}
