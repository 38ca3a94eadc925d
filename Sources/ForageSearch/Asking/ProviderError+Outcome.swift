internal import ForageCore
internal import Platform

extension ProviderError {
    /// How a provider ended that met this.
    func result(for request: ProviderRequest, of provider: ProviderInfo, now: Date) -> Outcome.Result {
        switch self {
        // A provider that need not be told of a download has nothing to say to it.
        case .unanswerable where request.isDownload: .empty
        case .unanswerable(let reason): .skipped(reason)
        case .unreadable, .mistake: .failed(description)
        case .drift: .drift(description)
        case .unfetched(let error): error.result(of: provider)
        case .refused(let refusal): refusal.result(for: request, now: now)
        }
    }

    /// The error with what is wrong with the bodies that nothing can be made of.
    func adding(_ completeness: Response.Completeness) -> ProviderError {
        completeness.sentence.map { .unreadable("\($0); \(description)") } ?? self
    }
}

extension ProviderRequest {
    fileprivate var isDownload: Bool { if case .download = self { true } else { false } }
}

extension FetchError {
    fileprivate func result(of provider: ProviderInfo) -> Outcome.Result {
        switch self {
        case .unreachable, .notAllowed, .keysNotAllowed, .broken: .failed(description)
        case .notPlayed(let reason): .skipped(reason)
        case .denied(let reason): .denied(reason)
        case .timedOut: .timedOut(description)
        case .throttled(let time, _): .throttled(until: time, description)
        case .missingKey(let name): .skipped(provider.adviceOnKey(name))
        case .cancelled: .cancelled
        }
    }
}

extension ProviderInfo {
    /// How to come by a key.
    fileprivate func adviceOnKey(_ name: String) -> String {
        guard let key = keys.first(where: { $0.name == name }) else { return "it needs the key \(name)" }
        return "it needs a key: set \(key.variable), to be had at \(key.source)"
    }
}

extension Refusal {
    fileprivate func result(for request: ProviderRequest, now: Date) -> Outcome.Result {
        switch (self, request) {
        case (.notFound, .details): .empty
        case (.notFound(let reason), _), (.failed(let reason), _): .failed(reason)
        case (.denied(let reason), _): .denied(reason)
        case (.throttled(let time, let reason), _): .throttled(until: time?.date(from: now), reason)
        }
    }
}

extension Response.Completeness {
    /// What is wrong with the body; nil when it is all there.
    var sentence: String? {
        switch self {
        case .whole: nil
        case .cutOff: "the connection ended before the answer did"
        case .overLimit: "the answer is larger than is read"
        }
    }
}
