/// An absolute `http` or `https` address that is safe to request, print and link to.
///
/// Addresses come from strangers. This type keeps the text as it was given, save for what no
/// address may hold: spaces and non-ASCII letters are percent-encoded, and anything without a
/// host, with a user name, with control characters or longer than 8 KiB is refused.
public struct WebURL: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The whole address.
    public let text: String
    private let originByteCount: Int

    /// Checks an address from outside; white space around it is dropped.
    public init?(_ given: String) {
        guard given.utf8.count <= Self.greatestByteCount,
            let encoded = Self.encoded(String(given.trimmingWhitespace())),
            encoded.utf8.count <= Self.greatestByteCount,
            let originByteCount = Self.originByteCount(of: encoded)
        else { return nil }
        self.originByteCount = originByteCount
        text = Self.regular(encoded, originByteCount)
    }

    /// The text as it is printed.
    public var description: String { text }

    /// Who is being talked to: `https://host` or `https://host:port`.
    public var origin: Origin { Origin(String(Substring(text.utf8.prefix(originByteCount)))) }

    /// The host without its port, in lower case.
    public var host: String { origin.host }

    /// Whether the address is reached over TLS.
    public var isSecure: Bool { text.hasPrefix("https:") }

    /// The path, query and fragment: everything behind the origin, starting with a slash.
    public var pathAndQuery: String { String(Substring(text.utf8.dropFirst(originByteCount))) }

    /// The path alone.
    public var path: String {
        String(Substring(text.utf8.dropFirst(originByteCount).prefix { !$0.endsPath }))
    }

    /// The address without its query and fragment: fit to be shown where a query may hold a key.
    public var withoutQuery: WebURL {
        let end = text.utf8.firstIndex(where: \.endsPath) ?? text.endIndex
        return WebURL(checked: String(text[..<end]), originByteCount)
    }

    /// The address with further path and query behind its own path; its own query is dropped.
    ///
    /// - Parameter pathAndQuery: The ``pathAndQuery`` of another address.
    /// - Returns: The longer address.
    func appending(_ pathAndQuery: String) -> WebURL {
        let base = withoutQuery.text
        return WebURL(
            checked: (base.hasSuffix("/") ? String(base.dropLast()) : base) + pathAndQuery, originByteCount)
    }

    private init(checked text: String, _ originByteCount: Int) {
        self.text = text
        self.originByteCount = originByteCount
    }

    /// A stable order, for output that is the same each time.
    public static func < (one: WebURL, other: WebURL) -> Bool { one.text < other.text }
}

extension WebURL: ExpressibleByStringLiteral {
    /// Writes an address in source code; one that breaks the rules stops the program.
    public init(stringLiteral text: String) {
        guard let url = WebURL(text) else { preconditionFailure("\"\(text)\" is no web address") }
        self = url
    }
}

extension WebURL {
    private static let greatestByteCount = 8 * 1024

    /// The text with what no address may hold encoded; nil for control characters.
    private static func encoded(_ given: String) -> String? {
        if given.utf8.allSatisfy(\.mayStandInAddress) { return given }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(given.utf8.count * 2)
        for byte in given.utf8 {
            if byte < 0x20 || byte == 0x7F { return nil }
            if byte.mayStandInAddress {
                bytes.append(byte)
            } else {
                PercentEncoding.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address with its scheme and host in lower case, and a slash behind them.
    private static func regular(_ address: String, _ originByteCount: Int) -> String {
        let origin = address.utf8.prefix(originByteCount)
        let rest = address.utf8.dropFirst(originByteCount)
        let hasSlash = rest.first == UInt8(ascii: "/")
        if hasSlash, !origin.contains(where: \.isUppercaseLetter) { return address }
        return Substring(origin).lowercased() + (hasSlash ? "" : "/") + Substring(rest)
    }

    /// How far scheme, host and port go; nil if that is not where they should be.
    private static func originByteCount(of address: String) -> Int? {
        let bytes = address.utf8
        let scheme = schemes.first { bytes.starts(with: $0.utf8) { $0 | 0x20 == $1 | 0x20 } }
        guard let scheme else { return nil }
        let authority = bytes.dropFirst(scheme.utf8.count).prefix { !$0.endsAuthority }
        return isAuthority(authority) ? scheme.utf8.count + authority.count : nil
    }

    private static let schemes = ["https://", "http://"]

    private static func isAuthority(_ bytes: Substring.UTF8View) -> Bool {
        let isBracketed = bytes.first == UInt8(ascii: "[")
        let closing = isBracketed ? bytes.firstIndex(of: UInt8(ascii: "]")) : nil
        if isBracketed, closing == nil { return false }
        let host = closing.map { bytes[...$0] } ?? bytes.prefix { $0 != UInt8(ascii: ":") }
        let port = bytes[host.endIndex...]
        guard !host.isEmpty, host.count <= 255 else { return false }
        let isHost = isBracketed ? isIPv6(host.dropFirst().dropLast()) : host.allSatisfy(\.mayStandInName)
        return isHost && isPort(port)
    }

    private static func isIPv6(_ bytes: Substring.UTF8View) -> Bool {
        let signs = "0123456789abcdefABCDEF:.".utf8
        return bytes.contains(UInt8(ascii: ":")) && bytes.allSatisfy { signs.contains($0) }
    }

    private static func isPort(_ bytes: Substring.UTF8View) -> Bool {
        guard let colon = bytes.first else { return true }
        let digits = bytes.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.allSatisfy(\.isDigit) else { return false }
        return UInt16(Substring(digits)).map { $0 > 0 } ?? false
    }
}

extension UInt8 {
    fileprivate var mayStandInAddress: Bool {
        switch self {
        case 0...UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "{")...UInt8(ascii: "}"), 0x7F...:
            false
        default: true
        }
    }

    fileprivate var mayStandInName: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_")
    }

    fileprivate var endsPath: Bool { self == UInt8(ascii: "?") || self == UInt8(ascii: "#") }
    fileprivate var endsAuthority: Bool { self == UInt8(ascii: "/") || endsPath }
}
