/// Who is being talked to: scheme, host and port, such as `https://api.duckduckgo.com`.
public struct Origin: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let text: String

    init(_ text: String) {
        let standardPort = text.hasPrefix("https:") ? ":443" : ":80"
        self.text = text.hasSuffix(standardPort) ? String(text.dropLast(standardPort.count)) : text
    }

    /// The text as it is printed.
    public var description: String { text }

    /// The host without its port, in lower case.
    public var host: String {
        let authority = text.drop { $0 != "/" }.dropFirst(2)
        if authority.first == "[" { return String(authority.prefix { $0 != "]" }) + "]" }
        return String(authority.prefix { $0 != ":" })
    }

    /// Whether what is sent there is encrypted on the way.
    public var isSecure: Bool { text.hasPrefix("https:") }

    /// Whether it is this machine itself.
    public var isLoopback: Bool {
        host == "localhost" || host == "[::1]"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// A stable order, for output that is the same each time.
    public static func < (one: Origin, other: Origin) -> Bool { one.text < other.text }
}
