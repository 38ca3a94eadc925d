internal import Dispatch

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Waits for what ends the program: a signal, or the end of standard input.
struct Ending {
    private let watchesInput: Bool

    /// Holds signals back until `comes` takes them.
    ///
    /// Threads inherit that, so this comes before the first of them is started.
    init(watchesInput: Bool) {
        self.watchesInput = watchesInput
        var signals = Self.signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }

    /// Returns when the first of them comes: the end of the input is turned into a signal too.
    func comes() {
        if watchesInput {
            DispatchQueue(label: "input").async {
                Self.drainInput()
                kill(getpid(), SIGTERM)
            }
        }
        var signals = Self.signals
        var received: Int32 = 0
        sigwait(&signals, &received)
    }

    private static func drainInput() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while read(STDIN_FILENO, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
