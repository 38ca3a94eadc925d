/// Who made an item.
public struct Creator: Hashable, Sendable {
    /// The name as the source gives it.
    public var name: String
    /// The maker's own page at the source.
    public var url: WebURL?

    /// Names a maker; nil when there is nothing to be seen in the name, so that nobody is credited as "".
    public init?(name: String?, url: WebURL? = nil) {
        guard let name = name?.trimmingWhitespace(), name.isVisible else { return nil }
        self.name = String(name)
        self.url = url
    }
}
