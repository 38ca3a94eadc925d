internal import Database
internal import Dispatch
internal import ForageCore
internal import Platform
internal import Synchronization

/// The server's notices of leases that have ended, which come on a connection of their own.
///
/// A pooler between this program and the server may suppress them; each wait then takes its whole time.
final class LeaseNotices: Sendable {
    private let server: PostgresServer
    private let queue = DispatchQueue(label: "forage.store.notices")
    private let state = Mutex(State())

    private struct State {
        var waiting: [Int: Waiter] = [:]
        var count = 0
        /// Indicates whether the connection exists or is being made.
        var isListening = false
        var lastWait = ContinuousClock.now
    }

    private struct Waiter {
        let notice: String
        let continuation: CheckedContinuation<Void, Never>
    }

    /// The time after which an unused connection is closed.
    private static let longestIdleTime = Duration.seconds(60)

    init(of server: PostgresServer) { self.server = server }

    /// The name of the channel for the notices of a schema.
    static func channel(of schema: String) -> String { "\(schema)_lease" }

    /// Waits for a notice, at most this long.
    func wait(for notice: String, atMost duration: Duration) async {
        let number = state.withLock { state in
            state.count += 1
            state.lastWait = .now
            return state.count
        }
        listen()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock {
                    $0.waiting[number] = Waiter(notice: notice, continuation: continuation)
                }
                let end = DispatchTime.now() + .milliseconds(Int(duration / .milliseconds(1)))
                DispatchQueue.global().asyncAfter(deadline: end) { self.resume { $0 == number } }
                if Task.isCancelled { resume { $0 == number } }
            }
        } onCancel: {
            resume { $0 == number }
        }
    }

    private func resume(where isMeant: (Int) -> Bool) {
        let met = state.withLock { state in
            let met = state.waiting.filter { isMeant($0.key) }
            for number in met.keys { state.waiting[number] = nil }
            return met
        }
        for waiter in met.values { waiter.continuation.resume() }
    }

    private func tell(of notice: String) {
        let numbers = state.withLock { $0.waiting.filter { $0.value.notice == notice }.keys }
        resume { numbers.contains($0) }
    }

    private func listen() {
        let isNew = state.withLock { state in
            defer { state.isListening = true }
            return !state.isListening
        }
        guard isNew else { return }
        queue.async { [weak self] in
            // Without a connection, waiters look again after a while.
            try? self?.receive()
            self?.state.withLock { $0.isListening = false }
        }
    }

    private func receive() throws(DatabaseError) {
        var connection = try PostgresConnection(server.address, within: .seconds(1))
        try connection.run("LISTEN \(Self.channel(of: connection.schema))")
        while state.withLock({ !$0.waiting.isEmpty || .now - $0.lastWait < Self.longestIdleTime }) {
            for notice in try connection.notifications(within: .milliseconds(250)) { tell(of: notice) }
        }
    }
}
