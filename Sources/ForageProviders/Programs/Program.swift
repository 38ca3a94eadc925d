internal import ForageCore
internal import Platform

/// A program that implements a provider.
struct Program: Sendable {
    /// The program and its arguments.
    var command: [String]
    /// The working directory, to which a relative path in the command refers.
    var folder: String
    /// The resource limits of the program.
    var limits = Limits()
    /// The names of the keys that the program itself gets.
    var keyNames: [String] = []
    /// Those keys by the names of their variables.
    var keys: [String: Secret] = [:]

    struct Limits: Sendable {
        /// The maximum time for one answer.
        var patience: Duration = .seconds(5)
        /// The maximum size of an answer in bytes.
        var greatestAnswer = 16 * 1024 * 1024
        /// The maximum memory in bytes.
        var greatestMemory = 1024 * 1024 * 1024
        /// The maximum total processor time in seconds.
        var greatestProcessorTime = 60
        /// The maximum number of processes, including child processes.
        var greatestProcessCount = 64
    }

    /// The name that the shell uses in its error messages.
    static let shellName = "forage"

    /// The command to start: a shell that changes to the folder, sets the limits and then becomes the program. Limits
    /// that the system does not support are left out. At the lower limit of processor time, a signal that identifies
    /// the reason ends the program; at the higher limit, the program is killed.
    var shellCommand: [String] {
        let script = """
            cd "$1" || exit 126
            shift
            ulimit -v \(limits.greatestMemory / 1024) 2>/dev/null
            ulimit -S -t \(limits.greatestProcessorTime) 2>/dev/null
            ulimit -H -t \(limits.greatestProcessorTime + 2) 2>/dev/null
            ulimit -c 0 2>/dev/null
            exec "$@"
            """
        return ["/bin/sh", "-c", script, Self.shellName, folder] + command
    }

    /// The reason why the program cannot be started, such as `"./met.py" is not in /home/ann/providers`; nil if none is
    /// known.
    var obstacle: String? {
        guard let name = command.first else { return "the command is empty" }
        let executable = Executable(name, in: folder, searchPath: environment["PATH"] ?? "")
        return executable.obstacle.map { "\(name.quoted) \($0)" }
    }

    /// The environment of the program, which only permits it to find an interpreter and to write UTF-8, and holds its
    /// keys.
    var environment: [String: String] {
        let path = OwnEnvironment.variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return keys.mapValues { key in key.reveal { $0 } }
            .merging(["PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]) { $1 }
    }

    /// Returns a text of the program without its keys.
    func withoutKeys(_ text: String) -> String {
        keys.values.reduce(text) { text, key in
            key.reveal { text.replacing($0, with: key.description) }
        }
    }
}

/// A reason why a program cannot serve as a provider at present.
struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without its full stop, which can follow "its program".
    private(set) var description: String
    /// Indicates whether the program gave no answer at all, so that a further request would be useless.
    private(set) var isSilence = false

    var asSilence: ProgramError {
        var fault = self
        fault.isSilence = true
        return fault
    }

    /// The same error without the program's keys.
    func withoutKeys(of program: Program) -> ProgramError {
        var fault = self
        fault.description = program.withoutKeys(description)
        return fault
    }

    init(_ reason: String) { description = "its program \(reason)" }

    init(obstacle: String) { description = "its program cannot be started: \(obstacle)" }

    init(_ fault: ProcessError, _ limits: Program.Limits) {
        switch fault {
        case .unstartable: self.init("cannot be used: \(fault)")
        case .timedOut:
            self.init("took longer than \(limits.patience.components.seconds) s and was stopped")
            isSilence = true
        case .tooLong(let limit, let beginning):
            self.init(
                "wrote an answer of more than \(limit) bytes and was stopped; it begins with \(beginning.quoted)"
            )
        case .unasked(let beginning):
            self.init("wrote unexpected output: \(beginning.quoted)")
        case .tooMany(let limit): self.init("ran more than \(limit) processes at once and was stopped")
        case .ended(let ending, let complaint):
            let last = complaint.split(whereSeparator: \.isNewline).last.map(String.init)
            if let last, ending.isOfShell, last.hasPrefix("\(Program.shellName): ") {
                self.init(
                    obstacle:
                        "the system cannot run it; check that the interpreter named in its first line is installed"
                )
            } else {
                let silence = ending.isByItself ? " and gave no reason" : ""
                self.init(ending.words(limits) + (last.map { ": \($0)" } ?? silence))
            }
        }
    }

    init(_ fault: DocumentError) { self.init("gave an invalid answer: \(fault)") }
}

extension [UInt8] {
    /// The output of a program, shortened and without characters that control a terminal.
    var quoted: String { String(decoding: self, as: UTF8.self).quoted }
}

extension Ending {
    /// Returns a description of a program that ended in this way.
    fileprivate func words(_ limits: Program.Limits) -> String {
        switch self {
        case .cpuTimeExceeded:
            "used more than \(limits.greatestProcessorTime) s of processor time and was stopped"
        case .stopped: "closed its output without an answer and was stopped"
        case .status, .signal: description
        }
    }

    fileprivate var isByItself: Bool { self != .stopped && self != .cpuTimeExceeded }

    /// Indicates whether a shell ended because it could not start the program.
    fileprivate var isOfShell: Bool { [.status(126), .status(127)].contains(self) }
}
