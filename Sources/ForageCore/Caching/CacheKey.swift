/// What stored answers are found by: a regular address without fragment, and without anything secret.
///
/// Two endpoints that differ only in a key's value, in the spelling of what means the same (RFC 3986, 6.2.2) or
/// in their method share a key; which stored answer may be used for which request is for the rules to say.
public struct CacheKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The address.
    public let text: String

    /// Takes a key that was stored.
    public init(stored text: String) { self.text = text }

    /// The text as it is printed.
    public var description: String { text }

    /// A stable order.
    public static func < (one: CacheKey, other: CacheKey) -> Bool { one.text < other.text }
}
