/// The engine's interface to a provider, which can carry out its requests.
///
/// A ``Provider`` has only pure functions; `PureSource` calls them. A provider that is a separate program is another
/// kind of source.
public protocol Source: Sendable {
    /// The description of the provider.
    var info: ProviderInfo { get }

    /// Answers a request. A failure is returned as a value and never ends a search.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The time after which the answer is no longer useful.
    /// - Returns: The items and the outcome.
    func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer
}

/// The items from a source, with the outcome.
public struct SourceAnswer: Hashable, Sendable {
    /// The items, best first.
    public var items: [Item]
    /// The provider's cursor for the next page.
    public var next: String?
    /// The total number of items, if the service states it.
    public var total: Int?
    /// The outcome of the request.
    public var outcome: Outcome
    /// The filters that were applied by the source; nil if they are the ones that the service declares.
    public var honoured: Set<Filter.Name>?
    /// Indicates whether the items may be kept for later searches; a service may forbid it.
    public var mayBeKept: Bool
    /// Indicates whether the connection or the body ended early, so that the same page may contain more.
    public var isCutOff = false
    /// Indicates whether requesting the same page again would bring nothing more.
    package var isWhole: Bool { outcome.isAnswer && !isCutOff }
    /// Related queries that the service suggests.
    public var related: RelatedQueries = []

    /// Creates an answer.
    public init(
        items: [Item] = [], next: String? = nil, total: Int? = nil, outcome: Outcome,
        honoured: Set<Filter.Name>? = nil, mayBeKept: Bool = true
    ) {
        self.honoured = honoured
        self.mayBeKept = mayBeKept
        self.items = items
        self.next = next
        self.total = total
        self.outcome = outcome
    }
}

/// Suggests corrections for a query without results.
public protocol Suggester: Sendable {
    /// Returns the same query with misspelt words corrected, the most likely first.
    ///
    /// - Parameters:
    ///   - query: A query without results; not a listing.
    ///   - providers: The providers that were searched.
    ///   - deadline: The time at which to give up.
    /// - Returns: A few queries in typed form, each with results; empty if no word is misspelt.
    func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String]
}

/// Reads the size of a picture from its file.
public protocol Measurer: Sendable {
    /// Measures one picture.
    ///
    /// - Parameters:
    ///   - url: The address of the picture, which comes from an untrusted response.
    ///   - deadline: The time after which the size is no longer useful.
    /// - Returns: The size in pixels.
    /// - Throws: ``MeasuringError`` if the size cannot be determined.
    func size(of url: WebURL, by deadline: ContinuousClock.Instant) async throws(MeasuringError) -> PixelSize
}

/// The reason why a picture cannot be measured.
public struct MeasuringError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a clause.
    public let reason: String

    /// Creates an error with a reason.
    public init(_ reason: String) { self.reason = reason }

    /// The text as it is printed.
    public var description: String { reason }

    /// Returns an error for a server that had not answered in time.
    package static func late(_ url: WebURL) -> MeasuringError {
        MeasuringError("\(url.host) did not answer in time")
    }

    /// The error for a search that was interrupted.
    package static let interrupted = MeasuringError("the search was interrupted")
}

extension Item {
    /// The address of the largest picture of the item, to be measured; nil if a size is known already.
    package var urlToMeasure: WebURL? {
        guard size == nil else { return nil }
        return renditions.last(where: \.isPicture)?.url
    }

    /// Stores a size that was read from a file of the item.
    package mutating func note(_ size: PixelSize, measuredAt url: WebURL) {
        for index in renditions.indices where renditions[index].url == url && renditions[index].size == nil {
            renditions[index].size = size
            renditions[index].sizeSource = .measured
        }
    }
}
