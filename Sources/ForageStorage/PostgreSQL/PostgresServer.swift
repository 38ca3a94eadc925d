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
    private let patience: Duration?
    private let mark: OutageMark
    private let start = ContinuousClock.now
    private let state = Mutex(State())
    private let warn: @Sendable (DatabaseError) -> Void
    private let clock = ContinuousClock()

    /// The time that a search waits for the server.
    private static let usualPatience = Duration.milliseconds(100)
    /// The same for a program that has just started, because programs that start together delay each other.
    private static let earlyPatience = Duration.seconds(3)
    /// The time limit for another connection, and for a statement that no search waits for.
    private static let latePatience = Duration.seconds(1)
    /// The same if other programs of this machine could not reach the server either.
    private static let warnedPatience = Duration.milliseconds(250)
    /// The time that a program has just started, and that an outage is not yet known to others.
    private static let earlyTime = Duration.seconds(5)
    /// The amount of work on a connection for which a program that has just started makes another one.
    private static let earlyWorkCount = 8

    /// - Parameters:
    ///   - address: The address of the database.
    ///   - connectionCount: The maximum number of connections of this process.
    ///   - patience: The maximum time that a search waits for the server; nil for a usual one.
    ///   - folder: The folder in which this machine's programs note that the server cannot be reached; nil for none.
    ///   - warn: Receives the error when the server cannot be used, once until it can be used again.
    package init(
        _ address: PostgresAddress, connectionCount: Int = 4, patience: Duration? = nil,
        in folder: String? = nil, warn: @escaping @Sendable (DatabaseError) -> Void = { _ in }
    ) {
        self.address = address
        lines = (0..<max(1, connectionCount)).map { _ in Line() }
        self.patience = patience
        mark = OutageMark(folder.map { "\($0)/store-missing" })
        self.warn = warn
    }

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
        let line = freestLine()
        line.pending.add(1, ordering: .relaxed)
        line.queue.async { [self] in
            // Work that waited in the queue during an outage fails as well, and abandoned work is not done.
            let result = !reply.isGiven && mayTry(evenIfLate: evenIfLate) ? run(work, on: line) : nil
            line.pending.subtract(1, ordering: .relaxed)
            reply.give(result)
        }
    }

    private func freestLine() -> Line {
        func freest(_ lines: ArraySlice<Line>) -> Line {
            lines.min { $0.pending.load(ordering: .relaxed) < $1.pending.load(ordering: .relaxed) }
                ?? lines[0]
        }
        return state.withLock { state in
            let line = freest(lines.prefix(state.lineCount))
            let isBusy = line.pending.load(ordering: .relaxed) >= (isEarly ? Self.earlyWorkCount : 1)
            guard isBusy, state.lineCount < lines.count else { return line }
            state.lineCount += 1
            return lines[state.lineCount - 1]
        }
    }

    private var currentPatience: Duration {
        if let patience { return patience }
        guard state.withLock(\.wasReached) else { return connectingTime }
        return isEarly ? Self.earlyPatience : Self.usualPatience
    }

    /// Indicates whether this program has just started.
    var isEarly: Bool { clock.now - start < Self.earlyTime }

    /// The time limit for a new connection.
    private var connectingTime: Duration {
        if let patience { return patience }
        let (isOut, wasReached) = state.withLock { ($0.outage.start != nil, $0.wasReached) }
        if isOut { return Self.usualPatience }
        if wasReached { return isEarly ? Self.earlyPatience : Self.latePatience }
        let isKnown = mark.start.map { Date().timeIntervalSince($0) > Self.earlyTime / .seconds(1) }
        return isKnown == true ? Self.warnedPatience : Self.earlyPatience
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
                // After another error, the tables may be those of another version, which a new connection finds out.
                switch error {
                case .disconnected, .other: break
                default: kept = consume open
                }
                throw error
            }
        }
        var connection = try PostgresConnection(
            address, within: connectingTime, patience: isEarly ? Self.earlyPatience : Self.latePatience)
        mark.end()
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
        /// The number of lines in use.
        var lineCount = 1
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
            return clock.now >= next
        }
    }

    private func note(_ error: DatabaseError, isOfLateness: Bool = false) {
        let isNew = state.withLock { state in
            switch error {
            case .disconnected, .unreachable, .newer, .readOnly:
                state.outage.isOfLateness =
                    isOfLateness && (state.outage.start == nil || state.outage.isOfLateness)
                if state.outage.start == nil {
                    state.outage.start = clock.now
                    mark.begin(at: Date())
                }
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
