internal import Forage
internal import ForageCore
internal import Platform

extension Command {
    static let sandbox = Command(
        "sandbox", "Play the services on this machine, for trying and testing",
        options: [
            Option("port", value: "N", help: "Listen on this port of 127.0.0.1 (a free one)"),
            Option("seed", value: "N", help: "Make up another catalogue"),
            Option(
                "fault", value: "HOST:FAULT", repeats: true,
                help: "Misbehave, such as api.duckduckgo.com:delay=500"),
            Option("no-limits", help: "Be asked as often as you like, as benchmarks have to"),
        ],
        discussion: """
            Runs until it is interrupted. `forage --sandbox search …` starts one of its own and ends it,
            unless FORAGE_SANDBOX holds the address of one that runs on this machine already.
            """,
        examples: [
            "forage sandbox --port 8080", "forage --sandbox search owl",
            "FORAGE_SANDBOX=http://127.0.0.1:8080/ forage --sandbox search owl",
        ]
    ) { invocation in
        let arguments = invocation.arguments
        try arguments.refuseWords("see forage sandbox --help.")
        var words: [String] = []
        if let port = try arguments.integer("port", in: 0...65535) { words += ["--port", "\(port)"] }
        if let seed = try arguments.integer("seed", in: 0...Int.max) { words += ["--seed", "\(seed)"] }
        if arguments.has("no-limits") { words.append("--no-limits") }
        for fault in arguments.every("fault") { words += ["--fault", fault] }
        try SiblingProgram("forage-sandbox").become(words)
    }
}

/// The sandbox, which runs as a separate program for as long as this value exists.
///
/// The sandbox ends when the pipe to its standard input closes, so it never outlives this program.
final class SandboxProcess: Sendable {
    /// The address at which it listens.
    let address: WebURL
    private let process: ChildProcess

    /// Starts the sandbox and waits until it prints its address.
    init() throws(CommandError) {
        let program = try SiblingProgram("forage-sandbox")
        let line: String
        do {
            process = try ChildProcess([program.path, "--until-stdin-closes"])
            var channel = LineChannel(process)
            line = String(decoding: try channel.line(upTo: 1_000, by: .now + .seconds(30)), as: UTF8.self)
        } catch {
            throw CommandError.failure("The sandbox did not start: \(error).")
        }
        guard let address = line.split(separator: " ").last.flatMap({ WebURL(String($0)) }) else {
            throw CommandError.failure("The sandbox did not start: it said “\(line)”.")
        }
        self.address = address
    }

    deinit { process.finish() }
}

/// A program in the same folder as this one.
struct SiblingProgram {
    let path: String

    /// Finds a program in the folder of this one.
    init(_ name: String) throws(CommandError) {
        let folder = ProgramFolder.path
        path = "\(folder)/\(name)"
        guard access(path, X_OK) == 0 else {
            throw CommandError.failure(
                "The program \(name) is not beside forage in \(folder); `make install` puts it there.")
        }
    }

    /// Replaces this process with that program.
    func become(_ arguments: [String]) throws(CommandError) -> Never {
        var pointers = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &pointers)
        let reason = String(cString: strerror(errno))
        pointers.forEach { free($0) }
        throw CommandError.failure("The program \(path) could not be started: \(reason).")
    }
}
