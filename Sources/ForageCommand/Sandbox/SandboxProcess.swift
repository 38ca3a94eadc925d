internal import ForageCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The sandbox, running as a program of its own for as long as this value is needed.
///
/// It ends when the pipe to its standard input closes, so it never outlives this program, however that ends.
final class SandboxProcess: Sendable {
    /// Where it listens.
    let address: WebURL
    private let process: pid_t
    private let lifeline: Int32

    /// Starts the sandbox and waits until it says where it listens.
    init() throws(CannotRun) {
        let program = try SiblingProgram("forage-sandbox")
        guard let input = Pipe(), let output = Pipe() else { throw CannotRun("The sandbox got no pipe.") }
        process = try Self.spawn(program.path, input: input.readEnd, output: output.writeEnd)
        close(input.readEnd)
        close(output.writeEnd)
        lifeline = input.writeEnd
        let line = Self.line(from: output.readEnd)
        close(output.readEnd)
        guard let address = line.split(separator: " ").last.flatMap({ WebURL(String($0)) }) else {
            Self.end(process, lifeline)
            throw CannotRun("The sandbox did not start: \(line.isEmpty ? "it said nothing" : line).")
        }
        self.address = address
    }

    deinit { Self.end(process, lifeline) }

    private static func end(_ process: pid_t, _ lifeline: Int32) {
        close(lifeline)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private static func line(from pipe: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 1_000, read(pipe, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Runs the program in a process group of its own, so that ctrl-C reaches this program alone.
    private static func spawn(_ path: String, input: Int32, output: Int32) throws(CannotRun) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup("--until-stdin-closes"), nil]
        defer { arguments.forEach { free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var process = pid_t()
        let failure = posix_spawn(&process, path, &actions, &attributes, &arguments, &environment)
        guard failure == 0 else {
            throw CannotRun("The sandbox could not be started: \(String(cString: strerror(failure))).")
        }
        return process
    }
}

/// Two ends that a program started from here does not inherit unless they are handed to it.
private struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = ends[1]
    }
}
