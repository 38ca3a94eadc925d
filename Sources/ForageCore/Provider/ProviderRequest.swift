/// What a provider is asked for.
public enum ProviderRequest: Hashable, Sendable {
    /// Items that match a query.
    case search(Query, PageRequest)
    /// What is new or interesting.
    case browse(Browse, PageRequest)
    /// Everything about one item.
    case details(ItemID)
    /// Leave to take an item's file, where a service wants to be told.
    case download(Item)

    /// Which page of a list is asked for; nil for what is no list.
    package var page: PageRequest? {
        switch self {
        case .search(_, let page), .browse(_, let page): page
        case .details, .download: nil
        }
    }
}

/// Which page of a list is wanted. The size stays the same from page to page.
public struct PageRequest: Hashable, Sendable {
    /// How many items a page holds.
    public var size: Int
    /// The provider's own word for the page, from ``Page/next``; nil for the first.
    public var cursor: String?
    /// Whether the service gave this page before, and part of it was shown, so that what is kept of it is no page of this list.
    package var isRepeat = false

    /// Asks for a page.
    public init(size: Int, cursor: String? = nil) {
        self.size = size
        self.cursor = cursor
    }

    /// The same page, of no more than a service gives at once.
    package func bounded(by terms: Terms) -> PageRequest {
        var page = self
        page.size = min(max(size, 1), terms.greatestPageSize)
        return page
    }
}

/// Why a provider cannot be asked for something.
public struct Unanswerable: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for people.
    public let description: String

    /// States why.
    public init(_ reason: String) { description = reason }

    /// Why a provider is not asked for one item.
    package init(withoutDetails provider: About) {
        self.init("\(provider.name) finds no single item again.")
    }
}
