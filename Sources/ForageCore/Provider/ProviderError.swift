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
