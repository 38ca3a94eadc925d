package import ForageCore
internal import Platform

extension CacheKey {
    /// Creates the cache key of an endpoint; nil for a file.
    package init?(_ endpoint: Endpoint) {
        guard let url = endpoint.openAddress else { return nil }
        self.init(url)
    }

    /// Creates a key from the normalized address (RFC 3986, 6.2.2), without the fragment and without values whose names
    /// indicate a secret.
    package init(_ url: WebURL) {
        let rest = url.pathAndQuery.utf8.prefix { $0 != UInt8(ascii: "#") }
        let regular = PercentEncoding.regular(String(Substring(rest)))
        let path = Substring(regular.utf8.prefix { $0 != UInt8(ascii: "?") })
        let query = regular[path.endIndex...]
        self.init(
            stored: url.origin.description + Self.withoutDots(String(path))
                + SecretWords.marked(String(query)))
    }

    /// Returns the path with `.` and `..` resolved (RFC 3986, 5.2.4).
    private static func withoutDots(_ path: String) -> String {
        let bytes = path.utf8.span
        let hasDots = bytes.indices.dropFirst().contains {
            bytes[$0] == UInt8(ascii: ".") && bytes[$0 - 1] == UInt8(ascii: "/")
        }
        guard hasDots else { return path }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var kept: [Substring] = []
        for part in parts where part != "." {
            if part == ".." { _ = kept.popLast() } else { kept.append(part) }
        }
        let endsInFolder = parts.last == "." || parts.last == ".."
        return "/" + kept.joined(separator: "/") + (endsInFolder && !kept.isEmpty ? "/" : "")
    }
}

/// Detects secrets that a user typed into an address or that a definition contains literally.
///
/// The name of a value indicates a secret. The stored key contains a digest in its place, which distinguishes the
/// answers to different secrets but cannot be reversed.
enum SecretWords {
    /// Returns a query, including its `?`, in which a digest replaces the value of each secret.
    static func marked(_ query: String) -> String {
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        guard items.contains(where: holdsSecret) else { return query }
        return items.map { holdsSecret($0) ? marked($0) : String($0) }.joined(separator: "&")
    }

    private static func holdsSecret(_ item: Substring) -> Bool {
        guard let end = item.firstIndex(of: "="), item.index(after: end) < item.endIndex else { return false }
        return isSecret(named: item[..<end].drop { $0 == "?" }.lowercased())
    }

    /// Indicates whether a name, in lower case, is that of a secret.
    static func isSecret(named name: String) -> Bool { endings.contains { name.hasSuffix($0) } }

    private static func marked(_ item: Substring) -> String {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts[1]
        return value.hasPrefix(start) ? String(item) : "\(parts[0])=\(start)\(digest(of: value))"
    }

    private static func digest(of value: Substring) -> String {
        let bytes =
            (try? Digest.sha256.of(Array(value.utf8))) ?? Array(Checksum.sealed(Array(value.utf8)).suffix(8))
        return bytes.prefix(16).hex
    }

    private static let start = "~hidden-"

    private static let endings = [
        "key", "token", "secret", "password", "passwd", "pwd", "signature", "sig", "credential", "auth",
        "client_id", "client-id", "clientid", "session", "session_id", "session-id", "sessionid",
    ]
}
