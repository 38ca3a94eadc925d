/// The scheme, host and port of a server, such as `https://api.duckduckgo.com`.
public struct Origin: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let text: String

    init(_ text: String) {
        let standardPort = (text.hasPrefix("https:") ? ":443" : ":80").utf8
        let isStandard = text.utf8.suffix(standardPort.count).elementsEqual(standardPort)
        self.text = isStandard ? String(text.dropLast(standardPort.count)) : text
    }

    /// The text as it is printed.
    public var description: String { text }

    /// The host without its port, in lower case.
    public var host: String { Self.host(in: text.utf8.span) }

    /// The host of an origin that is already in lower case.
    static func host(in origin: Span<UInt8>) -> String {
        guard let slash = origin.firstIndex(where: { $0 == UInt8(ascii: "/") }) else { return "" }
        let start = slash + 2
        let isBracketed = origin[start] == UInt8(ascii: "[")
        let last = isBracketed ? UInt8(ascii: "]") : UInt8(ascii: ":")
        let found = origin.firstIndex(from: start) { $0 == last }
        let end = found.map { isBracketed ? $0 + 1 : $0 } ?? origin.count
        return origin.extracting(start..<end).text
    }

    /// Indicates whether requests to it are encrypted.
    public var isSecure: Bool { text.hasPrefix("https:") }

    /// Indicates whether it is this machine.
    public var isLoopback: Bool {
        let host = host
        return host == "localhost" || host == "[::1]" || host.hasPrefix("127.") && host.isIPv4Address
    }

    /// Indicates whether its host has a public name: neither an IP address nor a name known only on a machine or in a
    /// local network. The name is not looked up.
    package var hasPublicName: Bool {
        let labels = host.split(separator: ".")
        guard labels.count > 1, host.first != "[", let last = labels.last, let first = last.utf8.first else {
            return false
        }
        return !first.isDigit && !Self.localDomains.contains(last) && labels.suffix(2) != ["home", "arpa"]
    }

    private static let localDomains: Set<Substring> = [
        "localhost", "localdomain", "local", "internal", "intranet", "lan", "home", "corp", "private",
    ]

    /// Indicates whether requests to it are private: encrypted, or within this machine.
    public var isConfidential: Bool { isSecure || isLoopback }

    /// A stable order, for output that is the same each time.
    public static func < (one: Origin, other: Origin) -> Bool { one.text < other.text }
}

extension String {
    fileprivate var isIPv4Address: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { $0.allSatisfy(\.isDigit) && UInt8(Substring($0)) != nil }
    }
}
