internal import Platform

/// An absolute `http` or `https` address that is safe to request, print and link to.
///
/// Addresses come from untrusted sources. This type keeps the original text, except that it percent-encodes spaces and
/// non-ASCII letters. It rejects addresses without a host, with a user name, with control characters or longer than 8
/// KiB.
public struct WebURL: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The whole address.
    public let text: String
    private let originByteCount: Int

    /// Checks an address from outside, without surrounding white space.
    public init?(_ given: String) {
        guard given.utf8.count <= Self.greatestByteCount, let encoded = Self.encoded(given),
            encoded.utf8.count <= Self.greatestByteCount
        else { return nil }
        if let originByteCount = encoded.utf8.span.plainOriginByteCount {
            self.init(checked: encoded, originByteCount)
        } else if let originByteCount = Self.originByteCount(of: encoded.utf8.span) {
            self.init(checked: Self.regular(encoded, originByteCount), originByteCount)
        } else {
            return nil
        }
    }

    /// The text as it is printed.
    public var description: String { text }

    /// The origin of the address: `https://host` or `https://host:port`.
    public var origin: Origin { Origin(text.utf8.span.extracting(..<originByteCount).text) }

    /// The host without its port, in lower case.
    public var host: String { Origin.host(in: text.utf8.span.extracting(..<originByteCount)) }

    /// Indicates whether the address uses TLS.
    public var isSecure: Bool { text.utf8.span[4] == UInt8(ascii: "s") }

    /// The path, query and fragment: everything after the origin, starting with a slash.
    public var pathAndQuery: String { text.utf8.span.extracting(originByteCount...).text }

    /// The path only.
    public var path: String { text.utf8.span.extracting(pathRange).text }

    /// The components of the path, without empty ones.
    public var steps: [Substring] {
        text.utf8.dropFirst(originByteCount).prefix { !$0.endsPath }
            .split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// The items of the query as they are written, without empty ones.
    public var queryItems: [Substring] {
        text.utf8.dropFirst(originByteCount).drop { !$0.endsPath }.drop { $0 == UInt8(ascii: "?") }
            .prefix { $0 != UInt8(ascii: "#") }
            .split(separator: UInt8(ascii: "&")).map { Substring($0) }
    }

    /// The range of the path among the bytes of the text.
    package var pathRange: Range<Int> {
        let bytes = text.utf8.span
        let start = bytes.skippingPath(from: originByteCount)
        return originByteCount..<(bytes.firstIndex(from: start, where: \.endsPath) ?? bytes.count)
    }

    /// Returns the address with further query items before its fragment: `utm_source=forage&utm_medium=referral`.
    public func addingQuery(_ items: String) -> WebURL { WebURL(text(addingQuery: items)) ?? self }

    /// The text with further query items before the fragment.
    func text(addingQuery items: String) -> String {
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let page = text[..<end]
        return page + (page.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + items + text[end...]
    }

    /// The address without its query and fragment, safe to show if the query may contain a key.
    public var withoutQuery: WebURL {
        let end = text.utf8.firstIndex(where: \.endsPath) ?? text.endIndex
        return WebURL(checked: String(text[..<end]), originByteCount)
    }

    /// The address with a path and query appended to its own path; its own query is dropped.
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
    /// Creates an address in source code; an invalid one stops the program.
    public init(stringLiteral text: String) {
        guard let url = WebURL(text) else { preconditionFailure("\"\(text)\" is not a web address") }
        self = url
    }
}

extension WebURL {
    /// The address of a reference in a document at this address (RFC 3986, 5.2); dot segments are not removed.
    package func resolving(_ reference: String) -> WebURL? {
        if let scheme = reference.firstIndex(of: ":"), !reference[..<scheme].contains(where: "/?#".contains) {
            return WebURL(reference)
        }
        if reference.hasPrefix("//") { return WebURL((isSecure ? "https:" : "http:") + reference) }
        if reference.hasPrefix("/") { return WebURL(origin.description + reference) }
        if reference.isEmpty || reference.hasPrefix("#") { return self }
        let path = origin.description + self.path
        if reference.hasPrefix("?") { return WebURL(path + reference) }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? path[...]
        return WebURL(folder + reference)
    }
}

/// Fast checks of addresses, since responses contain thousands. Most of them need no encoding and have a lower-case
/// host.
extension Span<UInt8> {
    /// Indicates whether nothing needs to be encoded.
    var isAddress: Bool {
        guard count >= 8 else { return allSatisfy(\.mayStandInAddress) }
        var place = 0
        while place + 8 < count {
            if !isAddress(at: place) { return false }
            place += 8
        }
        return isAddress(at: count - 8)
    }

    /// Indicates whether the next eight bytes are allowed in an address.
    @inline(__always)
    private func isAddress(at place: Int) -> Bool {
        eightBytes(at: place).isAddress || extracting(place..<place + 8).allSatisfy(\.mayStandInAddress)
    }

    /// Skips bytes that are certainly part of a path, eight at a time.
    func skippingPath(from start: Int) -> Int {
        var place = start
        while place + 8 <= count, !eightBytes(at: place).mayEndPath { place += 8 }
        return place
    }

    /// The length of an origin in regular form: lower case, without a port, and followed by a path; nil for any other.
    var plainOriginByteCount: Int? {
        let start = holds("https://", at: 0) ? 8 : holds("http://", at: 0) ? 7 : count
        guard let end = firstIndex(from: start, where: { !$0.mayStandInPlainName }),
            self[end] == UInt8(ascii: "/"),
            (1...255).contains(end - start)
        else { return nil }
        return end
    }
}

extension UInt8 {
    var mayStandInAddress: Bool {
        switch self {
        // Nearly all characters of addresses; the range from hyphen to semicolon contains the point, the slash and the
        // digits.
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-")...UInt8(ascii: ";"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        case 0...UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "{")...UInt8(ascii: "}"), 0x7F...:
            false
        default: true
        }
    }

    fileprivate var mayStandInPlainName: Bool {
        isLowercaseLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_")
    }

    var mayStandInName: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_")
    }

    var endsPath: Bool { self == UInt8(ascii: "?") || self == UInt8(ascii: "#") }
    var endsAuthority: Bool { self == UInt8(ascii: "/") || endsPath }
}

