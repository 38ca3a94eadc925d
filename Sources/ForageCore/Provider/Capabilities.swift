/// Which requests a provider answers and which filters it honours itself.
///
/// What is not listed here the core does afterwards where the items carry the data, and says so.
public struct Capabilities: Sendable {
    /// Whether it can be asked for a text. If not, the core filters its listing by the query's words.
    public var searches: Bool
    /// Whether it can say what is new or interesting.
    public var browses: Bool
    /// Whether it can say so for a day of the past.
    public var browsesDays: Bool
    /// How an item is found again by its id.
    public var details: Details
    /// Whether it has further pages.
    public var pages: Bool
    /// The filters it applies itself.
    public var filters: Set<Filter.Name>
    /// The orders it can give its results in.
    public var orders: Set<Order>
    /// The most characters of a text that it takes; nil for any number.
    public var longestText: Int?

    /// Declares what a provider can do; nothing but searching by relevance unless said.
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

    /// The text as it is asked for: no longer than it takes, and cut between words.
    package func askedText(of text: String) -> String {
        guard let longestText, text.count > longestText else { return text }
        let start = text.prefix(longestText)
        if text.dropFirst(longestText).first == " " { return String(start) }
        return String(start.lastIndex(of: " ").map { start[..<$0] } ?? start)
    }

    /// How an item is found again by its id.
    public enum Details: Sendable {
        /// The provider is asked for it, by ``ProviderRequest/details(_:)``.
        case request
        /// The core lists everything and picks it out.
        case listing
        /// Not at all, but for what was kept of it when it was met.
        case never
    }
}
