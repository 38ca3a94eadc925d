/// What names an item everywhere: `provider:local-id`, the local part percent-encoded.
public struct ItemID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The provider that brought the item.
    public let provider: ProviderID
    /// The provider's own name for it, as it is, not encoded.
    public let local: String

    /// Names an item of a provider.
    public init(provider: ProviderID, local: String) {
        self.provider = provider
        self.local = local
    }

    /// Reads an id as it is printed: `duckduckgo:owl%20bird`.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let provider = ProviderID(String(text[..<colon])),
            let local = PercentEncoding.decode(text[text.index(after: colon)...]), !local.isEmpty
        else { return nil }
        self.init(provider: provider, local: local)
    }

    /// Reads an id as a person types it, with the provider's name in whatever case.
    package init?(typed text: String) {
        let name = text.prefix { $0 != ":" }
        self.init(name.lowercased() + text[name.endIndex...])
    }

    /// The text as it is printed.
    public var description: String { "\(provider):\(PercentEncoding.encode(local))" }

    /// What is said where its provider has it no more.
    package var absence: String { "There is no result \(self), or none any more: search again for its ID." }

    /// A stable order, for output that is the same each time.
    public static func < (one: ItemID, other: ItemID) -> Bool {
        (one.provider, one.local) < (other.provider, other.local)
    }
}
