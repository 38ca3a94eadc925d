internal import Dispatch
internal import Platform
internal import Synchronization

/// Turns ctrl-C, a termination request of the system and the loss of the terminal into the cancellation of a task, so
/// that transfers end before the program does.
final class Interruption: Sendable {
    private struct State {
        var signalNumber: Int32?
        var isSettled = false
        /// The time at which the current work was first interrupted.
        var start: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// The exit code of an interrupted program, regardless of the command's own code; nil if it was not interrupted.
    var code: ExitCode? { state.withLock { $0.signalNumber.map(Self.code) } }

    /// Marks the work as complete: a later interruption cancels the remaining work and does not change the exit code.
    func settle() { state.withLock { $0.isSettled = true } }

    private static func code(_ number: Int32) -> ExitCode {
        switch number {
        case SIGTERM: .terminated
        case SIGHUP: .hungUp
        default: .interrupted
        }
    }

    /// The signals. `nohup` lets a program run on after the terminal is closed.
    private let numbers = [SIGINT, SIGTERM] + (SignalWatch.isIgnored(SIGHUP) ? [] : [SIGHUP])

    /// The time after the first ctrl-C within which another is ignored. A program that ends a process and its group, as
    /// GNU's `timeout` does, sends two signals at once and means one.
    private let echo: Duration

    init(echo: Duration = .milliseconds(200)) { self.echo = echo }

    /// Runs work that a person can interrupt: the first ctrl-C cancels it, and a second one ends the program, even if
    /// the work is complete by then. Before, and after work that was not interrupted, signals have their usual effect.
    ///
    /// - Parameters:
    ///   - isPatient: True if the work starts only once it can be interrupted in this way, which takes a moment.
    ///   - work: The work.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work.
    func cancelling<Value: Sendable, Failure: Error>(
        patiently isPatient: Bool = false, _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        state.withLock { ($0.isSettled, $0.start) = (false, nil) }
        let heard = isPatient ? AsyncStream<Void>.makeStream() : nil
        let task = Task { () -> Result<Value, Failure> in
            if let heard { for await _ in heard.stream.prefix(self.numbers.count) {} }
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        let watch = SignalWatch(numbers, registered: { heard?.continuation.yield() }) { number in
            guard self.note(number) else { _exit(Self.code(number).rawValue) }
            task.cancel()
        }
        defer {
            if isInterrupted {
                // The same handling applies while the end is reported, for as long as the program lives.
                _ = Unmanaged.passRetained(watch)
            } else {
                watch.cancel()
            }
        }
        return try await task.value.get()
    }

    private var isInterrupted: Bool { state.withLock { $0.start != nil } }

    /// Notes a signal; returns true if it is the first one or an echo of it.
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
}

/// Calls a function on some signals in place of their usual effect, until it is cancelled.
final class SignalWatch {
    private let sources: [any DispatchSourceSignal]
    private let before: [(number: Int32, action: sigaction)]

    /// - Parameters:
    ///   - numbers: The signals.
    ///   - registered: Called for each signal as soon as it is watched.
    ///   - take: Receives each signal. It must not block.
    init(
        _ numbers: [Int32], registered: @escaping @Sendable () -> Void = {},
        _ take: @escaping @Sendable (Int32) -> Void
    ) {
        before = numbers.map { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            return (number, action)
        }
        let queue = DispatchQueue(label: "forage.signals")
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { take(number) }
            #if canImport(Darwin)
                // If the signal were ignored from the start, one that arrives before this would be lost.
                source.setRegistrationHandler {
                    signal(number, SIG_IGN)
                    registered()
                }
            #else
                source.setRegistrationHandler { registered() }
            #endif
            source.resume()
            return source
        }
    }

    /// Indicates whether the program that started this one decided that a signal has no effect.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Darwin)
            let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #else
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Restores the usual effects.
    func cancel() {
        sources.forEach { $0.cancel() }
        for (number, var action) in before { sigaction(number, &action, nil) }
    }
}
