internal import ForageCore
internal import Platform

extension ProviderError {
    /// Returns the result for a provider that failed with this error.
    func result(for request: ProviderRequest, of provider: ProviderInfo, now: Date) -> Outcome.Result {
        switch self {
        // A provider without a download notification needs no request, so this is not a failure.
        case .unanswerable where request.isDownload: .empty
        case .unanswerable(let reason): .skipped(reason)
        case .unreadable, .mistake: .failed(description)
        case .drift: .drift(description)
        case .unfetched(let error): error.result(of: provider)
        case .refused(let refusal): refusal.result(for: request, now: now)
        }
    }

    /// Returns the error with the defect of the bodies that caused it.
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
        case .notSimulated(let reason): .skipped(reason)
        case .denied(let reason): .denied(reason)
        case .timedOut: .timedOut(description)
        case .throttled(let time, _): .throttled(until: time, description)
        case .missingKey(let name): .skipped(provider.adviceOnKey(name))
        case .cancelled: .cancelled
        }
    }
}

extension ProviderInfo {
    /// Returns advice on how to get a key.
    fileprivate func adviceOnKey(_ name: String) -> String {
        guard let key = keys.first(where: { $0.name == name }) else { return "it needs the key \(name)" }
        return "it needs a key; set the variable \(key.variable) to a key from \(key.source)"
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
    /// The defect of an incomplete body; nil if the body is whole.
    var sentence: String? {
        switch self {
        case .whole: nil
        case .cutOff: "the connection closed before the answer was complete"
        case .overLimit: "the answer exceeds the size limit"
        }
    }
}
