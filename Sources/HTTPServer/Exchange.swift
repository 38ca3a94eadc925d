internal import CMicroHTTPD
internal import Synchronization

/// A request and its response: received piece by piece, passed to the handler, answered.
///
/// The server's threads call `proceed` and `end`, the handler's task calls `answer`, and the service abandons exchanges
/// whose client has left. If two of them compete, the second finds that the phase has changed and does nothing.
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

    /// Takes the next step, on the connection's own thread.
    ///
    /// Returns false to close the connection.
    func proceed(method: String, piece: UnsafeRawBufferPointer) -> Bool {
        let step: Step = state.withLock { state in
            switch state.phase {
            case .arriving:
                return .taken(receiveHead(method: method, state: &state))
            case .receiving(var incoming):
                if piece.isEmpty { return whole(incoming, state: &state) }
                state.phase = .sending
                let isAccepted = incoming.append(piece)
                state.phase = .receiving(incoming)
                return .taken(isAccepted)
            case .answered(let response):
                return .taken(send(response, state: &state))
            case .waiting, .sending:
                return .taken(true)
            }
        }
        switch step {
        case .taken(let goesOn): return goesOn
        // The handler is called without the lock, because the check of all exchanges would otherwise wait for it.
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
        // Only a GET request can ask for a range.
        if method != "GET" { headers["Range"] = nil }
        if let refusal = refusal(of: headers) { return send(refusal, state: &state) }
        guard let target = RequestTarget(target) else {
            return send(service.refusal(400, "This path is not valid."), state: &state)
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
            return service.refusal(414, "An address may have at most \(limits.targetBytes) bytes.")
        }
        guard target.utf8.count + headers.byteCount <= limits.headBytes else {
            return service.refusal(
                431, "The address and the headers together may have at most \(limits.headBytes) bytes.")
        }
        // A proxy might use one field and this server the other, and so split one request into two.
        let ends = ["Content-Length", "Transfer-Encoding"].flatMap(headers.values(of:))
        guard ends.count < 2 else {
            var refusal = service.refusal(
                400, "A request may have only one Content-Length or Transfer-Encoding header.")
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

    /// Wakes the connection to send the response. Returns the channel for a streamed body.
    private func answer(_ response: HTTPServerResponse) -> BodyChannel? {
        state.withLock { state in
            guard case .waiting = state.phase else { return nil }
            if case .stream = response.body { state.channel = BodyChannel(connection: connection) }
            state.phase = .answered(response)
            connection.wake()
            return state.channel
        }
    }

    /// Abandons the exchange if the client has left or the handler takes too long.
    func abandonIfUnneeded() {
        let isOverdue = state.withLock { state in
            guard case .waiting(let since) = state.phase else { return false }
            return since.duration(to: .now) > service.limits.handling
        }
        if isOverdue || connection.hasClientLeft { abandon() }
    }

    /// Cancels the handler and answers in its place. From now on the connection never sleeps.
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

    /// Ends the exchange: the response was sent, or the connection broke.
    func end() {
        abandon()
        state.withLock { $0.task = nil }
        client.silentSince = .now
        service.ended(self)
    }

    /// The response that closes the connection of a surplus client, to make space for others.
    private var crowded: HTTPServerResponse {
        var response = service.refusal(503, "Too many requests at once; try again in a moment.")
        response.headers["Connection"] = "close"
        response.headers["Retry-After"] = "1"
        return response
    }

    private var givenUp: HTTPServerResponse { service.refusal(503, "The server abandoned this request.") }
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

    /// Indicates whether more bytes than allowed have arrived or were announced.
    var isTooLong: Bool { arrived > limit }

    /// Appends a piece of the body. Bytes beyond the limit are counted but not stored.
    ///
    /// Returns false if the limit is exceeded so far that reading the rest, only to send an error, is not worthwhile.
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

/// The connection of one request.
///
/// While it sleeps, the server's threads do not access it; only then may another thread inspect or wake it.
///
/// It is unchecked because of the library's pointer: the server's thread uses it in its callbacks, other threads use it
/// under `isAsleep`, and the library frees a connection only while it is awake.
final class Connection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let isAsleep = Mutex(false)

    init(handle: OpaquePointer) {
        self.handle = handle
    }

    /// Puts the connection to sleep. This may be called only from a callback of this connection.
    func sleep() {
        isAsleep.withLock { isAsleep in
            isAsleep = true
            MHD_suspend_connection(handle)
        }
    }

    func wake() {
        isAsleep.withLock { isAsleep in
            guard isAsleep else { return }
            isAsleep = false
            MHD_resume_connection(handle)
        }
    }

    /// Indicates whether the client has left. The library does not watch a sleeping connection, so this must be
    /// checked.
    var hasClientLeft: Bool {
        isAsleep.withLock { $0 && microhttpd_has_peer_left(microhttpd_socket(handle)) != 0 }
    }

    /// Reads the headers. This may be called only from a callback of this connection.
    func headers() -> HTTPFields {
        var fields = HTTPFields()
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, collectField, fields)
        }
        return fields
    }

    /// Sends a response. This may be called only from a callback of this connection.
    ///
    /// Returns false if the library refuses the response.
    func send(_ response: consuming PreparedResponse) -> Bool {
        response.queue(on: handle)
    }
}
