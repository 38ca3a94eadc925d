import Platform
import Synchronization
import TestReaders

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A running program of the build, with files or a screen for its standard streams.
final class RunningProgram: Sendable {
    let process: pid_t
    private let place: Place
    private let output: String
    private let messages: String
    private let screen: PseudoTerminal?
    private let status = Mutex<Int32?>(nil)

    /// The ending of a program.
    struct Ending: Sendable {
        /// The exit code, or 128 plus the signal's number.
        let code: Int32
        let output: String
        /// On a screen everything is output.
        let messages: String

        var outputLines: [Substring] { output.split(separator: "\n") }
        var messageLines: [Substring] { messages.split(separator: "\n") }
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: Its path or its name among the built ones, followed by its arguments.
    ///   - place: Its folder and home.
    ///   - environment: Variables in addition to those of the place.
    ///   - input: A file for its standard input.
    ///   - screen: A screen for its results and messages.
    /// - Throws: The system's error if it cannot be started.
    init(
        _ arguments: [String], in place: Place, environment: [String: String] = [:],
        input: String = "/dev/null",
        screen: PseudoTerminal? = nil
    ) throws {
        self.place = place
        output = place.newFile()
        messages = place.newFile()
        self.screen = screen
        var start = ProgramStart(folder: place.folder)
        start.open(input, as: STDIN_FILENO, O_RDONLY)
        start.open(screen?.path ?? output, as: STDOUT_FILENO, O_WRONLY | O_CREAT | O_NOCTTY)
        start.open(screen?.path ?? messages, as: STDERR_FILENO, O_WRONLY | O_CREAT | O_NOCTTY)
        process = try start.run(
            [BuiltPrograms.path(of: arguments[0])] + arguments.dropFirst(),
            place.environment.merging(environment) { $1 })
    }

    /// Ends a program that was not waited for, so that its process does not disturb tests that wait for
    /// processes of their own.
    deinit {
        guard endedStatus == nil else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// The system's status of the ended program; nil while it is running.
    private var endedStatus: Int32? {
        status.withLock { status in
            var news: Int32 = 0
            if status == nil, waitpid(process, &news, WNOHANG) != 0 { status = news }
            return status
        }
    }

    var hasNotEnded: Bool { endedStatus == nil }

    func interrupt() { kill(process, SIGINT) }

    /// Stops the program as soon as it is running.
    func hold() {
        kill(process, SIGSTOP)
        waitpid(process, nil, WUNTRACED)
    }

    func letGo() { kill(process, SIGCONT) }

    /// Waits for the line with its address, and returns the address.
    func address() async throws -> String {
        while endedStatus == nil {
            let written = Self.text(output) + Self.text(messages)
            let line = written.split(separator: "\n").first { $0.contains(" listening on http://") }
            if written.hasSuffix("\n"), let word = line?.split(separator: " ").last { return String(word) }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw DidNotListen()
    }

    struct DidNotListen: Error {}

    /// Waits until it has written a whole line of results.
    func firstLine() async throws { try await line(containing: "") }

    /// Waits until it has written a whole line of results that contains the text.
    func line(containing text: String) async throws {
        while !Self.text(output).split(separator: "\n", omittingEmptySubsequences: false).dropLast().contains(
            where: { $0.contains(text) })
        {
            guard endedStatus == nil else { throw DidNotListen() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits for its end; a program that exceeds the time limit is killed, with 137 as its code.
    func ending(within limit: Duration = .seconds(60)) async throws -> Ending {
        let deadline = ContinuousClock.now + limit
        var shown: [UInt8] = []
        while endedStatus == nil {
            shown += screen?.read() ?? []
            if ContinuousClock.now > deadline { kill(process, SIGKILL) }
            try await Task.sleep(for: .milliseconds(5))
        }
        shown += screen?.read() ?? []
        let status = endedStatus ?? 0
        let signal = status & 0x7F
        return Ending(
            code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
            output: screen == nil ? Self.text(output) : String(decoding: shown, as: UTF8.self),
            messages: Self.text(messages))
    }

    private static func text(_ path: String) -> String {
        String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
    }
}

/// The folder of the built programs.
enum BuiltPrograms {
    static func path(of name: String) -> String { name.hasPrefix("/") ? name : "\(folder)/\(name)" }

    /// The folder of the test bundle.
    static let folder: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
        let steps = bundle.split(separator: "/", omittingEmptySubsequences: false)
        return steps.prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
    }()
}
