internal import Dispatch
internal import HTTPServer

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The program: reads its arguments, plays until it is told to end, gives the exit code.
///
/// It is to be called on the main thread, which then waits for the end.
package enum SandboxRun {
    private static let usage: Int32 = 64

    package static func main(_ arguments: some Sequence<String>) -> Int32 {
        do {
            let options = try SandboxOptions(arguments: arguments)
            if options.wantsHelp {
                say(SandboxOptions.help, to: STDOUT_FILENO)
                return EXIT_SUCCESS
            }
            let stage = Stage(options: options)
            try stage.checkFaults()
            try play(stage, options)
            return EXIT_SUCCESS
        } catch {
            say("forage-sandbox: \(error)\n", to: STDERR_FILENO)
            return error is SandboxUsageError ? usage : EXIT_FAILURE
        }
    }

    private static func play(_ stage: Stage, _ options: SandboxOptions) throws(HTTPServerError) {
        let ending = Ending(watchesInput: options.untilInputCloses)
        let sandbox = try Sandbox(stage, port: options.port)
        say("forage-sandbox listening on \(sandbox.origin)\n", to: STDOUT_FILENO)
        ending.comes()
        sandbox.stop()
    }

    /// Unbuffered, so that whoever started the program can read the line at once.
    private static func say(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}

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
