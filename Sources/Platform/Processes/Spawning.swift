#if canImport(Darwin)
    internal import Darwin
#else
    internal import CPipe
    internal import Glibc
#endif

/// What is handed to a program as it starts.
struct Spawning: ~Copyable {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
        private var attributes: posix_spawnattr_t?
    #else
        private var actions = posix_spawn_file_actions_t()
        private var attributes = posix_spawnattr_t()
    #endif

    /// - Parameter group: The process group that the program joins; 0 for one of its own.
    init(joining group: pid_t = 0) {
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Int16(Self.flags))
        posix_spawnattr_setpgroup(&attributes, group)
        #if canImport(Darwin)
            posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO)
        #endif
        // It hears the signals that this program shut its ears to.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
    }

    deinit {
        var (actions, attributes) = (actions, attributes)
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }

    private static var flags: Int32 {
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        #if canImport(Darwin)
            return flags | POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            return flags
        #endif
    }

    mutating func hand(_ descriptor: Int32, as place: Int32) {
        posix_spawn_file_actions_adddup2(&actions, descriptor, place)
    }

    /// What is read at this place ends at once, and what is written goes nowhere.
    mutating func handNothing(as place: Int32) {
        posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
    }

    /// Keeps everything from the program that it was not handed, also what this program inherited itself.
    mutating func keepAll(from place: Int32) {
        #if !canImport(Darwin)
            close_from(&actions, place)
        #endif
    }

    mutating func start(
        _ command: [String], _ environment: [String: String]
    ) throws(ProcessError) -> pid_t {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(
            &process, command.first ?? "", &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw .unstartable(code) }
        return process
    }
}

/// One end for a program that is to be started, and one for this program.
///
/// No other program inherits either, also one that is started at the same time. Whatever was not kept is closed.
final class DescriptorPair {
    /// The end that the started program gets.
    let theirs: Int32
    private var ours: Int32

    /// - Parameter writing: Whether this program writes and the other reads.
    /// - Throws: ``ProcessError`` when there are no descriptors left.
    init(writing: Bool = false) throws(ProcessError) {
        var ends: [Int32] = [-1, -1]
        guard (writing ? Self.connect(&ends) : Self.pipe(&ends)) == 0 else { throw .unstartable(errno) }
        (ours, theirs) = (ends[0], ends[1])
        _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
    }

    /// Hands over this program's end, to be closed by whoever takes it.
    func keptEnd() -> Int32 {
        defer { ours = -1 }
        return ours
    }

    deinit {
        close(theirs)
        if ours >= 0 { close(ours) }
    }

    #if canImport(Darwin)
        // `Spawning` has the system close there whatever is not handed over.
        private static func pipe(_ ends: inout [Int32]) -> Int32 { Darwin.pipe(&ends) }

        private static func connect(_ ends: inout [Int32]) -> Int32 {
            let result = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
            var yes: Int32 = 1
            setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
            return result
        }
    #else
        private static func pipe(_ ends: inout [Int32]) -> Int32 { pipe2(&ends, O_CLOEXEC) }

        private static func connect(_ ends: inout [Int32]) -> Int32 {
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
    #endif
}
