internal import ForageCore
internal import Platform

/// Sources that are asked side by side, each listened to no longer than its time.
///
/// Every source is told a moment to be done by that lies a little before the one until which it is
/// listened to, so that one that minds the time can still say what it was waiting for. A source that
/// does not mind it is passed over: its task is cancelled with the others at the end, and nobody waits
/// for it to notice before the answer is given.
struct SourceGroup {
    typealias Group = TaskGroup<Signal>

    enum Signal: Sendable {
        case answered(ProviderID, SourceAnswer)
        case timeIsUp(ContinuousClock.Instant)
        case measured(WebURL, Result<PixelSize, MeasuringError>)
    }

    private(set) var deadline: ContinuousClock.Instant
    private let timeout: Duration
    private let timeouts: [ProviderID: Duration]
    private let clock: AlarmClock
    private var outstanding: [ProviderID: Question] = [:]
    private var alarms: Set<ContinuousClock.Instant> = []
    private var ended: [SourceAnswer] = []

    private struct Question {
        let lateness: String
        let start: ContinuousClock.Instant
        let end: ContinuousClock.Instant
    }

    /// - Parameters:
    ///   - timeout: How long all of them are listened to.
    ///   - timeouts: Who is listened to for a shorter time.
    ///   - clock: Says when that is over.
    init(timeout: Duration, timeouts: [ProviderID: Duration], _ clock: AlarmClock) {
        self.clock = clock
        deadline = .now + timeout
        self.timeout = timeout
        self.timeouts = timeouts
    }

    /// Restarts the time.
    mutating func restartTime() { deadline = .now + timeout }

    /// Whether it is of any use to ask further.
    var hasTime: Bool { !Task.isCancelled && ContinuousClock.now < deadline }

    mutating func ask(_ source: any Source, for request: ProviderRequest, in group: inout Group) {
        let info = source.info
        let start = ContinuousClock.now
        let end = timeouts[info.id].map { min(deadline, start + $0) } ?? deadline
        outstanding[info.id] = Question(lateness: info.lateness, start: start, end: end)
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
            return .timeIsUp(end)
        }
    }

    /// The next source to end, whichever it is; nil when all have. What is measured meanwhile is handed over.
    mutating func nextAnswer(
        in group: inout Group,
        onMeasured note: (WebURL, Result<PixelSize, MeasuringError>, inout Group) -> Void = { _, _, _ in }
    ) async -> SourceAnswer? {
        while ended.isEmpty, !outstanding.isEmpty {
            switch await group.next() {
            case .answered(let provider, let answer): end(provider, with: answer)
            case .timeIsUp(let end): endAll(upTo: end)
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

    /// How many have not ended.
    var waitingCount: Int { outstanding.count }

    /// Ends the sources whose time is up, or all of them when the whole was cancelled.
    private mutating func endAll(upTo end: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        for (provider, question) in outstanding where Task.isCancelled || question.end <= end {
            let result: Outcome.Result =
                Task.isCancelled ? .cancelled : .timedOut(question.lateness)
            let outcome = Outcome(provider, result, duration: now - question.start)
            self.end(provider, with: SourceAnswer(outcome: outcome))
        }
    }
}
