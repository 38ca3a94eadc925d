internal import Dispatch
internal import Platform
internal import Synchronization

/// Turns ctrl-C, and a system's word to end, into the cancelling of a task, so that transfers end before the
/// program does.
final class Interruption: Sendable {
    private struct State {
        var signalNumber: Int32?
        var isSettled = false
        /// When the work that is under way was first interrupted.
        var start: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// What an interrupted program ends with, whatever its command makes of it; nil if it was not interrupted.
    var code: ExitCode? { state.withLock { $0.signalNumber.map(Self.code) } }

    /// Says that the work has come to its end: who interrupts from here on cancels what is still done, and changes
    /// nothing of how it ended.
    func settle() { state.withLock { $0.isSettled = true } }

    private static func code(_ number: Int32) -> ExitCode { number == SIGTERM ? .terminated : .interrupted }

    /// How soon after the first ctrl-C another is none of its own. Whoever ends a program and its group, as GNU's
    /// `timeout` does, sends it two at once and means one.
    private let echo: Duration

    init(echo: Duration = .milliseconds(200)) { self.echo = echo }

    /// Runs work that a person can interrupt: the first ctrl-C cancels it, a second one ends the program, even
    /// if the work is over by then. Before, and after work that was not interrupted, signals do what they do elsewhere.
    ///
    /// - Parameters:
    ///   - isPatient: Whether it begins no sooner than it can be interrupted so, which takes a moment.
    ///   - work: What is done.
    /// - Returns: What comes of it.
    /// - Throws: What the work throws.
    func cancelling<Value: Sendable, Failure: Error>(
        patiently isPatient: Bool = false, _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        state.withLock { ($0.isSettled, $0.start) = (false, nil) }
        let numbers = [SIGINT, SIGTERM]
        let before = numbers.map(Self.action)
        let heard = isPatient ? AsyncStream<Void>.makeStream() : nil
        let task = Task { () -> Result<Value, Failure> in
            if let heard { for await _ in heard.stream.prefix(numbers.count) {} }
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        // A thread that no work can keep from listening.
        let queue = DispatchQueue(label: "forage.signals")
        let watchers = numbers.map { number in
            let watcher = DispatchSource.makeSignalSource(signal: number, queue: queue)
            watcher.setEventHandler {
                guard self.note(number) else { _exit(Self.code(number).rawValue) }
                task.cancel()
            }
            #if canImport(Darwin)
                // A signal that comes before would be lost if it were ignored from the start.
                watcher.setRegistrationHandler {
                    signal(number, SIG_IGN)
                    heard?.continuation.yield()
                }
            #else
                if let heard { watcher.setRegistrationHandler { heard.continuation.yield() } }
            #endif
            watcher.resume()
            return watcher
        }
        defer {
            if isInterrupted {
                // What is said of the end of it stands under the same rule, for as long as the program lives.
                for watcher in watchers { _ = Unmanaged.passRetained(watcher as AnyObject) }
            } else {
                watchers.forEach { $0.cancel() }
                for (number, var action) in zip(numbers, before) { sigaction(number, &action, nil) }
            }
        }
        return try await task.value.get()
    }

    private var isInterrupted: Bool { state.withLock { $0.start != nil } }

    /// Notes a signal, and says whether it is the first, or none of its own.
    private func note(_ number: Int32) -> Bool {
        state.withLock { state in
            guard let start = state.start else {
                state.start = .now
                if !state.isSettled { state.signalNumber = number }
                return true
            }
            return .now - start < echo
        }
    }

    /// What a signal does.
    private static func action(of number: Int32) -> sigaction {
        var action = sigaction()
        sigaction(number, nil, &action)
        return action
    }
}
