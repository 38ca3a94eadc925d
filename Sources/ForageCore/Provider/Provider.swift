/// A source of items, as three pure functions: where to ask, how to read the answer, how to credit it.
///
/// A provider never does anything: it opens no file and no socket, and the same arguments always
/// give the same result. Requests, time-outs, redirects, keys, paging and merging are the core's.
/// Adding one is a folder under `Providers/`, a line in `Package.swift` and a line in `Catalog`.
public protocol Provider: Sendable {
    /// What it is called, what it can do, what it needs and what its terms ask for.
    var info: ProviderInfo { get }

    /// Turns a request into the one HTTP request that asks for it.
    ///
    /// - Parameter request: What is wanted.
    /// - Returns: The request as a value; secrets are named in it, never held.
    /// - Throws: ``ProviderError/unanswerable(_:)`` when this source cannot be asked such a thing.
    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint

    /// Reads an answer.
    ///
    /// Be tolerant of what does not matter and loud about what does: an unknown key is nothing, a
    /// missing path that an item needs is noted as ``Drift``, and one bad record never costs the page.
    ///
    /// - Parameters:
    ///   - response: The answer; its body may have been cut off. Refusals never get here.
    ///   - request: What it answers.
    /// - Returns: A page of drafts, or the further requests that are needed to make one.
    /// - Throws: ``ProviderError`` when nothing can be made of the body at all.
    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step

    /// States the credit of an item.
    ///
    /// The default says all there is to say: who made it, under which licence, where the service has it from, else
    /// the service itself, and the line that the service asks for. A source that wants more says so here.
    ///
    /// - Parameter draft: The item as this provider read it.
    /// - Returns: What must stand beside it wherever it is shown.
    func attribution(for draft: Draft) -> Attribution

    /// Tells an answer that refuses from one that holds results.
    ///
    /// The default goes by the status. A service that rate-limits with 403, or fails with 200, says so here.
    ///
    /// - Parameter response: The answer.
    /// - Returns: Why nothing was given, or nil when there is something to decode.
    func refusal(in response: Response) -> Refusal?
}

extension Provider {
    /// Credits the maker, and where the service has it from or else the service.
    public func attribution(for draft: Draft) -> Attribution { info.attribution(for: draft) }

    /// Goes by the status alone.
    public func refusal(in response: Response) -> Refusal? { Refusal(byStatusOf: response) }
}

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

    /// The number of the page, where a service counts its pages or items; the first where none is named.
    ///
    /// - Parameters:
    ///   - numbers: The numbers that pages have.
    ///   - provider: The provider that is asked.
    /// - Returns: The number.
    /// - Throws: ``ProviderError/unanswerable(_:)`` when the cursor is no such number.
    public func number(
        in numbers: ClosedRange<Int> = 1...(.max), of provider: ProviderInfo
    ) throws(ProviderError) -> Int {
        guard let cursor else { return numbers.lowerBound }
        guard let number = Int(cursor), numbers.contains(number) else {
            throw .unanswerable("\(cursor.quoted) is not a page of \(provider.name): its pages have numbers.")
        }
        return number
    }

    /// The same page, of no more than a service gives at once.
    package func bounded(by terms: Terms) -> PageRequest {
        var page = self
        page.size = min(max(size, 1), terms.greatestPageSize)
        return page
    }
}

/// What came of one request to a provider.
public struct Page: Hashable, Sendable {
    /// What could be read.
    public var drafts: [Draft]
    /// The provider's own word for the page after this one; nil at the end.
    public var next: String?
    /// How many there are in all, where the service says so.
    public var total: Int?
    /// What was not as documented.
    public var drift: [Drift]
    /// What is wrong with the body itself and where, in one sentence: it ends early, or a byte is bad.
    public var damage: String?
    /// Whether the body ends before what stands in it does, so that the same request may bring more.
    package var endsEarly = false
    /// What else the service says may be asked.
    public var related: RelatedQueries = []

    /// Describes a page.
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

/// What decoding leads to.
public enum Step: Hashable, Sendable {
    /// A page of drafts.
    case page(Page)
    /// Further requests are needed first; their answers come back in ``Response/following``.
    case more([Endpoint])
}
