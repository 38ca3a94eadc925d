#if canImport(Darwin)
    internal import Darwin
#else
    internal import CPipe
    internal import Glibc
#endif

/// The descriptors and attributes that a new program receives.
struct Spawning: ~Copyable {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
        private var attributes: posix_spawnattr_t?
    #else
        private var actions = posix_spawn_file_actions_t()
        private var attributes = posix_spawnattr_t()
    #endif

    /// - Parameter group: The process group that the program joins; 0 for a new one.
    init(joining group: pid_t = 0) {
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Int16(Self.flags))
        posix_spawnattr_setpgroup(&attributes, group)
        #if canImport(Darwin)
            posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO)
        #endif
        // The program starts with default signal handling, although this process ignores some signals.
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

    /// Connects a descriptor of the program to `/dev/null`.
    mutating func handNothing(as place: Int32) {
        posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
    }

    /// Closes all other descriptors in the program, including those that this process inherited.
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

/// A connected pair of descriptors, one for the new program and one for this process.
///
/// No other program inherits them, even one that is started at the same time. Descriptors that are not retained are
/// closed.
final class DescriptorPair {
    /// The descriptor for the new program.
    let theirs: Int32
    private var ours: Int32

    /// - Parameter writing: True if this process writes and the program reads.
    /// - Throws: ``ProcessError`` if there are no free descriptors.
    init(writing: Bool = false) throws(ProcessError) {
        var ends: [Int32] = [-1, -1]
        guard (writing ? Self.connect(&ends) : Self.pipe(&ends)) == 0 else { throw .unstartable(errno) }
        (ours, theirs) = (ends[0], ends[1])
        _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
    }

    /// Returns this process's descriptor, which the caller must close.
    func keptEnd() -> Int32 {
        defer { ours = -1 }
        return ours
    }

    deinit {
        close(theirs)
        if ours >= 0 { close(ours) }
    }

    #if canImport(Darwin)
        // `Spawning` makes the system close all other descriptors in the new program.
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
