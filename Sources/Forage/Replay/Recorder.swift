package import ForageCore
package import Platform
internal import Synchronization

/// Records the requests and answers of one run.
package final class Recorder: Sendable {
    /// The times at which answers arrived.
    package let times: AnswerTimes
    private let start: Date
    private let redact: @Sendable ([UInt8]) -> [UInt8]
    private let state = Mutex(State())

    private struct State {
        var exchanges: [Exchange] = []
        var byteCount = 0
        var questions: [ProviderID: [Question]] = [:]
        var log = EndingLog()
        var measured = MeasuredLog()
        var signatures: [String: String] = [:]
        var suggestions: [String] = []
    }

    /// The maximum number of bytes of answers in a bundle.
    package static let greatestByteCount = 32 << 20

    /// Begins a recording.
    ///
    /// - Parameter redact: Removes the user's keys from what services sent.
    package init(redacting redact: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        // The bundle stores the start in whole seconds.
        start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        times = AnswerTimes(from: start)
        self.redact = redact
    }

    /// Records the events of a search as they pass.
    package func watching(
        _ events: some AsyncSequence<SearchEvent, Never> & Sendable
    ) -> SearchEvents {
        SearchEvents(
            events.map { event in
                self.note(event)
                return event
            })
    }

    private func note(_ event: SearchEvent) {
        switch event {
        case .began(let providers): state.withLock { $0.log.begin(providers) }
        case .ended(let outcome): note(outcome)
        case .finished(let report): state.withLock { $0.measured.note(report) }
        case .measured(_, _, let url): state.withLock { $0.measured.note(sizeToldAt: url) }
        case .items, .list: break
        }
    }

    /// Records a provider's outcome.
    package func note(_ outcome: Outcome) {
        state.withLock { $0.log.note(outcome, after: $0.questions[outcome.provider] ?? []) }
    }

    /// The requests and answers so far, in order of arrival.
    package var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    /// Indicates whether all exchanges were kept, which takes room.
    package var isComplete: Bool { state.withLock { $0.byteCount <= Self.greatestByteCount } }

    /// The time at which the result of a request arrived.
    package func date(of exchange: Exchange) -> Date {
        start + TimeInterval(exchange.milliseconds) / 1_000
    }

    /// Returns the recording.
    ///
    /// - Throws: ``ReplayError/tooMuchToRecord``.
    package func bundle(
        _ question: ReplayBundle.Question, form: ReplayBundle.Form, version: String,
        settings: ([ProviderID]) -> String, definitions: [ProviderID: DefinitionFile],
        next: ReplayBundle.Next? = nil, duration: Duration, interruption: ReplayBundle.Interruption? = nil
    ) throws(ReplayError) -> ReplayBundle {
        let state = state.withLock { $0 }
        guard state.byteCount <= Self.greatestByteCount else { throw .tooMuchToRecord }
        let asked = state.log.asked
        return ReplayBundle(
            version: version, start: start, question: question, form: form,
            settings: settings(asked),
            definitions: asked.compactMap { definitions[$0] }, asked: asked, skipped: state.log.skipped,
            exchanges: state.exchanges, arrivals: state.log.arrivals, measured: state.measured.inTime,
            signatures: state.signatures, suggestions: state.suggestions, next: next, duration: duration,
            interruption: interruption)
    }
}

extension Recorder {
    /// One question to a provider.
    struct Question {
        /// The answer, once there is one. `isReadable` is true if it can be decoded again from the recorded exchanges.
        var answer: (SourceAnswer, isReadable: Bool)?
    }

    /// Records that a provider is asked, and returns the index for its answer.
    func begin(_ provider: ProviderID) -> Int {
        state.withLock { state in
            state.questions[provider, default: []].append(Question())
            return state.questions[provider, default: []].count - 1
        }
    }

    func end(_ place: Int, of provider: ProviderID, _ answer: SourceAnswer, isReadable: Bool) {
        state.withLock { $0.questions[provider]?[place].answer = (answer, isReadable) }
    }

    func note(_ signature: String, of text: String) { state.withLock { $0.signatures[text] = signature } }

    func note(suggestions: [String]) { state.withLock { $0.suggestions = suggestions } }

    func note(_ size: Result<PixelSize, MeasuringError>, of picture: WebURL) {
        state.withLock { $0.measured.note(size, of: picture) }
    }

    func note(_ endpoint: Endpoint, for provider: ProviderID, _ ending: Exchange.Ending) {
        let milliseconds = Int(Date().timeIntervalSince(start) * 1000)
        times.note(milliseconds, for: provider)
        let exchange = Exchange(provider, endpoint, after: milliseconds, redacted(ending))
        state.withLock { state in
            state.byteCount += ending.byteCount
            if state.byteCount <= Self.greatestByteCount { state.exchanges.append(exchange) }
        }
    }

