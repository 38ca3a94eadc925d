/// Something that somebody misses among the results.
public enum Sought: Hashable, Sendable, CustomStringConvertible {
    /// The item of this name.
    case item(ItemID)
    /// What has this page, or this file.
    case address(WebURL)

    /// Reads what a person types: a web address or an item's id.
    public init?(_ text: String) {
        if let url = WebURL(text) {
            self = .address(url)
        } else {
            // An address of another kind, such as a file's, is no item's id, nor is half an address.
            guard let id = ItemID(typed: text), !id.local.hasPrefix("//") else { return nil }
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
