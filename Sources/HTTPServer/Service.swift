internal import Dispatch
internal import Synchronization

/// The shared state of all exchanges of a server: its handler, its limits and the list of open exchanges.
final class Service: Sendable {
    private struct State {
        var open: [ObjectIdentifier: Exchange] = [:]
        var isClosing = false
        var refusesNew = false
        var isWatched = false
    }

    let limits: HTTPServer.Limits
    let refusal: HTTPServer.Refusal
    let handler: HTTPServer.Responder
    let clients: Clients

    private let state = Mutex(State())
    private let isIdle = DispatchSemaphore(value: 0)

    init(
        limits: HTTPServer.Limits, refusal: @escaping HTTPServer.Refusal,
        handler: @escaping HTTPServer.Responder
    ) {
        self.limits = limits
        self.refusal = refusal
        self.handler = handler
        clients = Clients(limit: limits.allowConnections())
    }

    func met(_ client: Client) {
        clients.add(client)
        beginWatching()
    }

    func opened(_ exchange: Exchange) {
        let isRefused = state.withLock { state in
            state.open[ObjectIdentifier(exchange)] = exchange
            return state.isClosing || state.refusesNew
        }
        if isRefused { exchange.abandon() }
        beginWatching()
    }

    private func beginWatching() {
        let isWatched = state.withLock { state in
            defer { state.isWatched = true }
            return state.isWatched
        }
        if !isWatched { Task { await watch() } }
    }

    func ended(_ exchange: Exchange) {
        state.withLock { state in
            state.open[ObjectIdentifier(exchange)] = nil
            if state.isClosing && state.open.isEmpty { isIdle.signal() }
        }
    }

    /// Checks connected clients at intervals, which are shorter while requests are pending, until there are none.
    private func watch() async {
        var isAwaited = true
        while true {
            try? await Task.sleep(for: .milliseconds(isAwaited ? 100 : 500))
            let (open, isWatched) = state.withLock { state in
                state.isWatched = !state.open.isEmpty || !clients.isEmpty
                return (state.open.values.map(\.self), state.isWatched)
            }
            clients.endDisconnected()
            if !isWatched { return }
            for exchange in open { exchange.abandonIfUnneeded() }
            isAwaited = !open.isEmpty
        }
    }

    /// Indicates whether requests are pending.
    var isBusy: Bool { state.withLock { !$0.open.isEmpty } }

    /// Refuses new requests.
    func refuseNew() { state.withLock { $0.refusesNew = true } }

    /// Abandons pending requests, and waits for the responses that are being sent.
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