    private func redacted(_ ending: Exchange.Ending) -> Exchange.Ending {
        guard case .answer(var response, let origin) = ending else { return ending }
        response.body = redact(response.body)
        var headers = Headers()
        for field in response.headers.fields where Self.fields.contains(field.name.lowercased()) {
            headers.append(field.name, String(decoding: redact(Array(field.value.utf8)), as: UTF8.self))
        }
        response.headers = headers
        response.following = []
        return .answer(response, origin)
    }

    /// The header fields that later stages read. All others are omitted from the recording.
    private static let fields: Set = [
        "cache-control", "content-language", "content-range", "content-type", "date", "last-modified", "link",
        "retry-after", "x-page", "x-per-page", "x-ratelimit-limit", "x-ratelimit-remaining", "x-total",
        "x-total-count", "x-total-pages",
    ]
}

extension Recorder.Question {
    /// Returns the result of the question. If the answer came too late, its duration differs from that of the outcome.
    fileprivate func ending(after duration: Duration, _ outcome: Outcome) -> Arrival.Ending {
        if let (answer, isReadable) = answer, answer.outcome.duration == duration {
            guard answer.outcome.result != .cancelled else { return .cancelled }
            return isReadable ? .answered : .brought(answer)
        }
        if outcome.result == .cancelled || outcome.mentions("cancelled") { return .cancelled }
        return .late
    }
}

/// The results of the providers, in order of arrival.
struct EndingLog {
    private(set) var asked: [ProviderID] = []
    private(set) var skipped: [ReplayBundle.Skipped] = []
    private(set) var arrivals: [Arrival] = []
    private var durations: [ProviderID: Duration] = [:]
    private var counts: [ProviderID: Int] = [:]

    /// Records which providers are asked; their order decides ties.
    mutating func begin(_ providers: [ProviderID]) { asked = providers }

    /// Records the outcome of a provider that has received these questions so far. A provider that is asked for several
    /// pages has an outcome after each, with the total time so far.
    mutating func note(_ outcome: Outcome, after questions: [Recorder.Question]) {
        let provider = outcome.provider
        let place = counts[provider] ?? 0
        guard place < questions.count else { return skip(outcome) }
        if !asked.contains(provider) { asked.append(provider) }
        counts[provider] = place + 1
        let duration = outcome.duration - (durations[provider] ?? .zero)
        durations[provider] = outcome.duration
        arrivals.append(
            Arrival(
                provider: provider, duration: duration,
                ending: questions[place].ending(after: duration, outcome)))
    }

    private mutating func skip(_ outcome: Outcome) {
        guard case .skipped(let reason) = outcome.result else { return }
        skipped.append(
            ReplayBundle.Skipped(
                provider: outcome.provider, reason: reason, filters: outcome.filters.keys.sorted()))
    }
}

/// The pictures whose measurement succeeded or failed, and those whose result arrived in time.
///
/// A picture may be too late for its place in the list and still be measured. The events of the search distinguish the
/// two: a picture in time has either a reported size, even if a filter then excludes its result, or a reason why there
/// is none.
struct MeasuredLog: Sendable {
    private var ended: [(url: WebURL, result: Result<PixelSize, MeasuringError>)] = []
    private var told: Set<WebURL> = []
    private var report: Report?

    mutating func note(_ result: Result<PixelSize, MeasuringError>, of url: WebURL) {
        ended.append((url, result))
    }

    mutating func note(sizeToldAt url: WebURL) { told.insert(url) }

    mutating func note(_ report: Report) { self.report = report }

    /// The pictures that were measured in time; all of them if there is no report.
    var inTime: [WebURL] {
        guard let report else { return ended.map(\.url) }
        let reasons = report.outcomes.flatMap(\.notes).compactMap { note in
            if case .unmeasured(_, let reason) = note { reason } else { nil }
        }
        return ended.compactMap { url, result in
            switch result {
            case .success: told.contains(url) ? url : nil
            case .failure(let failure): reasons.contains(failure.reason) ? url : nil
            }
        }
    }
}

/// The arrival times of each provider's last answer. Decisions that depend on the time use them, so that a replay
/// decides the same.
package final class AnswerTimes: Sendable {
    private let start: Date
    private let milliseconds = Mutex<[ProviderID: Int]>([:])

    init(from start: Date) { self.start = start }

    func note(_ count: Int, for provider: ProviderID) { milliseconds.withLock { $0[provider] = count } }

    package func now(for provider: ProviderID) -> Date {
        let count = milliseconds.withLock { $0[provider] } ?? 0
        return start.addingTimeInterval(Double(count) / 1000)
    }
}

extension Exchange.Ending {
    fileprivate var byteCount: Int {
        switch self {
        case .answer(let response, _): response.body.count
        case .failure: 0
        }
    }
}

extension Outcome {
    fileprivate func mentions(_ sentence: String) -> Bool {
        if case .timedOut(let reason) = result { return reason == sentence }
        return notes.contains { note in
            if case .incomplete(let reason) = note { reason.hasSuffix(sentence) } else { false }
        }
    }
}
