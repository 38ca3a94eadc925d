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
