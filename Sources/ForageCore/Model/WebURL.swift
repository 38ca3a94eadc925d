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
    public init?(_ given: some StringProtocol) {
        guard given.utf8.count <= Self.greatestByteCount,
            var bytes = Self.encoded(given.trimmingWhitespace()), bytes.count <= Self.greatestByteCount,
            let authority = Self.authority(of: bytes)
        else { return nil }
        for index in 0..<authority.upperBound where bytes[index].isUppercaseLetter { bytes[index] |= 0x20 }
        if authority.upperBound == bytes.endIndex || bytes[authority.upperBound] != UInt8(ascii: "/") {
            bytes.insert(UInt8(ascii: "/"), at: authority.upperBound)
        }
        text = String(decoding: bytes, as: UTF8.self)
        originByteCount = authority.upperBound
    }

    /// The text as it is printed.
    public var description: String { text }

    /// Who is being talked to: `https://host` or `https://host:port`.
    public var origin: Origin { Origin(String(decoding: text.utf8.prefix(originByteCount), as: UTF8.self)) }

    /// The host without its port, in lower case.
    public var host: String { origin.host }

    /// Whether the address is reached over TLS.
    public var isSecure: Bool { text.hasPrefix("https:") }

    /// The path, query and fragment: everything behind the origin, starting with a slash.
    public var pathAndQuery: String { String(decoding: text.utf8.dropFirst(originByteCount), as: UTF8.self) }

    /// The path alone.
    public var path: String { String(pathAndQuery.prefix { $0 != "?" && $0 != "#" }) }

    /// The address without its query and fragment: fit to be shown where a query may hold a key.
    public var withoutQuery: WebURL {
        let end = text.utf8.firstIndex { "?#".utf8.contains($0) } ?? text.endIndex
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

    private static func encoded(_ given: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(given.utf8.count)
        for byte in given.utf8 {
            switch byte {
            case 0..<0x20, 0x7F: return nil
            case 0x80..., UInt8(ascii: " "): PercentEncoding.append(byte, to: &bytes)
            case _ where "\"<>\\^`{|}".utf8.contains(byte): PercentEncoding.append(byte, to: &bytes)
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    private static func authority(of bytes: [UInt8]) -> Range<Int>? {
        let schemes = ["https://", "http://"]
        guard
            let scheme = schemes.first(where: { scheme in
                bytes.count > scheme.utf8.count
                    && zip(bytes, scheme.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
            })
        else { return nil }
        let start = scheme.utf8.count
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        return isAuthority(bytes[start..<end]) ? start..<end : nil
    }

    private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
        let closing = bytes.first == UInt8(ascii: "[") ? bytes.firstIndex(of: UInt8(ascii: "]")) : nil
        if bytes.first == UInt8(ascii: "["), closing == nil { return false }
        let host = closing.map { bytes[...$0] } ?? bytes.prefix { $0 != UInt8(ascii: ":") }
        let port = bytes[host.endIndex...]
        guard !host.isEmpty, host.count <= 255 else { return false }
        let isName = host.allSatisfy { $0.isLetter || $0.isDigit || "-._".utf8.contains($0) }
        return (isName || closing != nil && isIPv6(host.dropFirst().dropLast())) && isPort(port)
    }

    private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        let signs = "0123456789abcdefABCDEF:.".utf8
        return bytes.contains(UInt8(ascii: ":")) && bytes.allSatisfy { signs.contains($0) }
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        guard colon == UInt8(ascii: ":"), bytes.dropFirst().allSatisfy(\.isDigit) else { return false }
        return UInt16(String(decoding: bytes.dropFirst(), as: UTF8.self)).map { $0 > 0 } ?? false
    }
}
