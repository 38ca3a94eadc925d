package import Database
internal import Dispatch
internal import Platform
internal import Synchronization

/// The PostgreSQL database that several machines share.
///
/// Work runs on a few connections, each with its own queue, so that no thread of Swift's tasks waits for the network.
/// While the server cannot be reached, work fails at once, and only one attempt to connect is made after each pause.
package final class PostgresServer: Sendable {
    let address: PostgresAddress
    private let lines: [Line]
    private let patience: Duration
    private let start = ContinuousClock.now
    private let state = Mutex(State())
    private let warn: @Sendable (DatabaseError) -> Void
    private let clock = ContinuousClock()

    /// The longest time that anything waits for the server.
    private static let longestPatience = Duration.seconds(5)
    /// The time that work waits which must not be given up early.
    private static let latePatience = Duration.seconds(1)
    /// The time in which a program makes another connection only for much work, because most programs end soon.
    private static let earlyTime = Duration.seconds(5)
    /// The amount of work on a connection that is much. Work that takes long counts as much.
    private static let greatestLoad = 8

    /// - Parameters:
    ///   - address: The address of the database.
    ///   - connectionCount: The maximum number of connections of this process.
    ///   - patience: The maximum time that a search waits for a sign of the server.
    ///   - warn: Receives the error when the server cannot be used, once until it can be used again.
    package init(
        _ address: PostgresAddress, connectionCount: Int = 4, patience: Duration = .milliseconds(100),
        warn: @escaping @Sendable (DatabaseError) -> Void = { _ in }
    ) {
        self.address = address
        lines = (0..<max(1, connectionCount)).map { _ in Line() }
        self.patience = patience
        self.warn = warn
    }

    /// Runs work for a search, which waits only a short time for it. If it is done later, it counts nevertheless.
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
            add(work, within: duration) { continuation.resume(returning: $0) }
        }
    }

    /// Runs work that must not be given up early; returns nil if the server cannot be used.
    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result
    ) async -> Result? {
        guard mayTry(evenIfLate: true) else { return nil }
        return await withCheckedContinuation { continuation in
            add(work, evenIfLate: true) { continuation.resume(returning: $0) }
        }
    }

    /// Does the same as ``read(_:)``, or ``write(_:)`` for work that must not be given up early, and blocks the caller
    /// meanwhile.
    func readNow<Result: Sendable>(
        evenIfLate: Bool = false,
        _ work: @escaping @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result
    ) -> Result? {
        guard mayTry(evenIfLate: evenIfLate) else { return nil }
        let (result, end) = (Box<Result?>(nil), DispatchSemaphore(value: 0))
        add(work, evenIfLate: evenIfLate) { found in
            result.value.withLock { $0 = found }
            end.signal()
        }
        end.wait()
        return result.value.withLock(\.self)
    }

    private func add<Result: Sendable>(
        _ work: @escaping @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result,
        within duration: Duration? = nil, evenIfLate: Bool = false,
        _ receive: @escaping @Sendable (Result?) -> Void
    ) {
        let (line, reply) = (freestLine(), Reply(receive))
        let load = duration == nil ? 1 : Self.greatestLoad
        line.load.add(load, ordering: .relaxed)
        line.queue.async { [self] in
            // Work that waited in the queue during an outage fails as well, and abandoned work is not done.
            let result = !reply.isGiven && mayTry(evenIfLate: evenIfLate) ? run(work, on: line) : nil
            line.load.subtract(load, ordering: .relaxed)
            reply.give(result)
        }
        let isConnected = state.withLock { $0.wasReached && $0.outage.start == nil }
        let usual = evenIfLate && isConnected ? max(Self.latePatience, patience) : patience
        wait(for: reply, on: line, within: max(duration ?? .zero, usual))
    }

    /// Gives up a reply after some time without it, or without a sign of the server while connecting. If there is more
    /// work than this machine's processors can do at once, everything takes longer, and so does this.
    private func wait(for reply: Reply<some Sendable>, on line: Line, within patience: Duration) {
        let end = clock.now + max(Self.longestPatience, patience)
        let step = patience / 4
        @Sendable func look(after load: Double, _ rest: Duration, _ signCount: Int) {
            let pause = min(step * load, .seconds(1))
            DispatchQueue.global().asyncAfter(deadline: .now() + pause / .seconds(1)) { [self] in
                guard !reply.isGiven else { return }
                let newCount = line.signCount.load(ordering: .relaxed)
                let load = max(load, MachineLoad.perProcessor)
                let rest = newCount == signCount ? rest - pause / load : patience
                if rest > .zero, clock.now < end { return look(after: load, rest, newCount) }
                if reply.give(nil) { note(.disconnected(DatabaseError.late), isOfLateness: true) }
            }
        }
        look(after: 1, patience, line.signCount.load(ordering: .relaxed))
    }

    private func freestLine() -> Line {
        func freest(_ lines: ArraySlice<Line>) -> Line {
            lines.min { $0.load.load(ordering: .relaxed) < $1.load.load(ordering: .relaxed) } ?? lines[0]
        }
        return state.withLock { state in
            let line = freest(lines.prefix(state.lineCount))
            let isBusy =
                line.load.load(ordering: .relaxed)
                >= (clock.now - start < Self.earlyTime ? Self.greatestLoad : 1)
            guard isBusy, state.lineCount < lines.count else { return line }
            state.lineCount += 1
            return lines[state.lineCount - 1]
        }
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
                return (try run(work, on: &kept, line.signCount), nil)
            } catch {
                return (nil, error)
            }
        }
        if let error { note(error) } else { noteSuccess() }
        return result
    }

    private func run<Result: Sendable>(
        _ work: @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result,
        on kept: inout PostgresConnection?, _ signCount: borrowing Atomic<Int>
    ) throws(DatabaseError) -> Result {
        if var open = kept.take() {
            do throws(DatabaseError) {
                let result = try work(&open)
                kept = consume open
                return result
            } catch .disconnected(let reason) where reason != DatabaseError.late {
                // The server may have been restarted since the last use.
            } catch {
                // After another error, the tables may be those of another version, which a new connection finds out.
                switch error {
                case .disconnected, .other: break
                default: kept = consume open
                }
                throw error
            }
        }
        state.withLock { $0.connectingCount += 1 }
        defer { state.withLock { $0.connectingCount -= 1 } }
        var connection = try PostgresConnection(
            address, within: max(Self.longestPatience, patience),
            patience: max(Self.longestPatience, patience)
        ) { signCount.add(1, ordering: .relaxed) }
        try connection.prepareStore()
        signCount.add(1, ordering: .relaxed)
        let result = try work(&connection)
        kept = consume connection
        return result
    }

    /// A connection and the queue of its work.
    private final class Line: Sendable {
        let queue = DispatchQueue(label: "forage.store")
        let load = Atomic(0)
        /// The number of signs of the server while connecting.
        let signCount = Atomic(0)
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
        /// The number of lines in use.
        var lineCount = 1
        /// The number of connections that are being made.
        var connectingCount = 0
    }

    private struct Outage {
        var start: ContinuousClock.Instant?
        var nextAttempt: ContinuousClock.Instant?
        var pause = Duration.zero
        /// Indicates whether the server was only too late for a search.
        var isOfLateness = false
        /// The last error of which the caller was told.
        var told: DatabaseError?
    }

    private func mayTry(evenIfLate: Bool = false) -> Bool {
        state.withLock { state in
            if evenIfLate, state.outage.isOfLateness { return true }
            guard let next = state.outage.nextAttempt else { return true }
            return clock.now >= next && state.connectingCount == 0
        }
    }

    private func note(_ error: DatabaseError, isOfLateness: Bool = false) {
        let isNew = state.withLock { state in
            switch error {
            case .disconnected, .unreachable, .newer, .readOnly:
                state.outage.isOfLateness =
                    isOfLateness && state.wasReached
                    && (state.outage.start == nil || state.outage.isOfLateness)
                state.outage.start = state.outage.start ?? clock.now
                state.outage.pause = min(max(state.outage.pause * 2, .milliseconds(250)), .seconds(30))
                state.outage.nextAttempt = clock.now + state.outage.pause
            case .busy: return false
            default: break
            }
            // That the tables are of a later version is the reason for earlier errors.
            if case .newer = error {} else if state.outage.told != nil { return false }
            defer { state.outage.told = error }
            return state.outage.told != error
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
