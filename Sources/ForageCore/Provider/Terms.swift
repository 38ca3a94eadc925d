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
