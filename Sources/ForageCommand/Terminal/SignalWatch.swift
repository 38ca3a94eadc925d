internal import Dispatch
internal import Platform

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
