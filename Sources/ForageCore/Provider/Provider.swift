/// A source of items, as three pure functions: where to ask, how to read the answer, how to credit it.
///
/// A provider never does anything: it opens no file and no socket, and the same arguments always
/// give the same result. Requests, time-outs, redirects, keys, paging and merging are the core's.
/// Adding one is a folder under `Providers/`, a line in `Package.swift` and a line in `Catalog`.
public protocol Provider: Sendable {
    /// What it is called, what it can do, what it needs and what its terms ask for.
    var about: About { get }

    /// Turns a request into the one HTTP request that asks for it.
    ///
    /// - Parameter request: What is wanted.
    /// - Returns: The request as a value; secrets are named in it, never held.
    /// - Throws: ``Unanswerable`` when this source cannot be asked such a thing.
    func endpoint(for request: ProviderRequest) throws(Unanswerable) -> Endpoint

    /// Reads an answer.
    ///
    /// Be tolerant of what does not matter and loud about what does: an unknown key is nothing, a
    /// missing path that an item needs is noted as ``Drift``, and one bad record never costs the page.
    ///
    /// - Parameters:
    ///   - response: The answer; its body may have been cut off. Refusals never get here.
    ///   - request: What it answers.
    /// - Returns: A page of drafts, or the further requests that are needed to make one.
    /// - Throws: ``DecodingFault`` when nothing can be made of the body at all.
    func decode(_ response: Response, for request: ProviderRequest) throws(DecodingFault) -> Step

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
    public func attribution(for draft: Draft) -> Attribution { about.attribution(for: draft) }

    /// Goes by the status alone.
    public func refusal(in response: Response) -> Refusal? { Refusal(byStatusOf: response) }
}
