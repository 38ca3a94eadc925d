package import ForageCore

extension CacheKey {
    /// What an endpoint's answers are found by; nil for a file.
    package init?(_ endpoint: Endpoint) {
        guard let url = endpoint.openAddress else { return nil }
        self.init(url)
    }

    /// The address in the form that all its spellings share (RFC 3986, 6.2.2), without fragment and without what
    /// is a secret by its name.
    package init(_ url: WebURL) {
        let rest = url.pathAndQuery.utf8.prefix { $0 != UInt8(ascii: "#") }
        let regular = PercentEncoding.regular(String(Substring(rest)))
        let path = Substring(regular.utf8.prefix { $0 != UInt8(ascii: "?") })
        let query = regular[path.endIndex...]
        self.init(
            stored: url.origin.description + Self.withoutDots(String(path))
                + SecretWords.marked(String(query)))
    }

    /// The path with `.` and `..` carried out (RFC 3986, 5.2.4).
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
