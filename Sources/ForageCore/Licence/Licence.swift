/// The terms under which an item may be used.
public struct Licence: Hashable, Sendable {
    /// A short stable name, such as `cc-by-4.0` or `unsplash`.
    public var id: String
    /// The name for people.
    public var name: String
    /// Where the terms can be read.
    public var url: WebURL?

    /// Names the terms of an item.
    public init(id: String, name: String, url: WebURL? = nil) {
        self.id = id
        self.name = name
        self.url = url
    }
}
