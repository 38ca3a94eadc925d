internal import ForageCore
internal import ForageFormats
internal import Synchronization

/// What happened since the gallery began to serve. Everything is counted by names of which there are few: providers of
/// the configuration, places, and words of this program.
final class Metrics: Sendable {
    struct Counts: Sendable {
        var outcomes: [ProviderID: [String: Int]] = [:]
        var durations: [ProviderID: Histogram] = [:]
        var requests: [String: [Int: Int]] = [:]
        var refusedPictures: [PictureRefusal: Int] = [:]
        var streamCount = 0
    }

    /// Why a picture was not handed out.
    enum PictureRefusal: String, CaseIterable, Sendable {
        /// Its server has it no more.
        case gone
        /// It is no picture, or none that can be shown.
        case unusable
        /// Its server could not be reached, or gave no good answer, or too much of one.
        case upstream
        /// Its server took too long.
        case late

        init?(_ problem: Problem) {
            switch problem.status {
            case 404: self = .gone
            case 415: self = .unusable
            case 502: self = .upstream
            case 504: self = .late
            default: return nil
            }
        }
    }

    private let counted = Mutex(Counts())

    var counts: Counts { counted.withLock(\.self) }

    /// A provider ended.
    func note(_ outcome: Outcome) {
        counted.withLock { counts in
            counts.outcomes[outcome.provider, default: [:]][outcome.result.word, default: 0] += 1
            if outcome.tellsLatency {
                counts.durations[outcome.provider, default: .init()].note(outcome.duration)
            }
        }
    }

    /// A request was answered.
    ///
    /// - Parameters:
    ///   - place: For what; nil where there is nothing.
    ///   - status: With which status.
    func noteRequest(for place: Place?, _ status: Int) {
        counted.withLock { $0.requests[place?.rawValue ?? "none", default: [:]][status, default: 0] += 1 }
    }

    func noteRefusedPicture(_ problem: Problem) {
        guard let refusal = PictureRefusal(problem) else { return }
        counted.withLock { $0.refusedPictures[refusal, default: 0] += 1 }
    }

    /// Counts a stream as under way for as long as it is written.
    func countingStream(_ write: () async throws -> Void) async rethrows {
        counted.withLock { $0.streamCount += 1 }
        defer { counted.withLock { $0.streamCount -= 1 } }
        try await write()
    }
}

extension Outcome {
    /// Whether its time is that of the service, not of the cache or of nobody.
    fileprivate var tellsLatency: Bool {
        switch (result, origin) {
        case (.skipped, _), (.throttled, _), (.cancelled, _), (_, .cached), (_, .stale), (_, .file): false
        default: true
        }
    }
}
