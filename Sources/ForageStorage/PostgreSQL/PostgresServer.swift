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
    private let outage = Mutex(Outage())
    private let warn: @Sendable (DatabaseError) -> Void
    private let clock = ContinuousClock()

    /// - Parameters:
    ///   - address: The address of the database.
    ///   - connectionCount: The maximum number of connections of this process.
    ///   - warn: Receives the error when the server cannot be used, once until it can be used again.
    package init(
        _ address: PostgresAddress, connectionCount: Int = 4,
        warn: @escaping @Sendable (DatabaseError) -> Void = { _ in }
    ) {
        self.address = address
        lines = (0..<max(1, connectionCount)).map { _ in Line() }
        self.warn = warn
    }

    /// The time since which the server cannot be reached; nil if it can, as far as is known.
    package var unreachableSince: ContinuousClock.Instant? { outage.withLock { $0.start } }

    /// Runs work on a connection; returns nil if the server cannot be used.
    package func use<Result: Sendable>(
        _ work: @escaping @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result
    ) async -> Result? {
        guard mayTry() else { return nil }
        let line = lines.min { $0.pending.load(ordering: .relaxed) < $1.pending.load(ordering: .relaxed) }
        guard let line else { return nil }
        line.pending.add(1, ordering: .relaxed)
        return await withCheckedContinuation { continuation in
            line.queue.async { [self] in
                line.pending.subtract(1, ordering: .relaxed)
                continuation.resume(returning: run(work, on: line))
            }
        }
    }

    /// Does the same and blocks the caller meanwhile.
    func useNow<Result: Sendable>(
        _ work: @Sendable (inout PostgresConnection) throws(DatabaseError) -> Result
    ) -> Result? {
        lines.first.flatMap { run(work, on: $0) }
    }

    /// Indicates whether the server can be used at this moment.
    package func isUsable() async -> Bool {
        await use { (server) throws(DatabaseError) in
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
        // Work that waited in the queue during an outage fails as well.
        guard mayTry() else { return nil }
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
        var connection = try PostgresConnection(address, within: .milliseconds(isOut ? 100 : 1_000))
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

    private struct Outage {
        var start: ContinuousClock.Instant?
        var nextAttempt: ContinuousClock.Instant?
        var pause = Duration.zero
        var isTold = false
    }

    private var isOut: Bool { unreachableSince != nil }

    private func mayTry() -> Bool {
        outage.withLock { outage in
            guard let next = outage.nextAttempt else { return true }
            return clock.now >= next
        }
    }

    private func note(_ error: DatabaseError) {
        let isNew = outage.withLock { outage in
            switch error {
            case .disconnected, .unreachable, .newer, .readOnly:
                outage.start = outage.start ?? clock.now
                outage.pause = min(max(outage.pause * 2, .milliseconds(250)), .seconds(30))
                outage.nextAttempt = clock.now + outage.pause
            case .busy: return false
            default: break
            }
            defer { outage.isTold = true }
            return !outage.isTold
        }
        if isNew { warn(error) }
    }

    private func noteSuccess() {
        outage.withLock { outage in
            if outage.start != nil { outage = Outage() }
        }
    }
}