extension WebURL {
    private static let greatestByteCount = 8 * 1024

    /// The text without surrounding white space, with forbidden characters encoded; nil if it contains control
    /// characters.
    private static func encoded(_ given: String) -> String? {
        if given.utf8.span.isAddress { return given }
        let address = String(given.trimmingWhitespace())
        let span = address.utf8.span
        var bytes: [UInt8] = []
        bytes.reserveCapacity(span.count * 2)
        for index in span.indices {
            let byte = span[index]
            if byte < 0x20 || byte == 0x7F { return nil }
            if byte.mayStandInAddress {
                bytes.append(byte)
            } else {
                PercentEncoding.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address with its scheme and host in lower case, followed by a slash.
    private static func regular(_ address: String, _ originByteCount: Int) -> String {
        let bytes = address.utf8.span
        let origin = bytes.extracting(..<originByteCount)
        let hasSlash = originByteCount < bytes.count && bytes[originByteCount] == UInt8(ascii: "/")
        if hasSlash, origin.allSatisfy({ !$0.isUppercaseLetter }) { return address }
        return origin.text.lowercased() + (hasSlash ? "" : "/") + bytes.extracting(originByteCount...).text
    }

    /// The length of scheme, host and port; nil if they are not valid.
    private static func originByteCount(of address: Span<UInt8>) -> Int? {
        let scheme = schemes.first { scheme in
            address.count >= scheme.count
                && scheme.indices.allSatisfy { address[$0] | 0x20 == scheme[$0] | 0x20 }
        }
        guard let scheme else { return nil }
        let end = address.firstIndex(from: scheme.count, where: \.endsAuthority) ?? address.count
        return isAuthority(address.extracting(scheme.count..<end)) ? end : nil
    }

    private static let schemes = [Array("https://".utf8), Array("http://".utf8)]

    private static func isAuthority(_ bytes: Span<UInt8>) -> Bool {
        guard let hostByteCount = hostByteCount(in: bytes), (1...255).contains(hostByteCount) else {
            return false
        }
        let host = bytes.extracting(..<hostByteCount)
        let isHost = host[0] == UInt8(ascii: "[") ? isIPv6(host) : host.allSatisfy(\.mayStandInName)
        return isHost && isPort(bytes.extracting(hostByteCount...))
    }

    /// The length of the host; nil if a bracket is not closed.
    private static func hostByteCount(in bytes: Span<UInt8>) -> Int? {
        if !bytes.isEmpty, bytes[0] == UInt8(ascii: "[") {
            return bytes.firstIndex { $0 == UInt8(ascii: "]") }.map { $0 + 1 }
        }
        return bytes.firstIndex { $0 == UInt8(ascii: ":") } ?? bytes.count
    }

    /// Indicates whether the brackets contain an IPv6 address.
    private static func isIPv6(_ bytes: Span<UInt8>) -> Bool {
        let address = bytes.extracting(1..<bytes.count - 1)
        return address.firstIndex { $0 == UInt8(ascii: ":") } != nil
            && address.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
    }

    /// Indicates whether the bytes are empty, or a colon and a valid port number.
    private static func isPort(_ bytes: Span<UInt8>) -> Bool {
        if bytes.isEmpty { return true }
        let digits = bytes.extracting(1...)
        guard digits.allSatisfy(\.isDigit) else { return false }
        return UInt16(digits.text).map { $0 > 0 } ?? false
    }
}

extension UInt64 {
    /// Indicates whether there may be a question mark or a hash; in rare cases true without either.
    fileprivate var mayEndPath: Bool {
        (places(of: UInt8(ascii: "?")) | places(of: UInt8(ascii: "#"))).findings != 0
    }

    /// Indicates whether all bytes are allowed in an address; also false if each byte must be checked.
    fileprivate var isAddress: Bool {
        // Matches < > \\ ^ | and ~, which share the masked bits.
        let brackets = (self & .each(0x9D)).places(of: 0x1C)
        let quotes = places(of: UInt8(ascii: "\"")) | places(of: UInt8(ascii: "`"))
        let belowOrBeyond = (self &- .each(0x21)) | self | (self &+ .each(0x05))
        return (quotes | brackets | belowOrBeyond).findings == 0
    }
}

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
