internal import Synchronization

/// One request on its way to an answer: received piece by piece, handed to the handler, answered.
///
/// The server's threads call `proceed` and `end`; the handler's task calls `answer`; the service
/// abandons what became pointless. Whoever comes second finds the phase changed and does nothing.
final class Exchange: Sendable {
    private enum Phase {
        case arriving
        case receiving(IncomingRequest)
        case waiting(since: ContinuousClock.Instant)
        case answered(HTTPServerResponse)
        case sending
    }

    private struct State {
        var phase = Phase.arriving
        var isAbandoned = false
        var task: Task<Void, Never>?
        var channel: BodyChannel?
    }

    private let target: String
    private let connection: Connection
    private let client: Client
    private let service: Service
    private let state = Mutex(State())

    init(target: String, connection: Connection, client: Client, service: Service) {
        self.target = target
        self.connection = connection
        self.client = client
        self.service = service
        service.opened(self)
    }

    /// Takes the next step on the connection's own thread.
    ///
    /// False closes the connection.
    func proceed(method: String, piece: UnsafeRawBufferPointer) -> Bool {
        let step: Step = state.withLock { state in
            switch state.phase {
            case .arriving:
                return .taken(receiveHead(method: method, state: &state))
            case .receiving(var incoming):
                if piece.isEmpty { return whole(incoming, state: &state) }
                state.phase = .sending
                let isWelcome = incoming.append(piece)
                state.phase = .receiving(incoming)
                return .taken(isWelcome)
            case .answered(let response):
                return .taken(send(response, state: &state))
            case .waiting, .sending:
                return .taken(true)
            }
        }
        switch step {
        case .taken(let goesOn): return goesOn
        // Whoever answers is not called under the lock, for which the look after all exchanges would wait.
        case .answer(let request): return hand(request, service.handler(request))
        }
    }

    private enum Step {
        case taken(Bool)
        case answer(HTTPServerRequest)
    }

    private func receiveHead(method: String, state: inout State) -> Bool {
        if service.clients.areTooMany { return send(crowded, state: &state) }
        var headers = connection.headers()
        // Only what is got can be got in part.
        if method != "GET" { headers["Range"] = nil }
        if let refusal = refusal(of: headers) { return send(refusal, state: &state) }
        guard let target = RequestTarget(target) else {
            return send(service.refusal(400, "This path cannot be read."), state: &state)
        }
        let incoming = IncomingRequest(
            method: method, target: target, headers: headers,
            remoteAddress: client.address, limit: service.limits.bodyBytes)
        if incoming.isTooLong { return refuse(incoming, state: &state) }
        state.phase = .receiving(incoming)
        return true
    }

    private func refusal(of headers: HTTPFields) -> HTTPServerResponse? {
        let limits = service.limits
        guard target.utf8.count <= limits.targetBytes else {
            return service.refusal(414, "An address may have \(limits.targetBytes) bytes at most.")
        }
        guard target.utf8.count + headers.byteCount <= limits.headBytes else {
            return service.refusal(
                431, "The address and the headers may have \(limits.headBytes) bytes together at most.")
        }
        // A server in front might go by the one and this one by the other, and see two requests where there is one.
        let ends = ["Content-Length", "Transfer-Encoding"].flatMap(headers.values(of:))
        guard ends.count < 2 else {
            var refusal = service.refusal(400, "A body has one length or comes in chunks, not both.")
            refusal.headers["Connection"] = "close"
            return refusal
        }
        return nil
    }

    private func refuse(_ incoming: IncomingRequest, state: inout State) -> Bool {
        let sentence = "A body may have at most \(service.limits.bodyBytes) bytes."
        return send(service.refusal(413, sentence), state: &state)
    }

    private func whole(_ incoming: IncomingRequest, state: inout State) -> Step {
        if incoming.isTooLong { return .taken(refuse(incoming, state: &state)) }
        if state.isAbandoned { return .taken(send(givenUp, state: &state)) }
        return .answer(incoming.whole)
    }

    private func hand(_ request: HTTPServerRequest, _ answer: HTTPServerAnswer) -> Bool {
        state.withLock { state in
            if state.isAbandoned { return send(givenUp, state: &state) }
            switch answer {
            case .ready(let response) where !response.isStreamed:
                return send(response, state: &state)
            case .ready(let response):
                wait(for: { response }, request, state: &state)
            case .later(let work):
                wait(for: work, request, state: &state)
            }
            return true
        }
    }

