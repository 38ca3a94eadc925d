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

    /// Creative Commons Attribution-ShareAlike in the given version, the licence of Wikipedia's text.
    public static func creativeCommonsShareAlike(_ version: String) -> Licence {
        Licence(
            id: "cc-by-sa-\(version)", name: "CC BY-SA \(version)",
            url: WebURL("https://creativecommons.org/licenses/by-sa/\(version)/"))
    }
}
