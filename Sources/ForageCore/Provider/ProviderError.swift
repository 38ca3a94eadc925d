/// The reason why a request to a provider brought no page.
///
/// A provider throws one of the first three; the others are what the engine meets on the way to its service.
public enum ProviderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The provider cannot be asked such a thing; the sentence says why.
    case unanswerable(String)
    /// The answer is not in the format it should be in: what it is instead, and where that shows.
    case unreadable(String)
    /// The answer is in its format, but lacks what every item needs.
    case drift([Drift])
    /// The service gave no answer.
    case unfetched(FetchError)
    /// The answer refuses.
    case refused(Refusal)
    /// The provider does what no provider may.
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
        case .mistake(let reason): "there is a mistake in this provider: \(reason)"
        }
    }

    /// States that a provider cannot be asked for this kind of thing.
    public static func unsupported(_ request: ProviderRequest, by provider: ProviderInfo) -> ProviderError {
        let name = provider.name
        switch request {
        case .search: return .unanswerable("\(name) cannot be searched.")
        case .browse: return .unanswerable("\(name) has no list of what is new: search for something.")
        case .details: return .unanswerable("\(name) finds no single item again.")
        case .download:
            return .unanswerable(
                "\(name) does not ask to be told of downloads: take the file from its address.")
        }
    }
}
