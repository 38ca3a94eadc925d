package import ForageCore
internal import Synchronization

/// Makes one transfer of requests that are the same and under way at the same time.
///
/// Each who asks waits to their own deadline at most, and the last who gives up cancels the transfer. It ends with
/// the deadline of whoever asked first; others who have more time then begin anew.
package final class SharedFetches: Fetcher {
    private let fetcher: any Fetcher
    private let state = Mutex(State())

    private struct State {
        var flights = Flights<Key>()
        var transfers: [Int: Task<Void, Never>] = [:]
        var waiting: [Int: Waiting] = [:]
    }

    private struct Key: Hashable, Sendable {
        let provider: ProviderID
        let endpoint: Endpoint
    }

    private struct Waiting {
        let seat: Flights<Key>.Seat
        let alarm: Task<Void, Never>?
        let continuation: CheckedContinuation<Arrival, Never>

        func end(_ result: Attempt) {
            alarm?.cancel()
            continuation.resume(returning: Arrival(result: result, deadline: seat.deadline))
        }
    }

    private struct Arrival {
        let result: Attempt
        /// The deadline of the transfer.
        let deadline: ContinuousClock.Instant

        var endedEarly: Bool { if case .failure(.timedOut) = result { true } else { false } }
    }

    package init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        guard case .web(let url) = endpoint.target, endpoint.method == .get || endpoint.method == .head else {
            return try await fetcher.fetch(endpoint, for: provider, by: deadline)
        }
        while true {
            let key = Key(provider: provider.id, endpoint: endpoint)
            let arrival = await join(key, of: provider, at: url, by: deadline)
            guard arrival.endedEarly, deadline > arrival.deadline, .now < deadline, !Task.isCancelled else {
                return try arrival.result.get()
            }
        }
    }

    /// Whether nothing is under way.
    var isIdle: Bool {
        state.withLock { $0.flights.isEmpty && $0.transfers.isEmpty && $0.waiting.isEmpty }
    }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func join(
        _ key: Key, of provider: About, at url: WebURL, by deadline: ContinuousClock.Instant
    ) async -> Arrival {
        let passenger = state.withLock { $0.flights.nextPassenger() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    let seat = state.flights.board(key, passenger, by: deadline)
                    state.waiting[passenger] = Waiting(
                        seat: seat, alarm: alarm(for: seat, at: deadline, url), continuation: continuation)
                    if seat.isFirst { state.transfers[seat.flight] = transfer(seat, of: provider) }
                }
                // Who was cancelled before had no seat to leave.
                if Task.isCancelled { leave(passenger, .cancelled) }
            }
        } onCancel: {
            leave(passenger, .cancelled)
        }
    }

    private func alarm(
        for seat: Flights<Key>.Seat, at deadline: ContinuousClock.Instant, _ url: WebURL
    ) -> Task<Void, Never>? {
        guard deadline < seat.deadline else { return nil }
        return Task {
            guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
            leave(seat.passenger, .timedOut("\(url.host) did not answer in time"))
        }
    }

    private func transfer(_ seat: Flights<Key>.Seat, of provider: About) -> Task<Void, Never> {
        Task {
            let result = await fetcher.attempt(seat.key.endpoint, for: provider, by: seat.deadline)
            let waiting = state.withLock { state in
                state.transfers[seat.flight] = nil
                return state.flights.land(seat).compactMap { state.waiting.removeValue(forKey: $0) }
            }
            for one in waiting { one.end(result) }
        }
    }

    private func leave(_ passenger: Int, _ failure: FetchFailure) {
        let (left, transfer): (Waiting?, Task<Void, Never>?) = state.withLock { state in
            guard let waiting = state.waiting.removeValue(forKey: passenger) else { return (nil, nil) }
            let isLast = state.flights.leave(waiting.seat)
            return (waiting, isLast ? state.transfers.removeValue(forKey: waiting.seat.flight) : nil)
        }
        left?.end(.failure(failure))
        transfer?.cancel()
    }
}
