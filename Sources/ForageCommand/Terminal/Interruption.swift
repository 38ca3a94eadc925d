internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Turns ctrl-C, and a system's word to end, into the cancelling of a task, so that transfers end before the
/// program does.
final class Interruption: Sendable {
    private let signalNumber = Mutex<Int32?>(nil)

    /// What an interrupted program ends with, whatever its command makes of it; nil where nobody interrupted it.
    var code: ExitCode? { signalNumber.withLock { $0.map(Self.code) } }

    private static func code(_ number: Int32) -> ExitCode { number == SIGTERM ? .terminated : .interrupted }

    /// Runs work that a person can interrupt: the first ctrl-C cancels it, a second one ends the program. What
    /// comes afterwards is ended as it would have been before.
    func cancelling<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
        let numbers = [SIGINT, SIGTERM]
        let before = numbers.map { signal($0, SIG_IGN) }
        let task = Task { await work() }
        // A thread that no work can keep from listening.
        let queue = DispatchQueue(label: "forage.signals")
        let watchers = numbers.map { number in
            let watcher = DispatchSource.makeSignalSource(signal: number, queue: queue)
            watcher.setEventHandler {
                if task.isCancelled { _exit(Self.code(number).rawValue) }
                self.signalNumber.withLock { $0 = number }
                task.cancel()
            }
            watcher.resume()
            return watcher
        }
        defer {
            watchers.forEach { $0.cancel() }
            for (number, handler) in zip(numbers, before) { signal(number, handler) }
        }
        return await task.value
    }
}
