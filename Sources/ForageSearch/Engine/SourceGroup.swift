internal import ForageCore
internal import Platform

/// Sources that are asked concurrently, each with its own time limit.
///
/// The deadline that a source receives is slightly before the end of its time, so that a source that observes it can
/// still report what it was waiting for. A source that ignores it is abandoned: its task is cancelled with the others
/// at the end, and the answer does not wait for it.
struct SourceGroup {
    typealias Group = TaskGroup<Signal>

    enum Signal: Sendable {
        case answered(ProviderID, SourceAnswer)
        case deadlineReached(ContinuousClock.Instant)
        case measured(WebURL, Result<PixelSize, MeasuringError>)
    }

    private(set) var deadline: ContinuousClock.Instant
    private let timeout: Duration
    private let timeouts: [ProviderID: Duration]
    private let clock: SleepTimer
    private var outstanding: [ProviderID: Question] = [:]
    private var alarms: Set<ContinuousClock.Instant> = []
    private var ended: [SourceAnswer] = []

    private struct Question {
        let timeoutMessage: String
        let start: ContinuousClock.Instant
        let end: ContinuousClock.Instant
    }

    /// - Parameters:
    ///   - timeout: The time limit of all sources.
    ///   - timeouts: Shorter time limits for some sources.
    ///   - clock: Signals the end of the time.
    init(timeout: Duration, timeouts: [ProviderID: Duration], _ clock: SleepTimer) {
        self.clock = clock
        deadline = .now + timeout
        self.timeout = timeout
        self.timeouts = timeouts
    }

    /// Restarts the time.
    mutating func restartTime() { deadline = .now + timeout }

    /// Indicates whether there is time for further requests.
    var hasTime: Bool { !Task.isCancelled && ContinuousClock.now < deadline }

    mutating func ask(_ source: any Source, for request: ProviderRequest, in group: inout Group) {
        let info = source.info
        let start = ContinuousClock.now
        let end = timeouts[info.id].map { min(deadline, start + $0) } ?? deadline
        outstanding[info.id] = Question(timeoutMessage: info.timeoutMessage, start: start, end: end)
        setAlarm(at: end, in: &group)
        let timeToWords = min((end - start) / 20, .milliseconds(100))
        group.addTask {
            .answered(info.id, await source.answer(request, by: end - timeToWords))
        }
    }

    private mutating func setAlarm(at end: ContinuousClock.Instant, in group: inout Group) {
        guard alarms.insert(end).inserted else { return }
        group.addTask { [clock] in
            await clock.sleep(until: end)
            return .deadlineReached(end)
        }
    }

    /// Returns the next answer of any source; nil when all have finished. Measurements in the meantime are passed to
    /// `note`.
    mutating func nextAnswer(
        in group: inout Group,
        onMeasured note: (WebURL, Result<PixelSize, MeasuringError>, inout Group) -> Void = { _, _, _ in }
    ) async -> SourceAnswer? {
        while ended.isEmpty, !outstanding.isEmpty {
            switch await group.next() {
            case .answered(let provider, let answer): end(provider, with: answer)
            case .deadlineReached(let end): endAll(upTo: end)
            case .measured(let url, let result): note(url, result, &group)
            case nil: endAll(upTo: deadline)
            }
        }
        return ended.popLast()
    }

    private mutating func end(_ provider: ProviderID, with answer: SourceAnswer) {
        guard outstanding.removeValue(forKey: provider) != nil else { return }
        var answer = answer
        answer.outcome.provider = provider
        ended.append(answer)
    }

    /// The number of sources that have not finished.
    var waitingCount: Int { outstanding.count }

    /// Ends the sources whose time is up, or all of them if the search was cancelled.
    private mutating func endAll(upTo end: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        for (provider, question) in outstanding where Task.isCancelled || question.end <= end {
            let result: Outcome.Result =
                Task.isCancelled ? .cancelled : .timedOut(question.timeoutMessage)
            let outcome = Outcome(provider, result, duration: now - question.start)
            self.end(provider, with: SourceAnswer(outcome: outcome))
        }
    }
}

/// The sources that a search asks, and the outcomes of providers that need not be asked.
struct Participants: Sendable {
    private(set) var asked: [any Source]
    private(set) var decided: [Outcome]

    /// Selects providers; their order is always that of the sources.
    init(_ wanted: [ProviderID], in engine: SearchEngine) {
        asked = engine.sources.filter { wanted.contains($0.info.id) }
        decided = engine.skipped.filter { wanted.contains($0.provider) }
        var known = Set(asked.map(\.info.id) + decided.map(\.provider))
        let unknown = wanted.filter { known.insert($0).inserted }
        decided += unknown.map { Outcome($0, .failed("there is no provider of this name")) }
    }

    /// Selects the providers that may have results for a query and, if a list continues, are not yet at its end.
    init(
        for query: Query, on wanted: [ProviderID]?, from cursor: SearchCursor?, in engine: SearchEngine
    ) {
        let everyone = engine.sources.map(\.info.id) + engine.skipped.map(\.provider)
        self.init(wanted ?? everyone, in: engine)
        let places = cursor.map { Set($0.places.map(\.provider)) }
        var kept: [any Source] = []
        for source in asked {
            let info = source.info
            if let outcome = query.outcomeWithoutAsking(info) {
                decided.append(outcome)
            } else if places?.contains(info.id) ?? true {
                kept.append(source)
            }
        }
        asked = kept
    }
}

extension Query {
    /// Returns the outcome of a provider that need not be asked; nil if it may have results.
    fileprivate func outcomeWithoutAsking(_ info: ProviderInfo) -> Outcome? {
        if browse != nil, !info.capabilities.browses {
            return Outcome(
                info.id, .skipped("it has no list of new or interesting items; search for something instead"))
        }
        for case .kinds(let kinds) in filters where kinds.isDisjoint(with: info.kinds) {
            let offered = info.kinds.sorted().map(\.rawValue).joined(separator: ", ")
            return Outcome(info.id, .skipped("it has no results of this kind, only: \(offered)"))
        }
        let impossible = filters.filter {
            FilterHandling(of: $0, honouring: honoured(by: info), on: []) == .impossible
        }
        guard isStrict, let reason = reasonToLeaveOut(impossible) else { return nil }
        return Outcome(info.id, leftOutFor: impossible.map(\.name), reason)
    }

    /// Returns a strict search's reason for omitting a provider that cannot apply certain filters; nil if there are
    /// none.
    func reasonToLeaveOut(_ impossible: [Filter]) -> String? {
        guard !impossible.isEmpty else { return nil }
        return "left out: cannot honour " + impossible.map(\.description).joined(separator: " ")
    }

    /// Returns the filters that a provider's service applies to this query. Its filters for searches do not apply to
    /// its listings.
    func honoured(by info: ProviderInfo) -> Set<Filter.Name> {
        browse != nil && info.capabilities.searches ? [] : info.capabilities.filters
    }
}
