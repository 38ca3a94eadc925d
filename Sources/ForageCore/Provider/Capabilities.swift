/// The requests that a provider answers and the filters that it applies itself.
///
/// The core applies all other filters afterwards, if the items contain the data, and reports that it did.
public struct Capabilities: Sendable {
    /// Indicates whether it can search for text. If not, the core filters its listing by the words of the query.
    public var searches: Bool
    /// Indicates whether it can list new or interesting items.
    public var browses: Bool
    /// Indicates whether it can list them for a day in the past.
    public var browsesDays: Bool
    /// Indicates whether it can find the items with a file by the SHA-1 of the file.
    package var findsFiles = false
    /// The way to find an item by its ID.
    public var details: Details
    /// Indicates whether its results have more than one page.
    public var pages: Bool
    /// The filters that it applies itself.
    public var filters: Set<Filter.Name>
    /// The sort orders that it supports.
    public var orders: Set<Order>
    /// The maximum number of characters in a text; nil if there is no limit.
    public var longestText: Int?

    /// Creates the capabilities of a provider; by default only searching, ordered by relevance.
    public init(
        searches: Bool = true, browses: Bool = false, browsesDays: Bool = false, details: Details = .request,
        pages: Bool = false, filters: Set<Filter.Name> = [], orders: Set<Order> = [.relevance]
    ) {
        self.searches = searches
        self.browses = browses
        self.browsesDays = browsesDays
        self.details = details
        self.pages = pages
        self.filters = filters
        self.orders = orders
    }

    /// The text to search for, shortened to the longest text allowed and cut between words.
    package func askedText(of text: String) -> String {
        guard let longestText, text.count > longestText else { return text }
        let start = text.prefix(longestText)
        if text.dropFirst(longestText).first == " " { return String(start) }
        return String(start.lastIndex(of: " ").map { start[..<$0] } ?? start)
    }

    /// The way to find an item by its ID.
    public enum Details: Sendable {
        /// By a ``ProviderRequest/details(_:)`` request to the provider.
        case request
        /// By listing everything and selecting the item.
        case listing
        /// Not possible; only the stored copy of an item seen earlier is available.
        case never
    }
}
