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
        let path = rest.prefix { $0 != UInt8(ascii: "?") }
        let query = rest[path.endIndex...]
        self.init(
            stored: url.origin.description + Self.withoutDots(Self.regular(Substring(path)))
                + SecretWords.marked(Self.regular(Substring(query))))
    }

    /// Letters, digits and `-._~` stand for themselves; every other encoded byte is in upper case.
    private static func regular(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var parts = text.split(separator: "%", omittingEmptySubsequences: false)
        let start = parts.removeFirst()
        return parts.reduce(into: String(start)) { regular, part in
            let digits = part.prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let byte = UInt8(digits, radix: 16)
            else {
                regular += "%" + part
                return
            }
            let letter = PercentEncoding.encode(String(UnicodeScalar(byte)))
            regular += byte < 0x80 && letter.utf8.count == 1 ? letter : "%" + digits.uppercased()
            regular += part.dropFirst(2)
        }
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
