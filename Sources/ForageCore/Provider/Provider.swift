/// A source of items, as pure functions that create requests, decode responses and state the credit.
///
/// A provider has no side effects: it opens no file and no socket, and the same arguments always give the same result.
/// The core handles requests, time-outs, redirects, keys, paging and merging. To add a provider, add a folder under
/// `Providers/`, a line in `Package.swift` and a line in `Catalog`.
public protocol Provider: Sendable {
    /// The provider's name, capabilities, requirements and terms.
    var info: ProviderInfo { get }

    /// Converts a request into an HTTP request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The HTTP request as a value; secrets are named in it but not contained.
    /// - Throws: ``ProviderError/unanswerable(_:)`` if this source cannot answer such a request.
    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint

    /// Decodes a response.
    ///
    /// Ignore what does not matter and report what does: accept unknown keys, note a missing path that an item needs as
    /// ``Drift``, and never discard a page because of one bad record.
    ///
    /// - Parameters:
    ///   - response: The response, whose body may have been cut off. Refusals are handled before.
    ///   - request: The request that it answers.
    /// - Returns: A page of drafts, or the further requests that are needed to create one.
    /// - Throws: ``ProviderError`` if nothing in the body can be used.
    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step

    /// States the credit of an item.
    ///
    /// The default credit names the creator, the licence, the provider's source or, if there is none, the service
    /// itself, and the line that the service requires. A source that requires more implements this method.
    ///
    /// - Parameter draft: The item as this provider read it.
    /// - Returns: The credit that must be shown with the item.
    func attribution(for draft: Draft) -> Attribution

    /// Distinguishes a refusal from a response with results.
    ///
    /// The default checks the status, and repeats the service's own message. The provider of a service that fails with
    /// status 200 implements this method.
    ///
    /// - Parameter response: The response.
    /// - Returns: The reason for the refusal, or nil if there are results to decode.
    func refusal(in response: Response) -> Refusal?
}

extension Provider {
    /// Returns the credit with the creator and the provider's source or, if there is none, the service.
    public func attribution(for draft: Draft) -> Attribution { info.attribution(for: draft) }

    /// Checks the status, and repeats the service's own message.
    public func refusal(in response: Response) -> Refusal? { Refusal(response) }
}

/// A request to a provider.
public enum ProviderRequest: Hashable, Sendable {
    /// Items that match a query.
    case search(Query, PageRequest)
    /// New or interesting items.
    case browse(Browse, PageRequest)
    /// All data on one item.
    case details(ItemID)
    /// Permission to download an item's file, if a service requires a notification.
    case download(Item)

    /// The requested page of a list; nil if the request is not for a list.
    public var page: PageRequest? {
        switch self {
        case .search(_, let page), .browse(_, let page): page
        case .details, .download: nil
        }
    }
}

/// A request for a page of a list. The size is the same for all pages.
public struct PageRequest: Hashable, Sendable {
    /// The number of items in a page.
    public var size: Int
    /// The provider's cursor for the page, from ``Page/next``; nil for the first.
    public var cursor: String?
    /// Indicates whether this page was received before and partly shown. Stored items then cannot replace it.
    package var isRepeat = false

    /// Creates a request for a page.
    public init(size: Int, cursor: String? = nil) {
        self.size = size
        self.cursor = cursor
    }

    /// The number of the page, for services that number their pages or items; the first number if there is no cursor.
    ///
    /// - Parameters:
    ///   - numbers: The valid numbers.
    ///   - provider: The provider that is asked.
    /// - Returns: The number.
    /// - Throws: ``ProviderError/unanswerable(_:)`` if the cursor is not a valid number.
    public func number(
        in numbers: ClosedRange<Int> = 1...(.max), of provider: ProviderInfo
    ) throws(ProviderError) -> Int {
        guard let cursor else { return numbers.lowerBound }
        guard let number = Int(cursor), numbers.contains(number) else {
            throw .unanswerable("\(cursor.quoted) is not a page of \(provider.name): its pages have numbers.")
        }
        return number
    }

