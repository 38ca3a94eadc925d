internal import Dispatch
internal import HTTPServer
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The program: parses its arguments, runs the sandbox until it must end, and returns the exit code.
///
/// Call it on the main thread, which then waits for the end.
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
            return error is SandboxError ? usage : EXIT_FAILURE
        }
    }

    private static func play(_ stage: Stage, _ options: SandboxOptions) throws(HTTPServerError) {
        let ending = SandboxEnding(watchesInput: options.untilInputCloses)
        let sandbox = try Sandbox(stage, port: options.port)
        say("forage-sandbox listening on \(sandbox.origin)\n", to: STDOUT_FILENO)
        ending.wait()
        sandbox.stop()
    }

    /// Writes without a buffer, so that the parent process can read the line at once.
    private static func say(_ text: String, to descriptor: Int32) {
        _ = Descriptor.write(Array(text.utf8), to: descriptor)
    }
}

/// The event that ends the program: a signal, or the end of standard input.
private struct SandboxEnding {
    private let watchesInput: Bool

    /// Blocks the signals until `wait` receives them.
    ///
    /// Threads inherit the blocked signals, so this must be called before the first thread is started.
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

    /// Waits for the first of these events. The end of the input is converted to a signal.
    func wait() {
        if watchesInput {
            DispatchQueue(label: "input").async {
                while Descriptor.read(STDIN_FILENO)?.isEmpty == false {}
                kill(getpid(), SIGTERM)
            }
        }
        var signals = Self.signals
        var received: Int32 = 0
        sigwait(&signals, &received)
    }
}
