internal import CCurl
internal import ForageCore

/// The work of the engine's thread, which alone uses the multi handle and the easy handles.
final class CurlLoop {
    private let inbox: CurlInbox
    private let settings: CurlSettings
    private let multi: CurlMulti
    private var active: [UnsafeMutableRawPointer: ActiveTransfer] = [:]
    private var idleHandles: [CurlHandle] = []
    private var nearestDeadline: ContinuousClock.Instant?
    private var shutDownWaiters: [CheckedContinuation<Void, Never>] = []
    private var isShuttingDown = false

    private static let longestSleep = Duration.seconds(60)

    /// Processes the inbox until shutdown, and then refuses all commands.
    static func run(_ inbox: CurlInbox, _ settings: CurlSettings) {
        if let reason = ccurl_load() {
            return inbox.close(.noLibrary(String(cString: reason)))
        }
        guard let multi = CurlMulti(settings) else {
            return inbox.close(.noLibrary("it is out of memory"))
        }
        let waiters = CurlLoop(inbox, settings, multi).run()
        for waiter in waiters { waiter.resume() }
    }

    private init(_ inbox: CurlInbox, _ settings: CurlSettings, _ multi: consuming CurlMulti) {
        self.inbox = inbox
        self.settings = settings
        self.multi = multi
    }

    private func run() -> [CheckedContinuation<Void, Never>] {
        while !isShuttingDown {
            for command in inbox.takeAll() { carryOut(command) }
            guard multi.perform() else { break }
            settleEnded()
            for transfer in active.values { transfer.tell() }
            settleOverdue()
            settleSufficient()
            if !isShuttingDown, inbox.mayFallAsleep(leaving: multi.bell) {
                multi.poll(atMost: timeToSleep)
            }
        }
        inbox.close(.shutDown)
        for transfer in active.values { end(transfer, .failure(.shutDown)) }
        return shutDownWaiters
    }
}

/// A multi handle: the active transfers with their connections, names and TLS sessions.
struct CurlMulti: ~Copyable {
    /// Wakes this handle's thread from another one.
    let bell: CurlWakeup
    private var pointer: UnsafeMutableRawPointer { bell.multi }

    init?(_ settings: CurlSettings) {
        guard let pointer = ccurl_multi_init() else { return nil }
        bell = CurlWakeup(multi: pointer)
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionsPerHost)
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.connections)
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, settings.connections)
    }

    func add(_ handle: CurlHandle) -> Bool { ccurl_multi_add(pointer, handle.pointer) == CURLM_OK }

    /// Removes a handle; an unfinished transfer is stopped and its connection closed.
    func remove(_ handle: CurlHandle) { _ = ccurl_multi_remove(pointer, handle.pointer) }

    /// Advances every transfer as far as possible without waiting.
    func perform() -> Bool { ccurl_multi_perform(pointer) == CURLM_OK }

    /// Waits until there is something to do or the bell rings.
    func poll(atMost duration: Duration) {
        _ = ccurl_multi_poll(pointer, CInt(clamping: duration.milliseconds))
    }

    /// Returns the next handle that has finished, and its result code.
    func nextEnded() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
        var code = CURLE_OK
        return ccurl_multi_next_ended(pointer, &code).map { ($0, code) }
    }
}

/// Wakes the engine's thread while it polls. The multi handle exists as long as another thread may ring, and the last
/// owner cleans up.
///
/// Unchecked: libcurl permits `curl_multi_wakeup` from every thread, and only the engine's thread calls its other
/// functions while it runs.
final class CurlWakeup: @unchecked Sendable {
    fileprivate let multi: UnsafeMutableRawPointer

    fileprivate init(multi: UnsafeMutableRawPointer) { self.multi = multi }

    deinit { ccurl_multi_cleanup(multi) }

    func ring() { _ = ccurl_multi_wakeup(multi) }
}

extension CurlLoop {
    private func carryOut(_ command: CurlInbox.Command) {
        switch command {
        case .start(let transfer, let ticket, let listener): start(transfer, ticket, listener)
        case .cancel(let ticket):
            if let transfer = transfer(ticket) { end(transfer, .failure(.cancelled)) }
        case .resume(let ticket): transfer(ticket)?.handle.resume()
        case .shutDown(let waiter):
            isShuttingDown = true
            if let waiter { shutDownWaiters.append(waiter) }
        }
    }

    private func transfer(_ ticket: CurlInbox.Ticket) -> ActiveTransfer? {
        active.values.first { $0.ticket == ticket }
    }

    private func start(_ transfer: Transfer, _ ticket: CurlInbox.Ticket, _ listener: Listener) {
        guard let handle = idleHandles.popLast() ?? CurlHandle() else {
            return listener.end(.failure(.failed(host: transfer.url.host, "out of memory")))
        }
        let started = ActiveTransfer(transfer, ticket: ticket, on: handle, settings, telling: listener)
        guard multi.add(handle) else {
            return started.end(.failure(.failed(host: transfer.url.host, "libcurl rejected it")))
        }
        active[handle.pointer] = started
        if let deadline = transfer.deadline {
            nearestDeadline = min(nearestDeadline ?? deadline, deadline)
        }
    }

    private func settleEnded() {
        while let (pointer, code) = multi.nextEnded() {
            if let transfer = active[pointer] { end(transfer, .success(code)) }
        }
    }

    /// Ends overdue transfers. libcurl cannot do this, because it does not time a transfer that still waits for a
    /// connection.
    private func settleOverdue() {
        guard let nearest = nearestDeadline, nearest <= .now else { return }
        let now = ContinuousClock.now
        for transfer in active.values {
            if let deadline = transfer.deadline, deadline <= now {
                end(transfer, .success(CURLE_OPERATION_TIMEDOUT))
            }
        }
        nearestDeadline = active.values.compactMap(\.deadline).min()
    }

    /// Stops transfers that have received enough while the server delays the rest.
    private func settleSufficient() {
        guard let nearest = nearestLook, nearest <= .now else { return }
        let now = ContinuousClock.now
        for transfer in active.values where transfer.hasEnough(at: now) {
            end(transfer, .success(CURLE_PARTIAL_FILE))
        }
    }

    private var nearestLook: ContinuousClock.Instant? { active.values.lazy.compactMap(\.nextLook).min() }

    private func end(_ transfer: ActiveTransfer, _ ending: Result<CURLcode, TransferError>) {
        active[transfer.handle.pointer] = nil
        multi.remove(transfer.handle)
        transfer.end(ending)
        guard idleHandles.count < settings.connections else { return }
        transfer.handle.reset()
        idleHandles.append(transfer.handle)
    }

    private var timeToSleep: Duration {
        let wakings = [nearestDeadline, nearestLook].compactMap(\.self)
        guard let nearest = wakings.min() else { return Self.longestSleep }
        return min(Self.longestSleep, max(.zero, nearest - .now))
    }
}
