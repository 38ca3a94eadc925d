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
    }

    /// What is started: a shell that goes to the folder, has the system hold to the limits what it then becomes.
    /// What one system or the other does not limit is left out.
    var shellCommand: [String] {
        let script = """
            cd "$1" || exit 126
            shift
            ulimit -v \(limits.greatestMemory / 1024) 2>/dev/null
            ulimit -t \(limits.greatestProcessorTime) 2>/dev/null
            ulimit -c 0 2>/dev/null
            exec "$@"
            """
        return ["/bin/sh", "-c", script, "forage", folder] + command
    }
}