    /// The cursor of the page after this one, for services that number their pages; nil at the end.
    ///
    /// ```swift
    /// return .page(try reader.page(next: page.next(total: total), total: total))
    /// ```
    ///
    /// - Parameters:
    ///   - total: The total number of items, if the service states it.
    ///   - pageCount: The number of pages, if the service states it.
    ///   - linked: The number of the next page, if the service states it; it must be after this page.
    ///   - greatestCount: The maximum number of items that the service lists.
    /// - Returns: The cursor.
    public func next(
        total: Int?, pageCount: Int? = nil, linked: Int? = nil, greatestCount: Int = .max
    ) -> String? {
        let number = cursor.flatMap { Int($0) } ?? 1
        if let linked { return linked > number ? "\(linked)" : nil }
        let count = pageCount ?? total.flatMap { $0 > 0 && size > 0 ? ($0 - 1) / size + 1 : nil }
        let (seen, isTooLarge) = number.multipliedReportingOverflow(by: size)
        guard let count, number < count, !isTooLarge, seen < greatestCount else { return nil }
        return "\(number + 1)"
    }

    /// The same page, with its size limited to the maximum that a service allows.
    package func bounded(by terms: Terms) -> PageRequest {
        var page = self
        page.size = min(max(size, 1), terms.greatestPageSize)
        return page
    }
}

/// The result of one request to a provider.
public struct Page: Hashable, Sendable {
    /// The drafts that could be read.
    public var drafts: [Draft]
    /// The provider's cursor for the next page; nil at the end.
    public var next: String?
    /// The total number of items, if the service states it.
    public var total: Int?
    /// The differences from the service's documentation.
    public var drift: [Drift]
    /// A sentence on damage to the body and its place: it ends early, or a byte is invalid.
    public var damage: String?
    /// Indicates whether the body ends before its content does, so that the same request may bring more.
    package var endsEarly = false
    /// Related queries that the service suggests.
    public var related: RelatedQueries = []

    /// Creates a page.
    public init(
        drafts: [Draft], next: String? = nil, total: Int? = nil, drift: [Drift] = [], damage: String? = nil
    ) {
        self.drafts = drafts
        self.next = next
        self.total = total
        self.drift = drift
        self.damage = damage
    }
}

/// The result of decoding.
public enum Step: Hashable, Sendable {
    /// A page of drafts.
    case page(Page)
    /// Further requests are needed first; their responses are passed in ``Response/following``.
    case more([Endpoint])
}

/// The reason why a request to a provider returned no page.
///
/// A provider throws one of the first three; the engine adds the others.
public enum ProviderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The provider cannot answer such a request; the sentence states the reason.
    case unanswerable(String)
    /// The response is not in the expected format; the sentence describes its actual format and where it deviates.
    case unreadable(String)
    /// The response is in the expected format but lacks data that every item needs.
    case drift([Drift])
    /// There was no response from the service.
    case unfetched(FetchError)
    /// The service refused the request.
    case refused(Refusal)
    /// The provider violates a rule for providers.
    case mistake(String)

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .unanswerable(let reason), .unreadable(let reason): reason
        case .drift(let drifts): drifts.map(\.description).joined(separator: "; ")
        case .unfetched(let error): error.description
        case .refused(.denied(let reason)), .refused(.throttled(_, let reason)),
            .refused(.notFound(let reason)), .refused(.failed(let reason)):
            reason
        case .mistake(let reason): "this provider has a bug: \(reason)"
        }
    }

    /// Returns an error for a kind of request that a provider does not support.
    public static func unsupported(_ request: ProviderRequest, by provider: ProviderInfo) -> ProviderError {
        let name = provider.name
        switch request {
        case .search: return .unanswerable("\(name) cannot be searched.")
        case .browse: return .unanswerable("\(name) has no list of new items; search for something instead.")
        case .details: return .unanswerable("\(name) cannot look up a single item.")
        case .download:
            return .unanswerable(
                "\(name) does not ask to be notified of downloads; take the file from its address.")
        }
    }
}
