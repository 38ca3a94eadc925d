/// Who made an item.
public struct Creator: Hashable, Sendable {
    /// The name as the source gives it.
    public var name: String
    /// The maker's own page at the source.
    public var url: WebURL?

    /// Names a maker; nil when the name is blank, so that nobody is credited as "".
    public init?(name: String?, url: WebURL? = nil) {
        guard let name = name?.trimmingWhitespace(), !name.isEmpty else { return nil }
        self.name = String(name)
        self.url = url
    }
}
