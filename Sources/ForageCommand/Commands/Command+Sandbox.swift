internal import Forage
internal import ForageCore
internal import Platform

extension Command {
    static let sandbox = Command(
        "sandbox", "Simulate the services on this machine, for trials and tests",
        options: [
            Option("port", value: "N", help: "Listen on this port of 127.0.0.1 (any free port)"),
            Option("seed", value: "N", help: "Generate a different catalogue"),
            Option(
                "fault", value: "HOST:FAULT", repeats: true,
                help: "Simulate a fault, such as api.duckduckgo.com:delay=500"),
            Option("no-limits", help: "Do not limit the number of requests, for benchmarks"),
        ],
        discussion: """
            Runs until you interrupt it. `forage --sandbox search …` starts its own sandbox and stops it at
            the end, unless FORAGE_SANDBOX is the address of a sandbox that already runs on this machine.
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
        words += SandboxProcess.definitions
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
            process = try ChildProcess([program.path, "--until-stdin-closes"] + Self.definitions)
            var channel = LineChannel(process)
            line = String(decoding: try channel.line(upTo: 1_000, by: .now + .seconds(30)), as: UTF8.self)
        } catch {
            throw CommandError.failure("The sandbox did not start: \(error).")
        }
        guard let address = line.split(separator: " ").last.flatMap({ WebURL(String($0)) }) else {
            throw CommandError.failure("The sandbox did not start: it printed “\(line)”.")
        }
        self.address = address
    }

    deinit { process.finish() }

    /// The option with the folder of the definitions that come with Forage, unless it is missing.
    static var definitions: [String] {
        guard let folder = ProgramFolder.definitions, LocalPath.kind(folder) == .folder else { return [] }
        return ["--definitions", folder]
    }
}

/// A program in the same folder as this one.
struct SiblingProgram {
    let path: String

    /// Finds a program in the folder of this one.
    init(_ name: String) throws(CommandError) {
        let folder = ProgramFolder.path
        path = "\(folder)/\(name)"
        guard access(path, X_OK) == 0 else {
            let package = name == "forage-gallery" ? name : "forage"
            throw CommandError.failure(
                "The program \(name) is not in the folder of forage, \(folder); the package \(package) or `make install` installs it."
            )
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
