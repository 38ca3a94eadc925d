internal import ForageCore
internal import Platform

/// Why a question to a provider has no page for an answer.
enum AskingFault: Error {
    /// The provider cannot be asked such a thing.
    case unanswerable(Unanswerable)
    /// There was no answer.
    case unfetched(FetchFailure)
    /// The answer refuses.
    case refused(Refusal)
    /// Nothing can be made of the answer, whose bodies are so complete.
    case unreadable(DecodingFault, Response.Completeness)
    /// The provider does what no provider may.
    case provider(String)
}

extension AskingFault {
    /// How a provider ended that met this.
    func result(for request: ProviderRequest, of provider: About, now: Date) -> Outcome.Result {
        switch self {
        // Whoever need not be told of a download has nothing to say to it.
        case .unanswerable where request.isDownload: .empty
        case .unanswerable(let reason): .skipped(reason.description)
        case .unfetched(let failure): failure.result(of: provider)
        case .refused(let refusal): refusal.result(for: request, now: now)
        case .unreadable(let fault, .whole): fault.result
        case .unreadable(let fault, let completeness):
            .failed([completeness.sentence, fault.description].compactMap(\.self).joined(separator: "; "))
        case .provider(let reason): .failed("there is a mistake in this provider: \(reason)")
        }
    }
}

extension ProviderRequest {
    fileprivate var isDownload: Bool { if case .download = self { true } else { false } }
}

extension DecodingFault {
    fileprivate var result: Outcome.Result {
        switch self {
        case .unreadable: .failed(description)
        case .drift: .drift(description)
        }
    }
}

extension FetchFailure {
    fileprivate func result(of provider: About) -> Outcome.Result {
        switch self {
        case .unreachable, .notAllowed, .broken: .failed(description)
        case .notPlayed(let reason): .skipped(reason)
        case .denied(let reason): .denied(reason)
        case .timedOut: .timedOut(description)
        case .throttled(let time, _): .throttled(until: time, description)
        case .missingKey(let name): .skipped(provider.adviceOnKey(name))
        case .cancelled: .cancelled
        }
    }
}

extension About {
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
