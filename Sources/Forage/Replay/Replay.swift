package import ForageCore
internal import ForageProviders
internal import ForageTransport
internal import Synchronization

/// A bundle that is being played: hands out what was recorded, in the recorded order.
package final class Replay: Sendable {
    package let bundle: ReplayBundle
    /// When the answers came.
    package let times: AnswerTimes
    private let state: Mutex<State>

    private struct State {
        var exchanges: [Exchange.Key: [Exchange]]
        /// What was handed out and not yet read, by provider.
        var unread: [ProviderID: [Exchange]] = [:]
        var readings: [Reading] = []
        var questionCounts: [ProviderID: Int] = [:]
        var endedPlaces: Set<Int> = []
        /// What those wait for whose turn has not come, by their places; cut short when it comes.
        var pauses: [Int: Task<Void, Never>] = [:]
        var endCounts: [ProviderID: Int] = [:]
        /// How long those took who ended, all their questions together.
        var durations: [ProviderID: Duration] = [:]
    }

    package init(_ bundle: ReplayBundle) {
        self.bundle = bundle
        times = AnswerTimes(from: bundle.start)
        state = Mutex(State(exchanges: Dictionary(grouping: bundle.exchanges, by: \.key)))
    }

    /// What came of a request, the first time that it is made again, and the second, and so on.
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

    /// Notes what was made of the exchanges since the question before.
    func note(_ answer: SourceAnswer, to request: ProviderRequest) {
        state.withLock { state in
            let exchanges = state.unread.removeValue(forKey: answer.outcome.provider) ?? []
            state.readings.append(Reading(request: request, exchanges: exchanges, answer: answer))
        }
    }

    /// A question, what was sent for it, and what was made of that.
    package struct Reading: Sendable {
        package let request: ProviderRequest
        package let exchanges: [Exchange]
        package let answer: SourceAnswer
    }

    /// What was read so far.
    package var readings: [Reading] { state.withLock(\.readings) }

    /// How the next question to a provider ended, and its place among all; nil where it was asked no more.
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

    /// Waits until all have ended that ended before, so that the order of arrival is the recorded one. It is not
    /// waited for long, because a later Forage may ask for less.
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

    /// Lets the next one answer as the events go by, and gives each provider and the whole the time that it took.
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
            // Only the person who recorded it can seal a cursor so.
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

    /// An outcome with the time that was recorded: who was late has no answer that could say it.
    private func timed(_ outcome: Outcome) -> Outcome {
        var outcome = outcome
        outcome.duration = state.withLock { $0.durations[outcome.provider] } ?? outcome.duration
        return outcome
    }
}

extension Recorder {
    /// Begins to record a run, whose keys it lets into nothing that it writes down.
    ///
    /// - Parameter configuration: How the run is set up.
    package convenience init(of configuration: Configuration) {
        let redaction = Redaction(of: configuration.secrets)
        self.init(redacting: redaction.apply)
    }
}

extension Forage {
    /// How a recorded run was set up, as far as its answer hangs on it. Nothing of this machine is read for it.
    ///
    /// - Parameters:
    ///   - bundle: What was recorded.
    ///   - path: What its file is called.
    /// - Returns: The configuration.
    /// - Throws: ``ReplayError`` where it does not fit this build.
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
            throw .unusable(path: path, "its settings do not fit this Forage: \(problems)")
        }
    }
}
