package import ForageCore
internal import ForageProviders
internal import ForageTransport
internal import Synchronization

/// A bundle during its replay: returns the recorded results in the recorded order.
package final class Replay: Sendable {
    package let bundle: ReplayBundle
    /// The times at which answers arrived.
    package let times: AnswerTimes
    private let state: Mutex<State>

    private struct State {
        var exchanges: [Exchange.Key: [Exchange]]
        /// The exchanges that were returned but not yet decoded, by provider.
        var unread: [ProviderID: [Exchange]] = [:]
        var readings: [Reading] = []
        var questionCounts: [ProviderID: Int] = [:]
        var endedPlaces: Set<Int> = []
        /// The pauses of answers that wait for their turn, by place; cancelled when the turn comes.
        var pauses: [Int: Task<Void, Never>] = [:]
        var endCounts: [ProviderID: Int] = [:]
        /// The total duration of all questions to each provider that has finished.
        var durations: [ProviderID: Duration] = [:]
    }

    package init(_ bundle: ReplayBundle) {
        self.bundle = bundle
        times = AnswerTimes(from: bundle.start)
        state = Mutex(State(exchanges: Dictionary(grouping: bundle.exchanges, by: \.key)))
    }

    /// Returns the result of a request: the first result for the first such request, then the second, and so on.
    func exchange(_ endpoint: Endpoint, for provider: ProviderID) -> Exchange? {
        let exchange = state.withLock { state in
            let key = Exchange.Key(provider, endpoint)
            guard let exchange = state.exchanges[key]?.first else { return nil as Exchange? }
            state.exchanges[key]?.removeFirst()
            state.unread[provider, default: []].append(exchange)
            return exchange
        }
        if let exchange { times.note(exchange.milliseconds, for: provider) }
        return exchange
    }

    /// Records the answer that was decoded from the exchanges since the last question.
    func note(_ answer: SourceAnswer, to request: ProviderRequest) {
        state.withLock { state in
            let exchanges = state.unread.removeValue(forKey: answer.outcome.provider) ?? []
            state.readings.append(Reading(request: request, exchanges: exchanges, answer: answer))
        }
    }

    /// A question, its exchanges, and the answer decoded from them.
    package struct Reading: Sendable {
        package let request: ProviderRequest
        package let exchanges: [Exchange]
        package let answer: SourceAnswer
    }

    /// The answers decoded so far.
    package var readings: [Reading] { state.withLock(\.readings) }

    /// Returns the result of the next question to a provider, and its place among all results; nil if there were no
    /// more.
    func nextArrival(of provider: ProviderID) -> (place: Int, Arrival)? {
        let count = state.withLock { state in
            defer { state.questionCounts[provider, default: 0] += 1 }
            return state.questionCounts[provider] ?? 0
        }
        return place(ofQuestion: count, to: provider).map { ($0, bundle.arrivals[$0]) }
    }

    private func place(ofQuestion number: Int, to provider: ProviderID) -> Int? {
        let places = bundle.arrivals.indices.filter { bundle.arrivals[$0].provider == provider }
        return number < places.count ? places[number] : nil
    }

    /// Waits until all earlier answers have arrived, so that the order of arrival is the recorded one. The wait is
    /// short, because a later version of Forage may ask fewer questions.
    func waitForTurn(of place: Int, for patience: Duration = .seconds(2)) async {
        let pause = state.withLock { state -> Task<Void, Never>? in
            guard !isDue(place, in: state) else { return nil }
            let pause = Task { _ = try? await Task.sleep(for: patience) }
            state.pauses[place] = pause
            return pause
        }
        guard let pause else { return }
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        state.withLock { $0.pauses[place] = nil }
    }

    private func isDue(_ place: Int, in state: State) -> Bool { state.endedPlaces.isSuperset(of: 0..<place) }

    /// Lets the next answer proceed as each event passes, and inserts the recorded durations of each provider and of
    /// the run.
    package func playing(
        _ events: some AsyncSequence<SearchEvent, Never> & Sendable
    ) -> SearchEvents {
        SearchEvents(events.map { self.played($0) })
    }

    private func played(_ event: SearchEvent) -> SearchEvent {
        switch event {
        case .began, .items, .list, .measured: return event
        case .ended(let outcome):
            noteEnd(of: outcome.provider)
            return .ended(timed(outcome))
        case .finished(var report):
            report.duration = bundle.duration
            report.outcomes = report.outcomes.map(timed)
            // Only the person who recorded the run has the key for this seal.
            if let next = bundle.next, report.next == next.plain { report.next = next.sealed }
            return .finished(report)
        }
    }

    private func noteEnd(of provider: ProviderID) {
        let count = state.withLock { state in
            defer { state.endCounts[provider, default: 0] += 1 }
            return state.endCounts[provider] ?? 0
        }
        guard let place = place(ofQuestion: count, to: provider) else { return }
        state.withLock { state in
            state.endedPlaces.insert(place)
            state.durations[provider, default: .zero] += bundle.arrivals[place].duration
            for (place, pause) in state.pauses where isDue(place, in: state) { pause.cancel() }
        }
    }

    /// Returns an outcome with the recorded duration. An outcome without an answer, such as a late one, has no duration
    /// of its own.
    private func timed(_ outcome: Outcome) -> Outcome {
        var outcome = outcome
        outcome.duration = state.withLock { $0.durations[outcome.provider] } ?? outcome.duration
        return outcome
    }
}

extension Recorder {
    /// Begins to record a run and omits its keys from the recording.
    ///
    /// - Parameter configuration: The configuration of the run.
    package convenience init(of configuration: Configuration) {
        let redaction = Redaction(of: configuration.secrets)
        self.init(redacting: redaction.apply)
    }
}

extension Forage {
    /// Returns the configuration of a recorded run, as far as its answer depends on it. This reads no files or settings
    /// of the computer that replays it.
    ///
    /// - Parameters:
    ///   - bundle: The recording.
    ///   - path: The path of its file, for error messages.
    /// - Returns: The configuration.
    /// - Throws: ``ReplayError`` if the bundle does not fit this build.
    package static func configuration(
        of bundle: ReplayBundle, at path: String
    ) throws(ReplayError) -> Configuration {
        let definitions = Definitions(bundle.definitions)
        do throws(ConfigurationError) {
            return try Configuration(
                layers: [.userFile(path, .bytes(Array(bundle.settings.utf8)))],
                registrations: builtIn + definitions.registrations)
        } catch {
            let problems = error.problems.map(\.message).joined(separator: "; ")
            throw .unusable(path: path, "its settings do not work with this version of Forage: \(problems)")
        }
    }
}
