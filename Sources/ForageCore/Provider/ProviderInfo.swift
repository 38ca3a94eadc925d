/// The description of a provider.
public struct ProviderInfo: Sendable {
    /// Its short name.
    public var id: ProviderID
    /// The name shown to users.
    public var name: String
    /// A description of its offer, in one line.
    public var summary: String
    /// Its website.
    public var site: WebURL
    /// The kinds of items that it returns.
    public var kinds: Set<Kind>
    /// Every origin that it sends requests to. Requests and keys go nowhere else.
    public var origins: [Origin]
    /// The requests that it answers and the filters that it applies itself.
    public var capabilities: Capabilities
    /// The service's terms of use.
    public var terms: Terms
    /// The keys it can use.
    public var keys: [KeySpec]
    /// The token that the service issues for two of the keys; nil if keys are sent as they are.
    public var token: TokenSpec?
    /// The groups that it belongs to, such as `museums`; the user can turn all providers of a group on or off together.
    public var groups: [String] = []
    /// A warning about features that do not work at present, shown to users who enable the provider.
    public var caution: String?
    /// The address patterns of the service's pictures. They identify a picture in every size, even if another service
    /// returns it.
    public var pictures: [PictureAddresses]

    /// Creates a description of a provider.
    ///
    /// - Parameters:
    ///   - id: Its short name.
    ///   - name: The name shown to users.
    ///   - summary: A description of its offer, in one line.
    ///   - site: Its website.
    ///   - kinds: The kinds of items that it returns.
    ///   - origins: An address at each origin that it sends requests to.
    ///   - capabilities: The requests that it answers and the filters that it applies itself.
    ///   - terms: The service's terms of use.
    ///   - keys: The keys it can use.
    ///   - pictures: The address patterns of the service's pictures.
    public init(
        id: ProviderID, name: String, summary: String, site: WebURL, kinds: Set<Kind>, origins: [WebURL],
        capabilities: Capabilities, terms: Terms = Terms(), keys: [KeySpec] = [],
        pictures: [PictureAddresses] = []
    ) {
        self.pictures = pictures
        self.id = id
        self.name = name
        self.summary = summary
        self.site = site
        self.kinds = kinds
        self.origins = origins.map(\.origin)
        self.capabilities = capabilities
        self.terms = terms
        self.keys = keys
    }

    /// The message shown if the provider missed the deadline.
    package var timeoutMessage: String { "\(name) did not answer in time" }
}

extension ProviderInfo {
    /// The default credit of an item: its creator, its licence, and the provider's source for it or, if there is none,
    /// the service itself.
    public func attribution(for draft: Draft) -> Attribution {
        // A source with an empty name is not credited.
        let via = draft.via.flatMap { $0.name.isVisible ? $0 : nil }
        let creator = draft.creator.flatMap { Creator(name: $0.name, url: $0.url.map(referring)) }
        return Attribution(
            title: draft.title, page: referring(draft.page), source: via ?? NamedLink(name, referring(site)),
            creator: Known(creator), licence: Known(draft.licence), serviceLine: terms.serviceLine)
    }

    /// Returns a link with the parameters that the service requires in links to it.
    private func referring(_ link: WebURL) -> WebURL { terms.referral.map(link.addingQuery) ?? link }
}

extension ProviderInfo {
    /// The provider for requests that measure, compare or show pictures. It has no keys, so none can be sent.
    package static let pictures = ProviderInfo(
        internal: "pictures", "Pictures", "Pictures that are measured, compared and shown.",
        CachingTerms(defaultAge: .seconds(86_400)))

    /// The provider for requests that download files. It has no keys, so none can be sent.
    package static let files = ProviderInfo(internal: "files", "Files", "Files of items.")

    private init(
        internal id: ProviderID, _ name: String, _ summary: String, _ caching: CachingTerms = CachingTerms()
    ) {
        self.init(
            id: id, name: name, summary: summary, site: "https://forage.example/", kinds: [], origins: [],
            capabilities: Capabilities(), terms: Terms(caching: caching))
    }
}

/// A service's terms of use, which the core enforces.
public struct Terms: Sendable {
    /// The line, with its link, that must be shown with its results.
    public var serviceLine: NamedLink?
    /// The query that links to the service must have in credits, such as `utm_source=forage&utm_medium=referral`.
    public var referral: String?
    /// Indicates whether pictures must be shown from the service's own addresses.
    public var requiresHotlinking: Bool
    /// The origins of those addresses; pictures from other origins are not shown.
    public var pictureOrigins: [WebURL]
    /// The maximum number of items in one request.
    public var greatestPageSize: Int
    /// The number and rate of requests that it allows.
    public var limits: RequestLimits
    /// The rules for keeping its responses.
    public var caching: CachingTerms
    /// The address of the terms.
    public var url: WebURL?

