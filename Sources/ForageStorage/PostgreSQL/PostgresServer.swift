package import Database
internal import Dispatch
internal import Synchronization

/// The PostgreSQL database that several machines share.
///
/// Work runs on a few connections, each with its own queue, so that no thread of Swift's tasks waits for the network.
/// While the server cannot be reached, work fails at once, and only one attempt to connect is made after each pause.
package final class PostgresServer: Sendable {
    let address: PostgresAddress
    private let lines: [Line]
    private let patience: Duration?
    private let state = Mutex(State())
    private let warn: @Sendable (DatabaseError) -> Void
    private let clock = ContinuousClock()

    /// The time that a search waits for the server.
    private static let usualPatience = Duration.milliseconds(100)
    /// The same until the server was reached for the first time.
    private static let firstPatience = Duration.seconds(1)

    /// - Parameters:
    ///   - address: The address of the database.
    ///   - connectionCount: The maximum number of connections of this process.
    ///   - patience: The maximum time that a search waits for the server; nil for a usual one.
    ///   - warn: Receives the error when the server cannot be used, once until it can be used again.
    package init(
        _ address: PostgresAddress, connectionCount: Int = 4, patience: Duration? = nil,
        warn: @escaping @Sendable (DatabaseError) -> Void = { _ in }
    ) {
        self.address = address
        lines = (0..<max(1, connectionCount)).map { _ in Line() }
        self.patience = patience
        self.warn = warn
    }

    /// The time since which the server cannot be reached; nil if it can, as far as is known.
    package var unreachableSince: ContinuousClock.Instant? { state.withLock { $0.outage.start } }

    /// Runs work for a search, which waits only a short time for it.
    ///
    /// - Parameters:
    ///   - duration: The time to wait, if the work takes longer than usual; nil for a short one.
    ///   - work: The work.
    /// - Returns: The result; nil if the server cannot be used or is too late.
    package func read<Result: Sendable>(
        within duration: Duration? = nil,
        _ work: @escaping @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result
    ) async -> Result? {
        guard mayTry() else { return nil }
        return await withCheckedContinuation { continuation in
            let reply = Reply { continuation.resume(returning: $0) }
            add(work, reply)
            let patience = max(duration ?? .zero, currentPatience)
            let end = DispatchTime.now() + .milliseconds(Int(patience / .milliseconds(1)))
            DispatchQueue.global().asyncAfter(deadline: end) { self.giveUp(reply) }
        }
    }

    /// Runs work that must not be given up early, and returns when it is done; returns nil if the server cannot be used.
    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result
    ) async -> Result? {
        guard mayTry(evenIfLate: true) else { return nil }
        return await withCheckedContinuation { continuation in
            add(work, Reply { continuation.resume(returning: $0) }, evenIfLate: true)
        }
    }

    /// Does the same as ``read(_:)`` and blocks the caller meanwhile.
    func readNow<Result: Sendable>(
        _ work: @escaping @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result
    ) -> Result? {
        guard mayTry() else { return nil }
        let (result, end) = (Box<Result?>(nil), DispatchSemaphore(value: 0))
        let reply = Reply<Result> {
            result.value.withLock { [value = $0] in $0 = value }
            end.signal()
        }
        add(work, reply)
        if end.wait(timeout: .now() + .milliseconds(Int(currentPatience / .milliseconds(1)))) == .timedOut {
            giveUp(reply)
        }
        return result.value.withLock(\.self)
    }

    private func giveUp(_ reply: Reply<some Sendable>) {
        if reply.give(nil) { note(.disconnected(DatabaseError.late), isOfLateness: true) }
    }

    private func add<Result: Sendable>(
        _ work: @escaping @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result,
        _ reply: Reply<Result>, evenIfLate: Bool = false
    ) {
        let line = lines.min { $0.pending.load(ordering: .relaxed) < $1.pending.load(ordering: .relaxed) }
        guard let line else { return }
        line.pending.add(1, ordering: .relaxed)
        line.queue.async { [self] in
            line.pending.subtract(1, ordering: .relaxed)
            // Work that waited in the queue during an outage fails as well, and abandoned work is not done.
            if !reply.isGiven { reply.give(mayTry(evenIfLate: evenIfLate) ? run(work, on: line) : nil) }
        }
    }

    private var currentPatience: Duration {
        patience ?? state.withLock { $0.wasReached ? Self.usualPatience : Self.firstPatience }
    }

    /// Indicates whether the server can be used at this moment.
    package func isUsable() async -> Bool {
        await read { (server) throws(DatabaseError) in
            try server.first("SELECT 1") { $0.int(0) }
        } != nil
    }

    /// Runs work on a connection of its own and throws the reason if that fails.
    package func attempt<Result: Sendable>(
        _ work: (inout PostgresConnection) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        var connection = try PostgresConnection(address, within: .seconds(5), patience: .seconds(60))
        return try work(&connection)
    }

    private func run<Result: Sendable>(
        _ work: @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result, on line: Line
    ) -> Result? {
        let (result, error) = line.connection.withLock { kept -> (Result?, DatabaseError?) in
            do throws(DatabaseError) {
                return (try run(work, on: &kept), nil)
            } catch {
                return (nil, error)
            }
        }
        if let error { note(error) } else { noteSuccess() }
        return result
    }

    private func run<Result: Sendable>(
        _ work: @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result,
        on kept: inout PostgresConnection?
    ) throws(DatabaseError) -> Result {
        if var open = kept.take() {
            do throws(DatabaseError) {
                let result = try work(&open)
                kept = consume open
                return result
            } catch .disconnected(let reason) where reason != DatabaseError.late {
                // The server may have been restarted since the last use.
            } catch {
                if case .disconnected = error {} else { kept = consume open }
                throw error
            }
        }
        var connection = try PostgresConnection(
            address, within: max(isOut ? Self.usualPatience : Self.firstPatience, patience ?? .zero))
        try connection.prepareStore()
        let result = try work(&connection)
        kept = consume connection
        return result
    }

    /// A connection and the queue of its work.
    private final class Line: Sendable {
        let queue = DispatchQueue(label: "forage.store")
        let pending = Atomic(0)
        let connection = Mutex<PostgresConnection?>(nil)
    }

    /// A result that is given once.
    private final class Reply<Result: Sendable>: Sendable {
        private let receive: Mutex<(@Sendable (Result?) -> Void)?>

        init(_ receive: @escaping @Sendable (Result?) -> Void) { self.receive = Mutex(receive) }

        var isGiven: Bool { receive.withLock { $0 == nil } }

        /// Gives the result; returns false if one was given before.
        @discardableResult
        func give(_ result: Result?) -> Bool {
            let receive = receive.withLock { $0.take() }
            receive?(result)
            return receive != nil
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }

    private struct State {
        var outage = Outage()
        var wasReached = false
    }

    private struct Outage {
        var start: ContinuousClock.Instant?
        var nextAttempt: ContinuousClock.Instant?
        var pause = Duration.zero
        /// Indicates whether the server was only too late for a search.
        var isOfLateness = false
        var isTold = false
    }

    private var isOut: Bool { unreachableSince != nil }

    private func mayTry(evenIfLate: Bool = false) -> Bool {
        state.withLock { state in
            if evenIfLate, state.outage.isOfLateness { return true }
            guard let next = state.outage.nextAttempt else { return true }
            return clock.now >= next
        }
    }

    private func note(_ error: DatabaseError, isOfLateness: Bool = false) {
        let isNew = state.withLock { state in
            switch error {
            case .disconnected, .unreachable, .newer, .readOnly:
                state.outage.isOfLateness =
                    isOfLateness && (state.outage.start == nil || state.outage.isOfLateness)
                state.outage.start = state.outage.start ?? clock.now
                state.outage.pause = min(max(state.outage.pause * 2, .milliseconds(250)), .seconds(30))
                state.outage.nextAttempt = clock.now + state.outage.pause
            case .busy: return false
            default: break
            }
            defer { state.outage.isTold = true }
            return !state.outage.isTold
        }
        if isNew { warn(error) }
    }

    private func noteSuccess() {
        state.withLock { state in
            state.wasReached = true
            if state.outage.start != nil { state.outage = Outage() }
        }
    }
}
