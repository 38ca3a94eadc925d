internal import Dispatch
internal import HTTPServer

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The program: reads its arguments, plays until it is told to end, gives the exit code.
package enum SandboxRun {
    private static let usage: Int32 = 64

    package static func main(_ arguments: some Sequence<String>) async -> Int32 {
        do {
            let options = try SandboxOptions(arguments: arguments)
            if options.wantsHelp {
                say(SandboxOptions.help, to: STDOUT_FILENO)
                return EXIT_SUCCESS
            }
            try await play(options)
            return EXIT_SUCCESS
        } catch {
            say("forage-sandbox: \(error)\n", to: STDERR_FILENO)
            return error is SandboxUsageError ? usage : EXIT_FAILURE
        }
    }

    private static func play(_ options: SandboxOptions) async throws {
        let sandbox = try Sandbox(options)
        let ending = Ending(watchesInput: options.untilInputCloses)
        say("forage-sandbox listening on \(sandbox.origin)\n", to: STDOUT_FILENO)
        await ending.comes()
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

/// Waits for a signal to end, or for standard input to close.
private struct Ending {
    private let sources: [any DispatchSourceProtocol]
    private let events: AsyncStream<Void>

    init(watchesInput: Bool) {
        let (events, continuation) = AsyncStream<Void>.makeStream()
        let queue = DispatchQueue(label: "ending")
        var sources = [SIGINT, SIGTERM].map { number -> any DispatchSourceProtocol in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in continuation.yield() }
            return source
        }
        if watchesInput {
            let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
            source.setEventHandler { @Sendable in if Self.inputHasEnded() { continuation.yield() } }
            sources.append(source)
        }
        sources.forEach { $0.resume() }
        self.sources = sources
        self.events = events
    }

    private static func inputHasEnded() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
            read(STDIN_FILENO, $0.baseAddress, $0.count) <= 0
        }
    }

    func comes() async {
        for await _ in events { break }
        sources.forEach { $0.cancel() }
    }
}
