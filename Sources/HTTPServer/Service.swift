internal import Dispatch
internal import Synchronization

/// What all exchanges of one server share: its handler, its limits and the list of those still open.
final class Service: Sendable {
    private struct State {
        var open: [ObjectIdentifier: Exchange] = [:]
        var isClosing = false
        var refusesNew = false
        var isWatched = false
    }

    let limits: HTTPServer.Limits
    let refusal: HTTPServer.Refusal
    let handler: HTTPServer.Receptionist
    let clients: Clients

    private let state = Mutex(State())
    private let isIdle = DispatchSemaphore(value: 0)

    init(
        limits: HTTPServer.Limits, refusal: @escaping HTTPServer.Refusal,
        handler: @escaping HTTPServer.Receptionist
    ) {
        self.limits = limits
        self.refusal = refusal
        self.handler = handler
        clients = Clients(limit: limits.possibleConnections())
    }

    func opened(_ exchange: Exchange) {
        let (isRefused, needsWatch) = state.withLock { state in
            state.open[ObjectIdentifier(exchange)] = exchange
            defer { state.isWatched = true }
            return (state.isClosing || state.refusesNew, !state.isWatched)
        }
        if isRefused { exchange.abandon() }
        if needsWatch { Task { await watch() } }
    }

    func ended(_ exchange: Exchange) {
        state.withLock { state in
            state.open[ObjectIdentifier(exchange)] = nil
            if state.isClosing && state.open.isEmpty { isIdle.signal() }
        }
    }

    /// Looks after the open exchanges every now and then, until there is none, and once after that.
    private func watch() async {
        while true {
            try? await Task.sleep(for: .milliseconds(100))
            let open = state.withLock { state in
                state.isWatched = !state.open.isEmpty
                return state.open.values.map(\.self)
            }
            clients.endThoseWhoLeft()
            if open.isEmpty { return }
            for exchange in open { exchange.abandonIfPointless() }
        }
    }

    /// Whether somebody is yet to be answered.
    var isBusy: Bool { state.withLock { !$0.open.isEmpty } }

    /// Lets nobody in any more.
    func refuseNew() { state.withLock { $0.refusesNew = true } }

    /// Ends what waits, and waits for what is being sent.
    func close(withinSeconds seconds: Int) {
        let open = state.withLock { state in
            state.isClosing = true
            return state.open.values.map(\.self)
        }
        for exchange in open { exchange.abandon() }
        if open.isEmpty { return }
        _ = isIdle.wait(timeout: .now() + .seconds(seconds))
    }
}
