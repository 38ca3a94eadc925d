/// What a provider says of itself.
public struct ProviderInfo: Sendable {
    /// Its short name.
    public var id: ProviderID
    /// Its name for people.
    public var name: String
    /// What it offers, in one line.
    public var summary: String
    /// Its page for people.
    public var site: WebURL
    /// What kinds of items it brings.
    public var kinds: Set<Kind>
    /// Every origin it asks. Requests and keys go nowhere else.
    public var origins: [Origin]
    /// Which requests it answers and which filters it honours itself.
    public var capabilities: Capabilities
    /// What the service asks of those who use it.
    public var terms: Terms
    /// The keys it can use.
    public var keys: [KeySpec]
    /// The token that two of the keys are given for; nil where keys are sent as they are.
    public var token: TokenSpec?
    /// What does not work at present, for those who turn it on.
    public var caution: String?
    /// The forms of the addresses of the service's pictures, so that a picture is known in every size, also where another
    /// service names it.
    public var pictures: [PictureAddresses]

    /// Describes a provider.
    ///
    /// - Parameters:
    ///   - id: Its short name.
    ///   - name: Its name for people.
    ///   - summary: What it offers, in one line.
    ///   - site: Its page for people.
    ///   - kinds: What kinds of items it brings.
    ///   - origins: An address at each origin that it asks.
    ///   - capabilities: Which requests it answers and which filters it honours itself.
    ///   - terms: What the service asks of those who use it.
    ///   - keys: The keys it can use.
    ///   - pictures: How the addresses of the service's files name its pictures.
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

    /// What is said of it when it is waited for no longer.
    package var lateness: String { "\(name) had not answered in time" }
}

extension ProviderInfo {
    /// The credit of an item that says all there is to say of it: its maker, its licence and where the service has
    /// it from, else the service itself.
    package func attribution(for draft: Draft) -> Attribution {
        // Nobody is credited as "".
        let via = draft.via.flatMap { $0.name.isVisible ? $0 : nil }
        return Attribution(
            title: draft.title, page: draft.page, source: via ?? NamedLink(name, site),
            creator: Known(draft.creator), licence: Known(draft.licence), serviceLine: terms.serviceLine)
    }
}

extension ProviderInfo {
    /// On whose behalf pictures are fetched, to be measured, compared or shown: nobody's. It has no keys, so none can be sent.
    package static let pictures = ProviderInfo(
        nobodys: "pictures", "Pictures", "Pictures, as they are measured, compared and shown.",
        CachingTerms(defaultAge: .seconds(86_400)))

    /// On whose behalf files are fetched to be kept: nobody's. It has no keys, so none can be sent.
    package static let files = ProviderInfo(nobodys: "files", "Files", "Files of items.")

    private init(
        nobodys id: ProviderID, _ name: String, _ summary: String, _ caching: CachingTerms = CachingTerms()
    ) {
        self.init(
            id: id, name: name, summary: summary, site: "https://forage.example/", kinds: [], origins: [],
            capabilities: Capabilities(), terms: Terms(caching: caching))
    }
}

/// What a service asks of those who use it; the core obeys.
public struct Terms: Sendable {
    /// The line that must stand wherever its results are shown, with its page.
    public var serviceLine: NamedLink?
    /// Whether pictures must be shown from the service's own addresses.
    public var requiresHotlinking: Bool
    /// The origins of those addresses; pictures from elsewhere are not shown.
    public var pictureOrigins: [WebURL]
    /// The most items that may be asked for at once.
    public var greatestPageSize: Int
    /// How much and how quickly it may be asked.
    public var limits: RequestLimits
    /// How long answers may be kept.
    public var caching: CachingTerms
    /// Where the terms can be read.
    public var url: WebURL?

    /// States the terms of a service.
    public init(
        serviceLine: NamedLink? = nil, requiresHotlinking: Bool = false, pictureOrigins: [WebURL] = [],
        greatestPageSize: Int = 30,
        limits: RequestLimits = RequestLimits(), caching: CachingTerms = CachingTerms(), url: WebURL? = nil
    ) {
        self.serviceLine = serviceLine
        self.requiresHotlinking = requiresHotlinking
        self.pictureOrigins = pictureOrigins
        self.greatestPageSize = greatestPageSize
        self.limits = limits
        self.caching = caching
        self.url = url
    }
}

/// How long a service's answers may be kept, where HTTP leaves that open or the terms of use say it.
///
/// A service's word never to store an answer, or never to use it unasked, stands above all of this.
public struct CachingTerms: Hashable, Sendable {
    /// How long an answer is fresh when the service does not say.
    public var defaultAge: Duration?
    /// How long an answer is fresh at least, whatever the service says.
    public var leastAge: Duration?
    /// How old an answer may get at most before it is dropped; it is not shown then, not even offline.
    public var greatestAge: Duration?
    /// How long the person lets an answer be reused, in place of what HTTP and the other terms say; `no-store` and
    /// ``greatestAge`` still hold.
    package var personalAge: Duration?

    /// States how long answers may be kept; nothing that HTTP does not say, unless told.
    public init(defaultAge: Duration? = nil, leastAge: Duration? = nil, greatestAge: Duration? = nil) {
        self.defaultAge = defaultAge
        self.leastAge = leastAge
        self.greatestAge = greatestAge
    }
}

/// A key that a provider can use, and how a person gets one.
public struct KeySpec: Sendable {
    /// Its name in the configuration, such as `accessKey`.
    public var name: String
    /// The environment variable that the configuration may read it from, such as `UNSPLASH_ACCESS_KEY`.
    public var variable: String
    /// Whether nothing can be asked without it.
    public var isRequired: Bool
    /// Where it is to be had.
    public var page: WebURL
    /// Who gets one, where that is not everyone: `for Pro accounts only`.
    public var condition: String?

    /// The page, and who gets a key there.
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

/// A token that a service gives for two keys, by the client credentials of OAuth (RFC 6749, 4.4). Where both keys are
/// there, it goes with every request to the provider's origins; a provider's endpoints say nothing of it.
public struct TokenSpec: Sendable {
    /// Where it is asked for, at an origin of the provider's.
    public var url: WebURL
    /// The name of the key that says who asks.
    public var id: String
    /// The name of the key that proves it.
    public var secret: String
    /// How much and how quickly may be asked with the token.
    public var limits: RequestLimits

    /// Describes a token.
    ///
    /// - Parameters:
    ///   - url: Where it is asked for, at an origin of the provider's.
    ///   - id: The name of the key that says who asks.
    ///   - secret: The name of the key that proves it.
    ///   - limits: How much and how quickly may be asked with the token.
    public init(_ url: WebURL, id: String, secret: String, limits: RequestLimits = RequestLimits()) {
        self.url = url
        self.id = id
        self.secret = secret
        self.limits = limits
    }

    /// The names of both keys.
    package var keyNames: [String] { [id, secret] }
}
