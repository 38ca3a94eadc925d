/// A name with the page it leads to.
public struct NamedLink: Hashable, Sendable {
    /// The words to show.
    public var name: String
    /// Where they lead.
    public var url: WebURL

    /// Pairs a name with its page.
    public init(_ name: String, _ url: WebURL) {
        self.name = name
        self.url = url
    }
}