    /// Creates the terms of a service.
    public init(
        serviceLine: NamedLink? = nil, referral: String? = nil, requiresHotlinking: Bool = false,
        pictureOrigins: [WebURL] = [],
        greatestPageSize: Int = 30,
        limits: RequestLimits = RequestLimits(), caching: CachingTerms = CachingTerms(), url: WebURL? = nil
    ) {
        self.serviceLine = serviceLine
        self.referral = referral
        self.requiresHotlinking = requiresHotlinking
        self.pictureOrigins = pictureOrigins
        self.greatestPageSize = greatestPageSize
        self.limits = limits
        self.caching = caching
        self.url = url
    }
}

/// The length of time for which a service's responses may be kept, if HTTP leaves it open or the terms of use state it.
///
/// A response that may never be stored, or never be reused without validation, is not affected by these values.
public struct CachingTerms: Hashable, Sendable {
    /// The time for which a response is fresh if the service does not state one.
    public var defaultAge: Duration?
    /// The minimum time for which a response is fresh, even if the service states less.
    public var leastAge: Duration?
    /// The maximum age of a response. After that it is dropped and not shown, even offline.
    public var greatestAge: Duration?
    /// The time for which the user lets a response be reused, instead of the time from HTTP and the other terms.
    /// `no-store` and ``greatestAge`` still apply.
    package var personalAge: Duration?

    /// Creates caching terms; by default, only the rules of HTTP apply.
    public init(defaultAge: Duration? = nil, leastAge: Duration? = nil, greatestAge: Duration? = nil) {
        self.defaultAge = defaultAge
        self.leastAge = leastAge
        self.greatestAge = greatestAge
    }
}

/// A key that a provider can use, and the way to get one.
public struct KeySpec: Sendable {
    /// Its name in the configuration, such as `accessKey`.
    public var name: String
    /// The environment variable that the configuration may read it from, such as `UNSPLASH_ACCESS_KEY`.
    public var variable: String
    /// Indicates whether the provider needs it for every request.
    public var isRequired: Bool
    /// The page where it is available.
    public var page: WebURL
    /// The condition for getting one, if not everyone can: `for Pro accounts only`.
    public var condition: String?

    /// The page where the key is available, and the condition for getting one.
    package var source: String { condition.map { "\(page) (\($0))" } ?? "\(page)" }

    /// Declares a key.
    public init(
        _ name: String, variable: String, isRequired: Bool = true, page: WebURL, condition: String? = nil
    ) {
        self.name = name
        self.variable = variable
        self.isRequired = isRequired
        self.page = page
        self.condition = condition
    }
}

/// A token that a service issues for two keys, by the client credentials grant of OAuth (RFC 6749, 4.4). If both keys
/// are set, every request to the provider's origins carries it; a provider's endpoints do not mention it.
public struct TokenSpec: Sendable {
    /// The address that issues it, at an origin of the provider's.
    public var url: WebURL
    /// The name of the key with the client's ID.
    public var id: String
    /// The name of the key with the client's secret.
    public var secret: String
    /// The number and rate of requests that are allowed with the token.
    public var limits: RequestLimits

    /// Creates a description of a token.
    ///
    /// - Parameters:
    ///   - url: The address that issues it, at an origin of the provider's.
    ///   - id: The name of the key with the client's ID.
    ///   - secret: The name of the key with the client's secret.
    ///   - limits: The number and rate of requests that are allowed with the token.
    public init(_ url: WebURL, id: String, secret: String, limits: RequestLimits = RequestLimits()) {
        self.url = url
        self.id = id
        self.secret = secret
        self.limits = limits
    }

    /// The names of both keys.
    package var keyNames: [String] { [id, secret] }
}

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

/// The groups that some providers name in their descriptions.
package struct ProviderGroups: Sendable {
    private let members: [String: [ProviderID]]

    package init(_ providers: some Sequence<ProviderInfo>) {
        var members: [String: [ProviderID]] = [:]
        for provider in providers {
            for group in provider.groups { members[group, default: []].append(provider.id) }
        }
        self.members = members
    }

    /// The names of the groups in alphabetical order.
    package var names: [String] { members.keys.sorted() }

    /// The providers of a group in their own order; none for an unknown group.
    package subscript(name: String) -> [ProviderID] { members[name] ?? [] }
}