    private func wait(
        for work: @escaping @Sendable () async -> HTTPServerResponse, _ request: HTTPServerRequest,
        state: inout State
    ) {
        connection.sleep()
        client.silentSince = nil
        state.phase = .waiting(since: .now)
        let isHead = request.method == "HEAD"
        state.task = Task { await carryOut(work, isHead: isHead) }
    }

    private func send(_ response: HTTPServerResponse, state: inout State) -> Bool {
        state.phase = .sending
        client.silentSince = nil
        if let prepared = PreparedResponse(response, channel: state.channel) {
            return connection.send(prepared)
        }
        let refusal = service.refusal(500, "The answer was not valid HTTP.")
        guard let prepared = PreparedResponse(refusal, channel: nil) else { return false }
        return connection.send(prepared)
    }
}

extension Exchange {
    private func carryOut(_ work: () async -> HTTPServerResponse, isHead: Bool) async {
        let response = await work()
        guard let channel = answer(response), case .stream(_, let write) = response.body else { return }
        if isHead { return }
        do {
            try await write(HTTPServerBodyWriter(channel: channel))
            channel.end(.complete)
        } catch {
            channel.end(.cut)
        }
    }

    /// Wakes the connection to fetch the answer; the channel is where a streamed body goes.
    private func answer(_ response: HTTPServerResponse) -> BodyChannel? {
        state.withLock { state in
            guard case .waiting = state.phase else { return nil }
            if case .stream = response.body { state.channel = BodyChannel(connection: connection) }
            state.phase = .answered(response)
            connection.wake()
            return state.channel
        }
    }

    /// Gives up where nobody waits for the answer any more or it takes too long.
    func abandonIfPointless() {
        let isOverdue = state.withLock { state in
            guard case .waiting(let since) = state.phase else { return false }
            return since.duration(to: .now) > service.limits.handling
        }
        if isOverdue || connection.hasClientLeft { abandon() }
    }

    /// Cancels the handler and answers in its place; from here on the connection never sleeps.
    func abandon() {
        let (task, channel) = state.withLock { state in
            state.isAbandoned = true
            if case .waiting = state.phase {
                state.phase = .answered(givenUp)
                connection.wake()
            }
            return (state.task, state.channel)
        }
        task?.cancel()
        channel?.end(.cut)
    }

    /// The last call: the answer was sent, or the connection broke.
    func end() {
        abandon()
        state.withLock { $0.task = nil }
        client.silentSince = .now
        service.ended(self)
    }

    /// Who is told this does not stay, so that there is room for others.
    private var crowded: HTTPServerResponse {
        var response = service.refusal(503, "Too many ask at once; try again in a moment.")
        response.headers["Connection"] = "close"
        response.headers["Retry-After"] = "1"
        return response
    }

    private var givenUp: HTTPServerResponse { service.refusal(503, "The server gave this request up.") }
}

/// A request whose body is still arriving.
struct IncomingRequest {
    private let method: String
    private let target: RequestTarget
    private let headers: HTTPFields
    private let remoteAddress: String
    private let limit: Int
    private var body: [UInt8] = []
    private var arrived = 0

    init(method: String, target: RequestTarget, headers: HTTPFields, remoteAddress: String, limit: Int) {
        self.method = method
        self.target = target
        self.headers = headers
        self.remoteAddress = remoteAddress
        self.limit = limit
        arrived = headers["Content-Length"].flatMap { Int($0) }.map { $0 > limit ? $0 : 0 } ?? 0
    }

    /// More came, or was promised, than is allowed.
    var isTooLong: Bool { arrived > limit }

    /// What exceeds the limit is counted but not kept.
    ///
    /// False once it exceeds it so far that reading on to say so politely is not worth it.
    mutating func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        arrived += piece.count
        if isTooLong { body = [] } else { body.append(contentsOf: piece) }
        return arrived / 2 <= limit
    }

    var whole: HTTPServerRequest {
        HTTPServerRequest(
            method: method, target: target, headers: headers, body: body, remoteAddress: remoteAddress)
    }
}
