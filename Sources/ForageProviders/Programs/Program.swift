internal import ForageCore
internal import Platform

/// A program that does a provider's work.
struct Program: Sendable {
    /// The program and its arguments.
    var command: [String]
    /// Where it runs, and where a path in the command begins.
    var folder: String
    /// What it may take.
    var limits = Limits()

    struct Limits: Sendable {
        /// How long it may think about one answer.
        var patience: Duration = .seconds(5)
        /// The most bytes of one answer.
        var greatestAnswer = 16 * 1024 * 1024
        /// The most memory that it may ask for, in bytes.
        var greatestMemory = 1024 * 1024 * 1024
        /// The most seconds that it may compute in all.
        var greatestProcessorTime = 60
        /// How many processes it may be with those that it starts.
        var greatestProcessCount = 64
    }

    /// What the shell calls itself where it complains.
    static let shellName = "forage"

    /// What is started: a shell that goes to the folder, has the system hold to the limits what it then becomes.
    /// What one system or the other does not limit is left out. At the lower limit of time a signal of its own ends the
    /// program, which says why; at the higher it is killed.
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

    /// Why it cannot be started, such as `"./met.py" is not in /home/ann/providers`; nil if nothing is known against it.
    var obstacle: String? {
        guard let name = command.first else { return "no program is named" }
        let executable = Executable(name, in: folder, searchPath: Self.environment["PATH"] ?? "")
        return executable.obstacle.map { "\(name.quoted) \($0)" }
    }

    /// Enough to find an interpreter and to write UTF-8; nothing of the person's.
    static var environment: [String: String] {
        let path = OwnEnvironment.variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return ["PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]
    }
}

/// Why a program is of no use as a provider for the moment.
struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for people, without its full stop, such as can stand behind "its program".
    let description: String
    /// Whether it said nothing at all: none would, if it were asked again.
    private(set) var isSilence = false

    var asSilence: ProgramError {
        var fault = self
        fault.isSilence = true
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
                "answered with more than \(limit) bytes and was stopped; they begin with \(beginning.quoted)")
        case .unasked(let beginning):
            self.init("wrote something that it was not asked for: \(beginning.quoted)")
        case .tooMany(let limit): self.init("was more than \(limit) processes at once and was stopped")
        case .ended(let ending, let complaint):
            let last = complaint.split(whereSeparator: \.isNewline).last.map(String.init)
            if let last, ending.isOfShell, last.hasPrefix("\(Program.shellName): ") {
                self.init(
                    obstacle: "the system cannot run it; is the interpreter that its first line names there?")
            } else {
                let silence = ending.isByItself ? " and said nothing" : ""
                self.init(ending.words(limits) + (last.map { ": \($0)" } ?? silence))
            }
        }
    }

    init(_ fault: DocumentError) { self.init("answered what cannot be used: \(fault)") }
}

extension [UInt8] {
    /// What a program wrote, short and with nothing in it that a terminal would obey.
    var quoted: String { String(decoding: self, as: UTF8.self).quoted }
}

extension Ending {
    /// What a program did that ended so.
    fileprivate func words(_ limits: Program.Limits) -> String {
        switch self {
        case .overtime: "computed for longer than \(limits.greatestProcessorTime) s and was stopped"
        case .stopped: "closed its output without an answer and was stopped"
        case .status, .signal: description
        }
    }

    fileprivate var isByItself: Bool { self != .stopped && self != .overtime }

    /// Whether a shell ends so that cannot become the program.
    fileprivate var isOfShell: Bool { [.status(126), .status(127)].contains(self) }
}
