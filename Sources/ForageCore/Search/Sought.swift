/// Something that somebody misses among the results.
public enum Sought: Hashable, Sendable, CustomStringConvertible {
    /// The item of this name.
    case item(ItemID)
    /// What has this page, or this file.
    case address(WebURL)

    /// Reads what a person types: a web address or an item's id.
    public init?(_ text: String) {
        let scheme = text.prefix { $0 != "/" }.lowercased()
        if ["http:", "https:"].contains(scheme) {
            guard let url = WebURL(text) else { return nil }
            self = .address(url)
        } else {
            // An address of another kind, such as a file's, is no item's id.
            guard let id = ItemID(text), !id.local.hasPrefix("//") else { return nil }
            self = .item(id)
        }
    }

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .item(let id): id.description
        case .address(let url): url.text
        }
    }
}
